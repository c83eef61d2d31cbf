import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examine } from './axe.mjs';
import { anchors, copy, executablePath, strange } from './helpers.mjs';

for (const view of [[390, 'light'], [390, 'dark'], [1280, 'light'], [1280, 'dark']]) {
  test(`axe finds nothing: ${view[0]} px, ${view[1]}`, async (t) => {
    const path = copy(`axe-${view.join('-')}.html`, strange);
    const { examined, violations } = await examine({ path, executablePath, views: [view] });
    t.diagnostic(`${examined} pages examined`);
    assert.ok(examined > anchors.length + 4);
    assert.deepEqual(violations, []);
  });
}
