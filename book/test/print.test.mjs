import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { anchors, copy, html, open, strange } from './helpers.mjs';

const count = (pattern, text) => (text.match(pattern) ?? []).length;

/** The entries of a PDF's outline. Chromium writes the objects of the outline uncompressed. */
function outline(pdf) {
  const text = pdf.toString('latin1');
  return count(/\/Parent \d+ 0 R[^>]*\/Dest|\/Dest[^>]*\/Parent \d+ 0 R/g, text.replace(/\/Type\s*\/Page\b[^]*?endobj/g, ''));
}

/** The bytes of all compressed streams. */
function streams(pdf) {
  let all = '';
  const text = pdf.toString('latin1');
  for (const m of text.matchAll(/\/FlateDecode[^]*?stream\r?\n/g)) {
    const start = m.index + m[0].length, end = text.indexOf('endstream', start);
    try { all += inflateSync(pdf.subarray(start, end)).toString('latin1'); } catch { /* a picture */ }
  }
  return all;
}

test('the whole book is printed from the cover: each heading is in the outline', async (t) => {
  const page = await open(t);
  const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true });
  assert.equal(outline(pdf), count(/<h[1-6][\s>]/g, html));
});

test('without script the whole book is printed', async (t) => {
  const page = await open(t, { js: false });
  const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true });
  assert.equal(outline(pdf), count(/<h[1-6][\s>]/g, html));
});

test('elsewhere the page that is shown is printed', async (t) => {
  const page = await open(t, { hash: '#lesson-glossary' });
  const pdf = await page.pdf({ preferCSSPageSize: true, tagged: true, outline: true });
  const own = count(/<h[1-6][\s>]/g, html.split('id="lesson-glossary"')[1].split('</section>')[0]);
  assert.equal(outline(pdf), own);
});

test('a dark theme prints on white paper, in dark ink, with light figures', async (t) => {
  const page = await open(t, { dark: true, hash: '#lesson-01' });
  await page.locator('#book-theme').click();
  await page.locator('#book-theme').click();
  assert.equal(await page.locator('#book-theme').innerText(), 'Theme: dark');
  await page.emulateMedia({ media: 'print' });
  const style = await page.evaluate(() => {
    const of = (s) => getComputedStyle(document.querySelector(s));
    return { paper: of(':root').backgroundColor, ink: of('#lesson-01 > p:not(.status)').color, scheme: of('#lesson-01 img').colorScheme };
  });
  assert.deepEqual(style, { paper: 'rgb(255, 255, 255)', ink: 'rgb(0, 0, 0)', scheme: 'light' });
});

test('nothing to press is printed, folded answers are, and code wraps', async (t) => {
  const page = await open(t, { path: copy('print.html', strange), hash: '#lesson-strange' });
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('button:visible, .skip:visible, nav:visible, .here:visible').count(), 0);
  assert.ok((await page.locator('#lesson-strange--folded').boundingBox()).height > 5);
  const code = await page.locator('#lesson-strange pre').first().evaluate((p) => getComputedStyle(p).whiteSpace);
  assert.equal(code, 'pre-wrap');
});

test('each lesson begins a page, pages are numbered, the cover is not', async (t) => {
  const print = async (lessons) => {
    const short = copy(`short-${lessons}.html`, (text) => text.replace(/(<section class="(?:lesson|exercise|listing)" id="([^"]+)"[^>]*>)[^]*?<\/section>/g,
      (whole, open, id) => (anchors.indexOf(id) < lessons ? `${open}<h2 id="${open.match(/labelledby="([^"]+)"/)[1]}">T</h2></section>` : '')));
    const page = await open(t, { path: short, js: false });
    return page.pdf({ preferCSSPageSize: true });
  };
  const pages = (pdf) => count(/\/Type\s*\/Page\b/g, pdf.toString('latin1'));
  const pdf = await print(2);
  const text = pdf.toString('latin1');
  const before = pages(await print(1)) - 1; // the cover and the contents, as long as they are
  assert.ok(before >= 2, `${before} pages before the first lesson`);
  assert.equal(pages(pdf), before + 2);
  assert.match(text, /\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);
  assert.ok(streams(pdf).length > 0);
});

test('a page that is printed alone has no empty pages before it or behind it', async (t) => {
  const path = copy('alone.html', (text) => text.replace(/(<section class="(?:lesson|exercise|listing)" id="([^"]+)"[^>]*>)[^]*?<\/section>/g,
    (whole, open) => `${open}<h2 id="${open.match(/labelledby="([^"]+)"/)[1]}">T</h2></section>`));
  const page = await open(t, { path, hash: `#${anchors[3]}` });
  const pdf = await page.pdf({ preferCSSPageSize: true });
  assert.equal(count(/\/Type\s*\/Page\b/g, pdf.toString('latin1')), 1);
});
