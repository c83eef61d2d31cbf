import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, anchors, copy, focused, html, open, scrollTo, shown, strange } from './helpers.mjs';

const first = anchors[0], second = anchors[1];
const inner = html.match(new RegExp(`<h[34] id="(${second}--[^"]+)"`))[1];

test('a stranger sees the cover, and starts reading', async (t) => {
  const page = await open(t);
  assert.deepEqual(await shown(page), ['book-cover']);
  assert.equal(await page.title(), 'Building AI agents in Go');
  assert.equal(await focused(page), await page.evaluate(() => document.body.textContent.trim().slice(0, 40)), 'the focus was stolen');
  assert.ok(await page.locator('h1').isVisible());
  assert.ok(!await page.locator('#book-resume').isVisible(), 'there is no place to go on from yet');
  await page.getByRole('link', { name: 'Start reading' }).click();
  assert.deepEqual(await shown(page), [first]);
});

test('one page at a time, with its title, its mark in the list, and the focus on its heading', async (t) => {
  const page = await open(t);
  for (const id of [anchors[2], anchors.at(-1)]) {
    await page.goto(address('#book-contents'));
    await page.locator(`#book-contents a[href="#${id}"]`).click();
    assert.deepEqual(await shown(page), [id]);
    const heading = await page.locator(`#${id} h2`).textContent();
    assert.equal(await page.title(), `${heading.replace(/\s+/g, ' ').trim()} · Building AI agents in Go`);
    assert.equal(await page.evaluate(() => document.activeElement.localName), 'h2');
    assert.deepEqual(await page.locator('[aria-current=page]').evaluateAll((all) => all.map((a) => a.hash)), [`#${id}`]);
    assert.ok(await page.locator('[aria-current=page]').isVisible());
  }
});

test('a deep link shows its section and scrolls to it', async (t) => {
  const page = await open(t, { hash: `#${inner}` });
  assert.deepEqual(await shown(page), [second]);
  await page.waitForLoadState('load');
  const top = await page.locator(`#${CSS(inner)}`).evaluate((e) => e.getBoundingClientRect().top);
  assert.ok(top >= 40 && top < 200, `the heading is at ${top}`);
  assert.equal(await page.evaluate(() => document.activeElement.localName), 'body', 'the focus was stolen');
});

test('every id of the book can be linked to', async (t) => {
  const page = await open(t);
  const wrong = await page.evaluate(async () => {
    const lost = [];
    for (const element of document.querySelectorAll('#book-main [id]')) {
      const owner = element.closest('#book-main > *');
      const heard = new Promise((done) => addEventListener('hashchange', done, { once: true }));
      location.hash = '#' + encodeURIComponent(element.id);
      await heard;
      if (owner.hidden || document.querySelectorAll('#book-main > :not([hidden])').length !== 1) lost.push(element.id);
    }
    return lost;
  });
  assert.deepEqual(wrong, []);
});

test('a link into a folded answer opens it', async (t) => {
  const path = copy('folded.html', (text) => strange(text).replace('<ul class="promises">', '<p><a href="#lesson-strange--folded">Quokkas</a></p>$&'));
  const page = await open(t, { path });
  await page.getByRole('link', { name: 'Quokkas' }).click();
  assert.ok(await page.locator('#lesson-strange--folded').isVisible());
  assert.ok(await page.locator('#lesson-strange details:not(.outline)').evaluate((fold) => fold.open));
});

test('an unknown fragment shows the cover', async (t) => {
  assert.deepEqual(await shown(await open(t, { hash: '#no-such-thing' })), ['book-cover']);
  assert.deepEqual(await shown(await open(t, { hash: '#%E0%A4%A' })), ['book-cover']);
});

test('back and forward come to the page and the place', async (t) => {
  const page = await open(t, { hash: `#${first}` });
  await scrollTo(page, 900);
  await page.locator('nav.side').getByRole('link', { name: 'Glossary' }).click();
  assert.deepEqual(await shown(page), ['lesson-glossary']);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.goBack();
  assert.deepEqual(await shown(page), [first]);
  assert.equal(await page.evaluate(() => scrollY), 900);
  await page.goForward();
  assert.deepEqual(await shown(page), ['lesson-glossary']);
});

test('before and next lead through the whole book', async (t) => {
  const page = await open(t, { hash: `#${first}` });
  const seen = [first];
  for (let i = 1; i < anchors.length; i++) {
    await page.locator('a[rel=next]:visible').click();
    seen.push((await shown(page))[0]);
  }
  assert.deepEqual(seen, anchors);
  assert.equal(await page.locator('a[rel=next]:visible').count(), 0);
  await page.locator('a[rel=prev]:visible').click();
  assert.deepEqual(await shown(page), [anchors.at(-2)]);
});

test("the browser's own search reveals another page", async (t) => {
  const page = await open(t, { path: copy('find.html', strange), hash: `#${first}` });
  assert.equal(await page.locator('#lesson-strange').getAttribute('hidden'), 'until-found');
  await page.locator('#lesson-strange').evaluate((section) => {
    section.querySelector('h3').dispatchEvent(new Event('beforematch', { bubbles: true }));
  });
  assert.deepEqual(await shown(page), ['lesson-strange']);
  assert.equal(await page.evaluate(() => location.hash), '#lesson-strange');
  await page.goBack();
  assert.deepEqual(await shown(page), [first]);
});

test('each heading has a link to itself', async (t) => {
  const page = await open(t, { hash: `#${second}` });
  const link = page.locator(`a.here[href="#${inner}"]`);
  assert.match(await link.getAttribute('aria-label'), /^Link to “.+”$/);
  await link.focus();
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => decodeURIComponent(location.hash)), `#${inner}`);
  const [heads, links] = await page.evaluate(() => ['h2, h3, h4, h5, h6', 'a.here'].map((s) => document.querySelectorAll(`main > :not([hidden]) :is(${s})`).length));
  assert.equal(heads, links);
});

test('hidden pages are no landmarks', async (t) => {
  const page = await open(t, { hash: `#${first}` });
  assert.equal(await page.locator('main > section[aria-labelledby]').count(), 1);
});

/** An id as a selector. */
function CSS(id) { return id.replace(/[^\w-]/g, (c) => `\\${c}`); }
