import { afterEach, describe, expect, it } from '@jest/globals';
import { query, startSession } from '../../../src/index.js';
import { fakeCli } from '../../../src/testing/index.js';

const prototype = Object.prototype as unknown as Record<string, unknown>;
const polluted: string[] = [];

function pollute(name: string, value: unknown, enumerable: boolean): void {
  polluted.push(name);
  Object.defineProperty(prototype, name, { value, configurable: true, enumerable, writable: true });
}

function clean(): void {
  for (const name of polluted.splice(0)) delete prototype[name];
}

afterEach(clean);

async function runWith(name: string, value: unknown, enumerable: boolean): Promise<unknown> {
  const { port } = fakeCli({ turns: [[{ text: 'Hi.' }]] });
  pollute(name, value, enumerable);
  try {
    const session = await startSession({ options: { port } });
    const { subtype } = await session.send('x').result;
    await session.end();
    return subtype;
  } catch (error) {
    return error;
  } finally {
    clean();
  }
}

const refusal = (name: string) => ({
  code: 'InvalidOption',
  message: expect.stringContaining(`enumerable property \`${name}\``),
});

describe('a property of Object.prototype', () => {
  it.each(
    // Names that XState, the options or JSON look up.
    'foo output target guard after toJSON always on states invoke entry type id permissionMode'
      .split(' ')
      .flatMap((name) => ['x', { a: 1 }, () => 'x'].map((value) => [name, value] as const)),
  )('that `for…in` finds is named in the error: %s = %p', async (name, value) => {
    expect(await runWith(name, value, true)).toMatchObject(refusal(name));
  });

  it('is named by a query too', async () => {
    pollute('foo', 1, true);
    const { port } = fakeCli({});
    let error: unknown;
    try {
      await query({ prompt: 'x', options: { port } }).close();
    } catch (problem) {
      error = problem;
    }
    clean();
    expect(error).toMatchObject(refusal('foo'));
  });

  it('does no harm if `for…in` does not find it', async () => {
    expect(await runWith('foo', () => 'x', false)).toBe('success');
  });
});
