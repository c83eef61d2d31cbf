import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { file } from './helpers.mjs';

const jar = join(dirname(createRequire(import.meta.url).resolve('vnu-jar/package.json')), 'build/dist/vnu.jar');

// What the checker says of the page's policy is left out: version 26.9.27 holds every data: image and every script of more
// than a few lines for refused, which no browser does; reading.test.mjs asks the browser.
test('the Nu HTML checker has no complaint', async () => {
  const args = ['-jar', jar, '--format', 'json', '--exit-zero-always', '--filterpattern', '.*violates Content Security Policy.*', file];
  const { stderr } = await promisify(execFile)('java', args, { maxBuffer: 1 << 26 });
  const { messages } = JSON.parse(stderr);
  assert.deepEqual(messages.map((m) => `${m.lastLine}: ${m.type}: ${m.message}`), []);
});
