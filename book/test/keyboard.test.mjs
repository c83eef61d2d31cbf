import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, anchors, context, copy, focused, open, shown, strange } from './helpers.mjs';

const here = (page) => page.evaluate(() => {
  const e = document.activeElement;
  return e === document.body ? 'body' : e.id || e.className || e.localName;
});

test('the skip link is first and leads to the text, and the page stays', async (t) => {
  const page = await open(t);
  await page.keyboard.press('Tab');
  assert.equal(await here(page), 'skip');
  assert.ok((await page.locator('.skip').boundingBox()).y >= 0, 'it is not seen');
  await page.keyboard.press('Enter');
  assert.equal(await here(page), 'book-main');
  await page.goto(address('#lesson-glossary'));
  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  assert.equal(await here(page), 'lesson-glossary--glossary');
  assert.deepEqual(await shown(page), ['lesson-glossary']);
  await page.reload();
  assert.deepEqual(await shown(page), ['lesson-glossary']);
});

test('after the skip link come the buttons, then the chapters, then the text', async (t) => {
  const page = await open(t);
  const order = [];
  const tab = async () => {
    await page.keyboard.press('Tab');
    order.push(await page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute('href')));
  };
  for (let i = 0; i < 6; i++) await tab();
  assert.deepEqual(order, ['#book-main', 'book-toggle', '#book-cover', 'book-find', 'book-theme', `#${anchors[0]}`]);
  await page.locator('#book-toggle').press('Enter');
  await page.locator('#book-theme').focus();
  await tab();
  assert.equal(order.at(-1), '#book-contents');
});

test('the toggle shows and hides the chapters, and that is kept', async (t) => {
  const page = await open(t, { hash: `#${anchors[0]}` });
  const toggle = page.getByRole('button', { name: 'Chapters' });
  const state = async () => [await toggle.getAttribute('aria-expanded'), await page.locator('#book-nav').isVisible()];
  assert.deepEqual(await state(), ['true', true]);
  await toggle.focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await state(), ['false', false]);
  await page.reload();
  assert.deepEqual(await state(), ['false', false]);
  await toggle.focus();
  await page.keyboard.press('Space');
  assert.deepEqual(await state(), ['true', true]);
});

test('on a narrow screen the chapters open over the text, close by Escape, and trap nobody', async (t) => {
  const page = await open(t, { width: 390, height: 844, hash: `#${anchors[0]}` });
  const toggle = page.getByRole('button', { name: 'Chapters' });
  const nav = page.locator('#book-nav');
  assert.ok(!await nav.isVisible());
  await toggle.focus();
  await page.keyboard.press('Enter');
  assert.ok(await nav.isVisible());
  await nav.locator('a').nth(1).focus();
  await page.keyboard.press('Escape');
  assert.ok(!await nav.isVisible());
  assert.equal(await here(page), 'book-toggle');
  await page.keyboard.press('Enter');
  await nav.locator('a:visible').last().focus();
  await page.keyboard.press('Tab');
  assert.ok(!await nav.isVisible(), 'the list hides what has the focus');
  assert.ok(await page.evaluate(() => document.querySelector('main').contains(document.activeElement)));
  await toggle.click();
  await nav.locator('a').nth(1).click();
  assert.ok(!await nav.isVisible());
});

test('exercises are folded under their chapter and can be unfolded by the keyboard', async (t) => {
  const page = await open(t, { hash: `#${anchors[0]}` });
  const link = page.locator('.side a[href="#exercise-1-1"]');
  assert.ok(!await link.isVisible());
  await page.locator('.side summary').first().focus();
  await page.keyboard.press('Enter');
  await link.focus();
  await page.keyboard.press('Enter');
  assert.deepEqual(await shown(page), ['exercise-1-1']);
  assert.ok(await link.isVisible());
});

test('every code block can be scrolled by the keyboard, the page never', async (t) => {
  const path = copy('wide.html', strange);
  for (const width of [390, 1280]) {
    const page = await open(t, { width, hash: '#listing-strange', path });
    const pre = page.locator('#listing-strange pre');
    assert.ok(await pre.evaluate((p) => p.scrollWidth > p.clientWidth));
    await pre.focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForFunction(() => document.querySelector('#listing-strange pre').scrollLeft > 0);
    for (const id of ['book-cover', 'book-contents', ...anchors, 'lesson-strange', 'listing-strange']) {
      await page.goto(address(`#${id}`, path));
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(over, 0, `${id} at ${width}`);
    }
  }
});

test('a phone shows at least 45 columns of code', async (t) => {
  const page = await open(t, { width: 390, hash: '#lesson-strange', path: copy('columns.html', strange) });
  const columns = await page.locator('#lesson-strange pre').first().evaluate((pre) => {
    const probe = pre.firstChild.appendChild(document.createElement('span'));
    probe.textContent = 'x'.repeat(100);
    const style = getComputedStyle(pre);
    return (pre.clientWidth - parseFloat(style.paddingLeft)) / (probe.getBoundingClientRect().width / 100);
  });
  t.diagnostic(`${columns.toFixed(1)} columns`);
  assert.ok(columns >= 45, `${columns}`);
});

test('forced colours and reduced motion leave the controls visible', async (t) => {
  const c = await context(t, { forcedColors: 'active', reducedMotion: 'reduce' });
  const page = await c.newPage();
  await page.goto(address('#lesson-strange', copy('forced.html', strange)));
  assert.equal(await page.locator('#lesson-strange .copy').first().evaluate((b) => getComputedStyle(b).opacity), '1');
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  assert.equal(await focused(page) === '', false);
});

test('in forced colours the current chapter differs from the others', async (t) => {
  const page = await open(t, { forcedColors: 'active', hash: `#${anchors[1]}` });
  const borders = await page.locator('.side > ol > li > a').evaluateAll((all) => all.map((a) => getComputedStyle(a).borderInlineStartColor));
  assert.equal(new Set(borders).size, 2, borders.join());
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  assert.equal(borders[0], paper);
});

test('twice as large letters fit on a phone', async (t) => {
  const page = await open(t, { width: 195, height: 422, hash: `#${anchors[1]}` }); // half as wide is the same
  for (const id of ['book-toggle', 'book-find', 'book-theme']) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 195, `${id} ${JSON.stringify(box)}`);
  }
  assert.ok(await page.getByRole('button', { name: 'Chapters' }).isVisible());
  await page.keyboard.press('Control+k');
  await page.fill('#book-query', 'token');
  const [found, hits] = [await page.locator('#book-found').evaluate((p) => [p.scrollHeight, p.clientHeight]), await page.locator('#book-hits').boundingBox()];
  assert.ok(found[0] <= found[1], 'the number of places is covered');
  assert.ok(hits.height > 100);
});
