import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anchors, context, copy, file, html, open, strange, address } from './helpers.mjs';

const paper = (page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const light = 'rgb(255, 253, 249)', dark = 'rgb(23, 24, 26)';

test('the theme follows the system, or what is chosen, and is remembered', async (t) => {
  const page = await open(t, { dark: true });
  const button = page.locator('#book-theme');
  assert.equal(await paper(page), dark);
  assert.equal(await button.innerText(), 'Theme: automatic');
  await button.click();
  assert.equal(await button.innerText(), 'Theme: light');
  assert.equal(await page.locator('#book-say').textContent(), 'Theme: light');
  assert.equal(await paper(page), light);
  await page.reload();
  assert.equal(await paper(page), light);
  assert.equal(await button.innerText(), 'Theme: light');
  await button.click();
  await page.emulateMedia({ colorScheme: 'light' });
  assert.equal(await paper(page), dark);
  await button.click();
  assert.equal(await paper(page), light);
});

test('the chosen theme is there at the first paint', async (t) => {
  const c = await context(t);
  const page = await c.newPage();
  await page.addInitScript(() => localStorage.setItem('agentcourse.theme', '"dark"'));
  await page.addInitScript(() => {
    const look = () => { (window.seen ??= []).push(document.body && getComputedStyle(document.documentElement).colorScheme); requestAnimationFrame(look); };
    requestAnimationFrame(look);
  });
  await page.goto(address());
  const seen = await page.evaluate(() => window.seen.filter(Boolean));
  assert.deepEqual([...new Set(seen)], ['dark']);
});

test('figures follow the chosen theme', async (t) => {
  const id = anchors.find((a) => html.split(`id="${a}"`)[1].split('</section>')[0].includes('<figure>'));
  const page = await open(t, { hash: `#${id}`, dark: false });
  const figure = page.locator(`#${id} figure img`).first();
  await figure.evaluate((img) => img.decode());
  const pixel = async () => { // of the figure's own ground
    const png = await figure.screenshot();
    return page.evaluate(async (data) => {
      const bitmap = await createImageBitmap(await (new Response(Uint8Array.from(atob(data), (c) => c.charCodeAt(0)))).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      canvas.drawImage(bitmap, 0, 0);
      return canvas.getImageData(8, bitmap.height / 2, 1, 1).data[0];
    }, png.toString('base64'));
  };
  assert.ok(await pixel() > 200, 'automatic on a light system');
  await page.locator('#book-theme').click();
  await page.locator('#book-theme').click();
  assert.ok(await pixel() < 80, 'dark on a light system');
});

test('a code block is copied whole, a session without prompts and output', async (t) => {
  const c = await context(t, { permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await c.newPage();
  await page.goto(address('#lesson-strange', copy('copy.html', strange)));
  const buttons = page.locator('#lesson-strange').getByRole('button', { name: 'Copy code' });
  assert.equal(await buttons.count(), 2);
  await buttons.nth(1).click();
  const clip = () => page.evaluate(() => navigator.clipboard.readText());
  assert.equal(await clip(), 'func main() { // nothing\n\tprint("x", 1) }\n$ not a prompt');
  assert.equal(await page.locator('#book-say').textContent(), 'Copied');
  await buttons.nth(0).focus();
  await page.keyboard.press('Enter');
  assert.equal(await clip(), 'go run ./hello \\\n    -name Ada\necho done');
});

test('copying works without the newer interface', async (t) => {
  const c = await context(t, { permissions: ['clipboard-read', 'clipboard-write'] });
  const page = await c.newPage();
  await page.addInitScript(() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); });
  await page.goto(address('#lesson-strange', copy('copy2.html', strange)));
  await page.locator('#lesson-strange .copy').nth(0).click();
  await page.getByText('Copied', { exact: true }).first().waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'go run ./hello \\\n    -name Ada\necho done');
});

test('every colour of code can be read', async (t) => {
  const path = copy('colours.html', strange);
  for (const dark of [false, true]) {
    const page = await open(t, { path, hash: '#lesson-strange', dark });
    const ratios = await page.evaluate(() => {
      const rgb = (text) => text.match(/[\d.]+/g).slice(0, 3).map(Number);
      const luminance = (text) => {
        const [r, g, b] = rgb(text).map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const ground = luminance(getComputedStyle(document.querySelector('pre')).backgroundColor);
      return [...document.querySelectorAll('#lesson-strange pre span')].map((span) => {
        const ink = luminance(getComputedStyle(span).color);
        return [span.className, (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05)];
      });
    });
    assert.deepEqual([...new Set(ratios.map(([name]) => name))].sort(), ['c', 'f', 'k', 'n', 's']);
    for (const [name, ratio] of ratios) assert.ok(ratio >= 4.5, `${dark ? 'dark' : 'light'}: ${name} ${ratio.toFixed(2)}`);
  }
});

test('nothing is loaded from outside', async (t) => {
  const c = await context(t);
  const page = await c.newPage();
  const asked = [];
  page.on('request', (r) => asked.push(r.url()));
  await page.goto(address('#book-contents'));
  for (const id of anchors) await page.evaluate((hash) => { location.hash = hash; }, id);
  await page.waitForLoadState('networkidle');
  assert.ok(asked.length > 0);
  assert.deepEqual(asked.filter((url) => !/^(file:|data:)/.test(url)), []);
  assert.match(html, /<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;/);
  assert.doesNotMatch(html, /<script[^>]+src=|<link[\s>]|<iframe|@import/);
});

test('another script than the book’s own cannot run', async (t) => {
  const path = copy('evil.html', (text) => text.replace('</main>', '<script>document.title = "evil"</script></main>'));
  const c = await context(t).catch(() => null);
  const page = await c.newPage();
  const refused = [];
  page.on('console', (m) => refused.push(m.text()));
  c.removeAllListeners('console');
  await page.goto(address('', path));
  assert.equal(await page.title(), 'Building AI agents in Go');
  assert.match(refused.join(), /Content Security Policy/);
});

test('without script every page is there to read', async (t) => {
  const page = await open(t, { js: false });
  assert.equal(await page.locator('#book-main > *:visible').count(), anchors.length + 2);
  for (const id of ['book-cover', 'book-contents', ...anchors]) {
    const box = await page.locator(`#${id}`).boundingBox();
    assert.ok(box.height > 100, `${id} is ${box.height} high`);
  }
  assert.equal(await page.getByRole('button').count(), 0, 'a button that does nothing');
  assert.equal(await page.locator('input[data-task]:enabled').count(), 0);
  await page.getByRole('link', { name: 'Start reading' }).click();
  assert.ok(await page.evaluate(() => scrollY).catch(() => 1) !== 0);
});

test('without script a narrow screen is not cut off', async (t) => {
  const page = await open(t, { js: false, width: 390 });
  assert.equal((await page.locator('main').boundingBox()).width, 390);
});

test('the file is small enough', (t) => {
  const markdown = Number(process.env.COURSE_MARKDOWN_BYTES ?? 0);
  t.diagnostic(`${file}: ${Buffer.byteLength(html)} bytes`);
  const parts = { script: html.match(/<script>([^]*?)<\/script>/)[1].length, style: html.match(/<style>([^]*?)<\/style>/)[1].length };
  assert.ok(parts.script < 26_000 && parts.style < 20_000, JSON.stringify(parts));
  if (markdown) assert.ok(Buffer.byteLength(html) <= 1.8 * markdown + 200 * 1024);
});
