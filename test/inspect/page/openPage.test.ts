import { expect, it } from '@jest/globals';
import { openPage } from '../../../src/inspect/index.js';

it.each([-1, 1.5, 65_536, Number.NaN, '80', null])('a page has no port %j', async (port) => {
  await expect(openPage({ port: port as number })).rejects.toMatchObject({
    code: 'InvalidOption',
    message: expect.stringContaining('`port`'),
  });
});
