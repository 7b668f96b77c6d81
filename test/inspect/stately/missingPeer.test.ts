import { expect, it, jest } from '@jest/globals';

jest.unstable_mockModule('@statelyai/inspect', () => {
  throw new Error("Cannot find package '@statelyai/inspect'");
});
const { connectInspector, openPage } = await import('../../../src/inspect/index.js');

it('connectInspector says what to install if the package is missing', async () => {
  await expect(connectInspector()).rejects.toMatchObject({
    code: 'InvalidOption',
    message: expect.stringContaining('npm install @statelyai/inspect'),
  });
});

it('a page needs no package', async () => {
  const page = await openPage();
  expect(page.url).toMatch(/^http:\/\/127\.0\.0\.1:/);
  await page.close();
});
