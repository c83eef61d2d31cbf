// The EPUB's pages as a small e-reader shows them: COURSE_EPUB is the folder that holds them. In a book that is turned page
// by page nothing can be scrolled sideways, so what is wider than the page is lost.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const folder = process.env.COURSE_EPUB;
const browser = await chromium.launch({ executablePath: process.env.COURSE_CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
after(() => browser.close());

test('no page and no table is wider than a small screen', async () => {
  const page = await browser.newPage({ viewport: { width: 320, height: 500 } });
  const wide = [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.xhtml'));
  assert.ok(files.length > 20);
  for (const file of files) {
    await page.goto(pathToFileURL(join(folder, file)).href);
    const found = await page.evaluate(() => [document.documentElement, ...document.querySelectorAll('.table')]
      .filter((el) => el.scrollWidth > el.clientWidth + 1).map((el) => el.textContent.trim().slice(0, 40)));
    wide.push(...found.map((text) => `${file}: ${text}`));
  }
  assert.deepEqual(wide, []);
});
