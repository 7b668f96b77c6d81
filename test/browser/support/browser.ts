import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe } from '@jest/globals';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const isRequired = process.env.CLAUDE_ACTORS_REQUIRE_BROWSER === '1';

/** The browser sends nothing over the network but what a test asks for. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface OpenPage {
  page: Page;
  /** Errors of the page, including refused requests. */
  problems: string[];
}

export type Open = (url: string, options?: BrowserContextOptions) => Promise<OpenPage>;

/** Tests in a real browser. Without one they are skipped, or fail if a browser is required. */
export function describeInBrowser(name: string, tests: (open: Open) => void): void {
  const isThere = existsSync(executablePath);
  if (!isThere && !isRequired) {
    process.stderr.write(`${name}: skipped, there is no ${executablePath} (set CHROMIUM_PATH)\n`);
    describe.skip(name, () => tests(() => Promise.reject(new Error('There is no browser.'))));
    return;
  }
  describe(name, () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath, args });
    }, 60_000);
    afterAll(() => browser?.close(), 60_000);
    tests(async (url, options) => {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 860 },
        ...options,
      });
      const page = await context.newPage();
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      await page.goto(url);
      return { page, problems };
    });
  });
}
