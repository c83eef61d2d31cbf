// Examines every page of the book with axe: WCAG 2.2 AA and best practice; light and dark; 390 and 1280 px wide.
//   COURSE_HTML=../dist/course.html node axe.mjs
// prints {"examined": N, "violations": [{"page", "width", "theme", "rule", "impact", "help", "targets"}]} and ends with 1 if there is one.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Examines the pages of a file, and the search and the list of chapters while they are open. */
export async function examine({ path, executablePath, views = [[390, 'light'], [390, 'dark'], [1280, 'light'], [1280, 'dark']] }) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
  const violations = [];
  let examined = 0;
  const look = async ([width, theme]) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: theme });
    const page = await context.newPage();
    await page.goto(pathToFileURL(path).href);
    await page.evaluate(source);
    const run = async (name, alone = true) => {
      const found = await page.evaluate(async ([only, alone]) => {
        const main = document.getElementById('book-main'), all = [...main.children];
        for (const other of all) if (other.hidden && alone) other.remove(); // nobody sees them, and axe would walk through them each time
        try {
          return await window.axe.run(document, { runOnly: only, resultTypes: ['violations'] });
        } finally {
          main.replaceChildren(...all);
        }
      }, [tags, alone]);
      examined++;
      for (const v of found.violations) {
        violations.push({ page: name, width, theme, rule: v.id, impact: v.impact, help: v.help, targets: v.nodes.slice(0, 5).map((n) => n.target.join(' ')) });
      }
    };
    const ids = await page.evaluate(() => [...document.querySelectorAll('#book-main > *')].map((e) => e.id));
    for (const id of ids) {
      await page.evaluate((hash) => new Promise((done) => {
        if (location.hash === hash) return done();
        addEventListener('popstate', () => setTimeout(done), { once: true });
        location.hash = hash;
      }), `#${id}`);
      await run(id);
    }
    if (width < 1000) {
      await page.click('#book-toggle');
      await run('the list of chapters');
      await page.keyboard.press('Escape');
    }
    await page.keyboard.press('Control+k');
    await page.fill('#book-query', 'token');
    await run('the search', false); // its results lead to hidden pages
    await context.close();
  };
  try {
    for (const view of views) await look(view);
  } finally {
    await browser.close();
  }
  return { examined, violations };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const result = await examine({ path: process.env.COURSE_HTML, executablePath: process.env.COURSE_CHROMIUM ?? '/usr/bin/chromium' });
  console.log(JSON.stringify(result));
  process.exitCode = result.violations.length ? 1 : 0;
}
