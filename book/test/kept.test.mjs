import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { address, anchors, context, copy, html, open, scrollTo, shown } from './helpers.mjs';

const withTasks = anchors.find((id) => html.split(`id="${id}"`)[1].split('</section>')[0].includes('data-task'));
const boxes = (page) => page.locator(`#${withTasks} input[data-task]`);

/** Waits until the first boxes are ticked like this. The browser passes what a page has kept to its other processes in its own time. */
const areTicked = (page, ...want) => page.waitForFunction(([id, all]) => {
  const found = [...document.querySelectorAll(`#${id} input[data-task]`)].slice(0, all.length);
  return found.length === all.length && found.every((box, i) => box.checked === all[i]);
}, [withTasks, want], { timeout: 5000 });
const tally = (page) => page.locator(`#${withTasks} .tally`).textContent();

test('ticks survive a reload and an edit elsewhere on the page', async (t) => {
  const path = copy('ticks.html', (text) => text);
  const page = await open(t, { path, hash: `#${withTasks}` });
  const all = await boxes(page).count();
  assert.equal(await tally(page), `0 of ${all} tasks ticked`);
  await boxes(page).nth(1).check();
  assert.equal(await tally(page), `1 of ${all} tasks ticked`);
  await page.reload();
  await areTicked(page, false, true, false);
  assert.equal(await tally(page), `1 of ${all} tasks ticked`);

  const edited = readFileSync(path, 'utf8').replace(new RegExp(`(<section[^>]* id="${withTasks}"[^]*?)<li class="task">`),
    '$1<li class="task"><input type="checkbox" disabled data-task="new" aria-labelledby="new"> <span id="new">A new task</span></li>\n<li class="task">');
  writeFileSync(path, edited);
  await page.reload();
  await areTicked(page, false, false, true, false);
  assert.equal(await tally(page), `1 of ${all + 1} tasks ticked`);
  await boxes(page).nth(2).uncheck();
  await page.reload();
  await areTicked(page, false, false, false, false);
});

test('two windows do not undo each other’s ticks', async (t) => {
  const c = await context(t);
  const [one, two] = [await c.newPage(), await c.newPage()];
  for (const page of [one, two]) await page.goto(address(`#${withTasks}`));
  await boxes(one).nth(0).check();
  await boxes(two).nth(1).check();
  for (const page of [one, two]) await areTicked(page, true, true); // each hears of the other's
  assert.match(await tally(one), /^2 of/);
  await one.reload();
  await areTicked(one, true, true, false);
});

test('a task is named, and can be ticked by the keyboard', async (t) => {
  const page = await open(t, { hash: `#${withTasks}` });
  const name = await boxes(page).first().evaluate((box) => document.getElementById(box.getAttribute('aria-labelledby')).textContent);
  assert.ok(name.length > 3);
  await page.getByRole('checkbox', { name: name.replace(/\s+/g, ' ').trim() }).focus();
  await page.keyboard.press('Space');
  await areTicked(page, true);
});

test('the cover leads back to where you were', async (t) => {
  const page = await open(t, { hash: '#lesson-01' });
  await page.waitForLoadState('load');
  await scrollTo(page, 3000);
  const text = await page.evaluate(() => document.elementFromPoint(600, 300).textContent);
  await page.goto('about:blank');
  await page.goto(address());
  assert.deepEqual(await shown(page), ['book-cover']);
  const link = page.locator('#book-resume a');
  assert.match(await page.locator('#book-resume').textContent(), /^Go on where you were: Chapter 01: foundations, \d/);
  await link.click();
  assert.deepEqual(await shown(page), ['lesson-01']);
  assert.ok(Math.abs(await page.evaluate(() => scrollY) - 3000) < 8, `scrolled to ${await page.evaluate(() => scrollY)}`);
  assert.equal(await page.evaluate(() => document.elementFromPoint(600, 300).textContent), text);
});

test('a reload stays at the place', async (t) => {
  const page = await open(t, { hash: '#lesson-01' });
  await scrollTo(page, 2000);
  await page.reload();
  assert.equal(await page.evaluate(() => scrollY), 2000);
});

for (const [how, script] of [
  ['throws', () => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } })],
  ['is full', () => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }],
  ['holds nonsense', () => { 
    if (location.protocol !== 'file:') return;
    for (const key of ['theme', 'place', 'nav']) localStorage.setItem(`agentcourse.${key}`, '{"id":');
    addEventListener('DOMContentLoaded', () => {
      for (const box of document.querySelectorAll('[data-task]')) localStorage.setItem(`agentcourse.tick.${box.dataset.task}`, '"yes"');
    });
  }],
]) {
  test(`when the browser’s storage ${how}, everything works and nothing is kept`, async (t) => {
    const c = await context(t);
    await c.addInitScript(script);
    const page = await c.newPage();
    await page.goto(address(`#${withTasks}`));
    await boxes(page).first().check();
    assert.match(await tally(page), /^1 of/);
    await page.locator('#book-theme').click();
    assert.equal(await page.locator('#book-theme-name').textContent(), 'light');
    await page.locator('nav.side').getByRole('link', { name: 'Glossary' }).click();
    assert.deepEqual(await shown(page), ['lesson-glossary']);
    await page.goto(address());
    assert.ok(await page.locator('.start').isVisible());
  });
}

for (const place of ['5', '[]', '{"id":{}}', '{"id":"book-main"}', '{"id":"lesson-01"}', '{"id":"lesson-01","title":{"a":1},"where":[],"below":"x"}']) {
  test(`a kept place that reads ${place} does no harm`, async (t) => {
    const c = await context(t);
    const page = await c.newPage();
    await page.addInitScript((value) => { if (location.protocol === 'file:') localStorage.setItem('agentcourse.place', value); }, place);
    await page.goto(address());
    const line = page.locator('#book-resume');
    if (!place.includes('lesson-01')) return assert.ok(!await line.isVisible());
    assert.equal(await line.innerText(), 'Go on where you were: Chapter 01: foundations');
    await line.locator('a').click();
    assert.deepEqual(await shown(page), ['lesson-01']);
  });
}
