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
