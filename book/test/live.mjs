// What `course book serve` adds: COURSE_URL is where it serves the course in COURSE_ROOT, whose map this test changes.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';

const map = join(process.env.COURSE_ROOT, 'lessons/index.md');
const browser = await chromium.launch({ executablePath: process.env.COURSE_CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
after(() => browser.close());

const edit = (change) => writeFileSync(map, change(readFileSync(map, 'utf8')));

test('an open page follows its files and stays where it was', async () => {
  const page = await browser.newPage();
  await page.goto(`${process.env.COURSE_URL}#lesson-index`);
  await page.getByText('The end.').scrollIntoViewIfNeeded();
  const top = () => page.locator('#lesson-index--far-below').evaluate((el) => Math.round(el.getBoundingClientRect().top));
  const before = await top();

  edit((text) => text.replace('# Map\n', '# Map\n\nA new line.\n').replace('The end.', 'The very end.'));
  await page.getByText('The very end.').waitFor();
  await page.waitForFunction((want) => Math.abs(document.getElementById('lesson-index--far-below').getBoundingClientRect().top - want) < 4, before);

  edit((text) => text.replace('The very end.', 'The [very end](none.md).'));
  await page.getByRole('alert').getByText('link "none.md": there is no lessons/none.md').waitFor();
  assert.ok(await page.getByText('The very end.').isVisible(), 'the last good page stays');
  await page.reload();
  await page.getByRole('alert').getByText('none.md').first().waitFor();

  edit((text) => text.replace('The [very end](none.md).', 'Mended.'));
  await page.getByText('Mended.').waitFor();
  await page.getByRole('alert').waitFor({ state: 'hidden' });
});

test('every window follows', async () => {
  const pages = [await browser.newPage(), await browser.newPage()];
  for (const page of pages) await page.goto(process.env.COURSE_URL);
  edit((text) => text.replace('# Map', '# Atlas'));
  for (const page of pages) await page.locator('h2', { hasText: 'Atlas' }).waitFor({ state: 'attached' });
});

// A browser has six connections to a server for all tabs together.
test('tabs that nobody sees hold no connection, and catch up when they are seen', async () => {
  const context = await browser.newContext();
  const seen = (page, yes) => page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, !yes);
  const pages = [];
  for (let i = 0; i < 8; i++) {
    pages.push(await context.newPage());
    await pages[i].goto(process.env.COURSE_URL, { timeout: 10000 });
    await seen(pages[i], false);
  }
  await seen(pages[7], true);
  edit((text) => text.replace('# Atlas', '# Globe'));
  await pages[7].locator('h2', { hasText: 'Globe' }).waitFor({ state: 'attached' });
  assert.equal(await pages[0].locator('h2', { hasText: 'Globe' }).count(), 0, 'a tab that nobody sees does not follow');
  await seen(pages[0], true);
  await pages[0].locator('h2', { hasText: 'Globe' }).waitFor({ state: 'attached' });
  await context.close();
});

test('a template that would leave pages behind for good is a mistake', async () => {
  const template = join(process.env.COURSE_ROOT, 'book/page.html');
  const whole = readFileSync(template, 'utf8');
  const page = await browser.newPage();
  await page.goto(process.env.COURSE_URL);
  writeFileSync(template, '');
  await page.getByRole('alert').getByText('book/page.html').first().waitFor();
  writeFileSync(template, whole);
  await page.getByRole('alert').waitFor({ state: 'hidden' });
});
