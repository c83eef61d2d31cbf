// What the tests share: the book's file, a browser, and copies of the book with something changed.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after } from 'node:test';
import { chromium } from 'playwright-core';

export const file = resolve(process.env.COURSE_HTML ?? join(import.meta.dirname, '../dist/course.html'));
if (!existsSync(file)) throw new Error(`there is no ${file}; make it with: go run ./cmd/course book build; or name another in COURSE_HTML`);
export const html = readFileSync(file, 'utf8');
export const executablePath = process.env.COURSE_CHROMIUM ?? '/usr/bin/chromium';

let browser;
const folder = mkdtempSync(join(tmpdir(), 'course-reader-'));
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A browser without anything from an earlier test. Its pages fail the test when a script does. */
export async function context(t, { width = 1280, height = 800, dark = false, js = true, ...more } = {}) {
  browser ??= await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
  const c = await browser.newContext({
    viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', javaScriptEnabled: js, ...more,
  });
  const wrong = [];
  c.on('weberror', (e) => wrong.push(e.error().stack));
  c.on('console', (m) => { if (m.type() === 'error') wrong.push(m.text()); });
  t.after(async () => {
    await c.close();
    if (wrong.length) throw new Error(`the browser complains: ${wrong.join('\n')}`);
  });
  return c;
}

/** A tab that shows the book, or another file, from a fragment on. */
export async function open(t, { hash = '', path = file, ...more } = {}) {
  const page = await (await context(t, more)).newPage();
  await page.goto(address(hash, path));
  return page;
}

export const address = (hash = '', path = file) => pathToFileURL(path).href + hash;

/** Scrolls, and waits until the reader has noted it. */
export async function scrollTo(page, top) {
  await page.evaluate((y) => scrollTo(0, y), top);
  await page.waitForFunction((y) => history.state?.top === y, top);
}

/** A copy of the book with something changed, under a name of its own. */
export function copy(name, change) {
  const path = join(folder, name);
  writeFileSync(path, change(html));
  return path;
}

/** Sections that hold what the course's own pages need not hold. */
export const strange = (text) => text.replace(/<\/section>\s*<\/main>/, `</section>
<section class="lesson" id="lesson-strange" aria-labelledby="lesson-strange--strange">
<h2 id="lesson-strange--strange">Strange things</h2>
<p>Of filler, HandlerFuncs, handlerfunc and errors. Is that all?</p>
<h3 id="lesson-strange--routes">Routes</h3>
<p>It takes a <code>HandlerFunc</code>, not a myHandlerFuncs.</p>
<h3 id="lesson-strange--names">Names</h3>
<p>In C++ it is <code>MyType::my_func</code>.</p>
<h3 id="lesson-strange--compare">Comparing</h3>
<p>Use <code>oddly.Is(err, target)</code>.</p>
<h3 id="lesson-strange--sub">Sub-tests</h3>
<p>Call <code>t.Jog("name", f)</code>. It is zzyzx twelve.</p>
<h3 id="lesson-strange--arabic">Right to left</h3>
<p dir="auto">مرحبا بالعالم</p>
<pre tabindex="0"><code>$ go run ./hello \\
    -name Ada
hello, Ada
$ echo done
done
</code></pre>
<pre tabindex="0" data-lang="go"><code><span class="k">func</span> <span class="f">main</span>() { <span class="c">// nothing</span>
	<span class="f">print</span>(<span class="s">"x"</span>, <span class="n">1</span>) }
$ not a prompt
</code></pre>
<details><summary>Answer</summary><p id="lesson-strange--folded">Folded text about quokkas.</p></details>
</section>
<section class="listing" id="listing-strange" aria-labelledby="listing-strange--file">
<h2 id="listing-strange--file">starter/strange.go</h2>
<p class="state">started</p>
<pre tabindex="0" data-lang="go"><code>zzyzx twelve, zzyzx; ${'long '.repeat(80)}
</code></pre>
</section>
</main>`);

export const shown = (page) => page.evaluate(() => [...document.querySelectorAll('#book-main > *')].filter((p) => !p.hidden).map((p) => p.id));
export const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim().slice(0, 40));
export const anchors = [...html.matchAll(/<section class="(?:lesson|exercise|listing)" id="([^"]+)"/g)].map((m) => m[1]);
