// Older browsers: what they do not know must not spoil what they show.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, anchors, context, copy, html, open, shown } from './helpers.mjs';

/** A browser that takes hidden="until-found" for plain hidden: no event, and no content-visibility. */
async function unfinding(t, hash) {
  const c = await context(t, { bypassCSP: true });
  const page = await c.newPage();
  await page.addInitScript(() => { for (const owner of [HTMLElement.prototype, Document.prototype, window]) delete owner.onbeforematch; });
  await page.goto(address(hash));
  await page.addStyleTag({ content: '[hidden=until-found] { content-visibility: visible !important }' });
  return page;
}

test('a browser without hidden=until-found shows one page, and not all of them on top of it', async (t) => {
  const page = await unfinding(t, `#${anchors[1]}`);
  assert.deepEqual(await shown(page), [anchors[1]]);
  assert.equal(await page.locator('#book-main > [hidden] h2:visible').count(), 0);
  await page.evaluate((id) => { location.hash = id; }, anchors[2]);
  await page.waitForFunction((id) => !document.getElementById(id).hidden, anchors[2]);
  assert.equal(await page.locator('#book-main h2:visible').count(), 1);
});

test('a browser without hidden=until-found prints the whole book from the cover', async (t) => {
  const page = await unfinding(t, '');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('#book-main > section:visible').count(), anchors.length + 1);
});

test('a browser without light-dark() still shows dark on light, or light on dark, and covers what is behind', async (t) => {
  const path = copy('old.html', (text) => text.replaceAll('light-dark(', 'no-such-function('));
  for (const dark of [false, true]) {
    const page = await open(t, { path, dark, hash: `#${anchors[1]}` });
    await page.keyboard.press('Control+k');
    const of = await page.evaluate(() => Object.fromEntries(['html', '.bar', '.side', 'dialog'].map((s) => {
      const style = getComputedStyle(document.querySelector(s));
      const light = (colour) => { const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number); return a < 1 ? NaN : (r + g + b) / 3; };
      return [s, light(style.color) - light(style.backgroundColor)];
    })));
    for (const [part, difference] of Object.entries(of)) assert.ok(dark ? difference > 150 : difference < -150, `${dark}: ${part} ${difference}`);
  }
});
