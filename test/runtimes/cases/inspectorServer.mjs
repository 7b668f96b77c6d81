// The inspector page, for a browser on the other side: the runner opens it.
import { existsSync } from 'node:fs';
import process from 'node:process';
import { startSession } from 'claude-actors';
import { openPage } from 'claude-actors/inspect';
import { cli } from './setUp.mjs';

const page = await openPage();
const session = await startSession({ options: cli('echo.mjs', { inspect: page }) });
await session.send('Hi').result;
console.log(`page ${page.url} of ${process.pid}`);
// The runner says so when it has seen the page.
while (!existsSync(process.env.CASE_TOOL_FILE)) {
  await new Promise((resolve) => setTimeout(resolve, 50));
}
await session.end();
await page.close();
console.log('ok');
