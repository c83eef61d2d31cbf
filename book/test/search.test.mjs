import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchors, copy, html, open, shown, strange } from './helpers.mjs';

const path = copy('strange.html', strange);

/** The addresses of the results of a search, in their order. */
async function results(page, words) {
  await page.fill('#book-query', words);
  return page.locator('#book-hits a').evaluateAll((all) => all.map((a) => decodeURIComponent(a.hash.slice(1))));
}

const section = (pattern) => html.match(pattern)?.[1];
const cases = [
  ['HandlerFunc', 'lesson-strange--routes'],
  ['my_func', 'lesson-strange--names'],
  ['MyType::my_func', 'lesson-strange--names'],
  ['oddly.Is', 'lesson-strange--compare'],
  ['errors.Is', section(/<h[34] id="([^"]+)">3.2 Errors are values/)],
  ['t.Jog', 'lesson-strange--sub'],
  ['مرحبا', 'lesson-strange--arabic'],
  ['1.2', section(/<h2 id="(exercise-1-2--[^"]+)"/)],
  ['tool use', 'lesson-glossary--tool-use'],
  ['token', 'lesson-glossary--token'],
  ['stop_reason', section(/<h[34] id="([^"]+)">6 Parameters and stop reasons/)],
];

test('a search finds what is meant among the first three', async (t) => {
  const page = await open(t, { path });
  await page.keyboard.press('Control+k');
  for (const [words, wanted] of cases) {
    assert.ok(wanted, `the book has no section for ${words}`);
    const found = await results(page, words);
    assert.ok(found.slice(0, 3).includes(wanted), `${words}: ${wanted} is not in ${found.slice(0, 3)}`);
  }
});

test('an exact identifier comes before one of another case', async (t) => {
  const page = await open(t, { path });
  await page.keyboard.press('Control+k');
  assert.equal((await results(page, 'HandlerFunc'))[0], 'lesson-strange--routes');
  assert.ok((await results(page, 'claude-opus-5-5')).length > 2);
});

test('all words must be there, and a lesson comes before a listing', async (t) => {
  const page = await open(t, { path });
  await page.keyboard.press('Control+k');
  assert.deepEqual(await results(page, 'zzyzx twelve'), ['lesson-strange--sub', 'listing-strange--file']);
  assert.deepEqual(await results(page, 'zzyzx qqqq'), []);
});

test('a result shows page, heading and the match', async (t) => {
  const page = await open(t, { path });
  await page.keyboard.press('Control+k');
  await results(page, 'my_func');
  const first = page.locator('#book-hits a').first();
  assert.equal(await first.locator('.hit').textContent(), 'Names');
  assert.equal(await first.locator('.where').textContent(), 'Strange things');
  assert.equal(await first.locator('.line mark').textContent(), 'my_func');
  assert.match(await page.locator('#book-found').textContent(), /^1 place found$/);
  assert.equal(await page.locator('#book-found').getAttribute('role'), 'status');
});

test('no result is told kindly, and signs are no patterns', async (t) => {
  const page = await open(t, { path });
  await page.keyboard.press('Control+k');
  for (const words of ['qqqqq', '(', '[a', '\\', '.*', '<b>x</b>', '$&']) {
    await results(page, words);
    assert.match(await page.locator('#book-found').textContent(), /found/, words);
  }
  await results(page, 'qqqqq');
  assert.match(await page.locator('#book-found').textContent(), /Nothing found for “qqqqq”/);
  await results(page, '   ');
  assert.equal(await page.locator('#book-found').textContent(), '');
});

test('a megabyte of text is searched within 150 ms a keystroke', async (t) => {
  const body = Array.from({ length: 900 }, (_, i) => `<h3 id="big--${i}">Part ${i}</h3><p>${'the token of a reply is a word or less; '.repeat(28)}</p>`).join('\n');
  const big = copy('big.html', (text) => text.replace(/<\/main>/,
    `<section class="lesson" id="big" aria-labelledby="big--t"><h2 id="big--t">Big</h2>${body}</section></main>`));
  const page = await open(t, { path: big });
  await page.keyboard.press('Control+k');
  await results(page, 'x');
  const slowest = await page.evaluate(() => {
    const input = document.getElementById('book-query');
    return Math.max(...['t', 'to', 'tok', 'toke', 'token', 'token o', 'token of', 'e'].map((words) => {
      input.value = words;
      return Math.min(...[1, 2, 3].map(() => { // the machine may have been busy with something else
        const start = performance.now();
        input.dispatchEvent(new Event('input'));
        return performance.now() - start;
      }));
    }));
  });
  t.diagnostic(`slowest keystroke: ${slowest.toFixed(0)} ms`);
  assert.ok(slowest <= 150, `${slowest} ms`);
});

test('the keyboard alone: open, move, go, close', async (t) => {
  const page = await open(t, { path, hash: '#lesson-glossary' });
  await page.locator('#book-find').focus();
  await page.keyboard.press('Control+k');
  assert.ok(await page.locator('#book-search').isVisible());
  await page.keyboard.type('t.Jog(');
  await page.keyboard.press('ArrowDown');
  const at = () => page.evaluate(() => document.activeElement.hash ?? document.activeElement.id);
  assert.equal(await at(), '#lesson-strange--sub');
  await page.keyboard.press('ArrowUp');
  assert.equal(await at(), 'book-query');
  await page.keyboard.press('Escape');
  assert.ok(!await page.locator('#book-search').isVisible());
  assert.equal(await at(), 'book-find');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('t.Jog(');
  await page.keyboard.press('Enter');
  assert.ok(!await page.locator('#book-search').isVisible());
  assert.deepEqual(await shown(page), ['lesson-strange']);
  assert.equal(await at(), 'lesson-strange--sub');
});

test('no single key opens the search', async (t) => {
  const page = await open(t, { path, hash: '#lesson-glossary' });
  for (const key of ['k', 's', '/', '?', 'f']) await page.keyboard.press(key);
  assert.ok(!await page.locator('#book-search').isVisible());
});

test('a result is there once', async (t) => {
  const page = await open(t, { path });
  await page.keyboard.press('Control+k');
  for (const words of ['1.6', 'streaming', 'starter']) {
    const found = await results(page, words);
    assert.deepEqual(found, [...new Set(found)], words);
  }
});

test('a figure is found by what it shows, an exercise by that word, several of a thing by one', async (t) => {
  const withFigure = copy('figure.html', (text) => strange(text).replace('<h3 id="lesson-strange--sub">',
    '<figure><img alt="Two wuzzles, as wide as long" src="data:,"><figcaption>Of wuzzles</figcaption></figure>\n$&'));
  const page = await open(t, { path: withFigure });
  await page.keyboard.press('Control+k');
  assert.deepEqual(await results(page, 'figure wuzzles wide'), ['lesson-strange--compare']);
  assert.equal((await results(page, 'exercise streaming'))[0], section(/<section class="exercise" id="exercise-1-6" aria-labelledby="([^"]+)"/));
  assert.equal((await results(page, 'hallucinations'))[0], 'lesson-glossary--hallucination');
});

test('the signs that a phone writes find those of the book', async (t) => {
  const page = await open(t, { path: copy('signs.html', (text) => strange(text).replace('zzyzx twelve.', 'zzyzx’s --flag is "here".')) });
  await page.keyboard.press('Control+k');
  for (const words of ["zzyzx's", 'zzyzx’s', '—flag', '“here”']) {
    assert.ok((await results(page, words)).includes('lesson-strange--sub'), words);
    assert.ok(await page.locator('#book-hits mark').count() > 0, words);
  }
});

test('short words are marked where they stand alone, and the line is one that has most of the words', async (t) => {
  const page = await open(t, { path: copy('short.html', (text) => strange(text).replace('It is zzyzx twelve.',
    `Has a start. ${'Filler, and at last again. '.repeat(20)} Here a zzyzx is twelve.`)) });
  await page.keyboard.press('Control+k');
  await results(page, 'a twelve zzyzx');
  const marks = await page.locator('#book-hits li:first-child .line mark').allTextContents();
  assert.deepEqual(marks, ['a', 'zzyzx', 'twelve']);
});

test('what is found is marked on its page, in view and unfolded, until one goes on', async (t) => {
  const page = await open(t, { hash: '#lesson-glossary', path: copy('reveal.html', (text) => strange(text)
    .replace('<details><summary>Answer</summary><p id="lesson-strange', `${'<p>Filler.</p>'.repeat(60)}$&`)) });
  const marked = () => page.evaluate(() => [...CSS.highlights.get('found') ?? []].map((range) => {
    const box = range.getBoundingClientRect();
    return [range.toString(), box.height > 0 && box.top > 60 && box.bottom < innerHeight];
  }));
  for (const words of ['about quokkas', 'print("x", 1)']) {
    await page.keyboard.press('Control+k');
    await results(page, words);
    await page.keyboard.press('Enter');
    assert.deepEqual(await shown(page), ['lesson-strange']);
    assert.deepEqual((await marked()).map(([text, seen]) => [text.replace(/\s+/g, ' '), seen]), [[words, true]]);
  }
  assert.ok(await page.locator('#lesson-strange details:not(.outline)').evaluate((fold) => fold.open));
  await page.locator('#lesson-strange .here').first().click();
  assert.deepEqual(await marked(), []);
});

test('endless words are cut, and the dialog keeps its width', async (t) => {
  const page = await open(t, { path });
  await page.keyboard.press('Control+k');
  await page.keyboard.insertText('x'.repeat(10_000));
  assert.ok((await page.inputValue('#book-query')).length <= 200);
  assert.ok(await page.locator('#book-search').evaluate((d) => d.scrollWidth <= d.clientWidth));
});

test('typing goes on while a result has the focus; going back closes the search', async (t) => {
  const page = await open(t, { path, hash: `#${anchors[0]}` });
  await page.locator('nav.side').getByRole('link', { name: 'Glossary' }).click();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tok');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('en');
  assert.equal(await page.inputValue('#book-query'), 'token');
  await page.goBack();
  assert.deepEqual(await shown(page), [anchors[0]]);
  assert.ok(!await page.locator('#book-search').isVisible());
});
