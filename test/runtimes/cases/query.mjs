// One prompt as a query, with text that is not ASCII and has line ends in it.
import assert from 'node:assert/strict';
import { query } from 'claude-actors';
import { cli, last } from './setUp.mjs';

const prompt = 'Grüße an 世界 👋\r\nzweite "Zeile" mit \\ und %PATH%';
for (const mode of ['oneShot', 'session']) {
  const message = await last(query({ prompt, options: cli('echo.mjs', { mode }) }));
  assert.equal(message.type, 'result');
  assert.equal(message.result, prompt);
}
console.log('ok');
