// The inspector page: its files, and what it is told about a session.
import assert from 'node:assert/strict';
import process from 'node:process';
import { startSession } from 'claude-actors';
import { openPage } from 'claude-actors/inspect';
import { cli } from './setUp.mjs';

const page = await openPage();
for (const file of ['', 'page.css', 'client/main.js', 'client/main.js.map']) {
  assert.equal((await fetch(page.url + file)).status, 200, file);
}
const session = await startSession({ options: cli('echo.mjs', { inspect: page }) });
await session.send('Hi').result;

const watching = new AbortController();
const { body } = await fetch(`${page.url}events`, { signal: watching.signal });
let told = '';
const decoder = new TextDecoder();
for await (const bytes of body) {
  told += decoder.decode(bytes, { stream: true });

  if (told.includes(`"pid":${process.pid}`) && told.includes('"session"')) break;
}
watching.abort();
await session.end();
await page.close();
console.log('ok');
