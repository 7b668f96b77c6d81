import { describe, expect, it } from '@jest/globals';
import { ClaudeActorsError } from '../../../src/errors.js';
import { query, startSession } from '../../../src/index.js';
import { optionNames } from '../../../src/options/table/optionTable.js';
import { fakeCli } from '../../../src/testing/index.js';

class Instance {
  get boom(): never {
    throw new TypeError('a getter of a class');
  }
}

const throwing = new Proxy(
  {},
  {
    get() {
      throw new TypeError('get');
    },
    has() {
      throw new TypeError('has');
    },
    ownKeys() {
      throw new TypeError('ownKeys');
    },
    getOwnPropertyDescriptor() {
      throw new TypeError('descriptor');
    },
    getPrototypeOf() {
      throw new TypeError('prototype');
    },
  },
);
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const revokedList = Proxy.revocable([], {});
revokedList.revoke();

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;
let deep: unknown = 'x';
let deepList: unknown = 'x';
for (let depth = 0; depth < 20_000; depth += 1) {
  deep = { a: deep };
  deepList = [deepList];
}

/** Values that nobody should pass, by name. */
const values: Record<string, unknown> = {
  null: null,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  negative: -1,
  fraction: 0.5,
  true: true,
  text: 'x',
  'empty text': '',
  NUL: 'a\0b',
  'half a character': '\ud800',
  symbol: Symbol('x'),
  bigint: 1n,
  function: () => {},
  'class instance': new Instance(),
  class: Instance,
  'getter that throws': {
    get permissions(): never {
      throw new TypeError('permissions');
    },
    get type(): never {
      throw new TypeError('type');
    },
    get a(): never {
      throw new TypeError('a');
    },
  },
  'Proxy that throws': throwing,
  'revoked Proxy': revoked.proxy,
  'revoked list': revokedList.proxy,
  cyclic: cyclic,
  'array with holes': new Array(3),
  'array of null': [null],
  'array of symbols': [Symbol('x')],
  'array of Proxies': [throwing],
  'without a prototype': Object.create(null),
  'object of null': { a: null },
  'object of symbols': { a: Symbol('x'), [Symbol('b')]: 1 },
  'object of bigints': { a: 1n },
  'object of Proxies': { a: throwing },
  'object of functions': { a: () => {} },
  'toJSON that throws': {
    toJSON() {
      throw new TypeError('toJSON');
    },
  },
  'toJSON that is undefined': { toJSON: () => undefined },
  deep,
  'deep list': deepList,
  'named __proto__': JSON.parse('{"__proto__":{"a":1}}'),
  Map: new Map(),
  Date: new Date(Number.NaN),
  boxed: Object('x'),
};

/** Options that only make sense as what they are: the test needs its own. */
const isFixed = (name: string) => name === 'port';

describe('any value of any option', () => {
  it.each(Object.keys(values))('is accepted or refused by our own error: %s', async (which) => {
    const plain: string[] = [];
    for (const name of optionNames.filter((one) => !isFixed(one))) {
      const note = (error: unknown) => {
        if (error instanceof ClaudeActorsError) return;
        plain.push(`${name}: ${String(error)}`);
      };
      const { port } = fakeCli({ turns: [[{ text: 'Hi.' }]] });
      const options = { port, [name]: values[which] } as never;
      try {
        const session = await startSession({ options });
        await session.stop().catch(note);
      } catch (error) {
        note(error);
      }
      try {
        const run = query({ prompt: 'x', options });
        run.initialization.catch(() => {});
        await run.close();
      } catch (error) {
        note(error);
      }
    }
    expect(plain).toEqual([]);
  });

  it.each(Object.keys(values))('as all the options: %s', async (which) => {
    const options = values[which] as never;
    for (const start of [() => startSession({ options }), () => startSession(options)]) {
      const error = await Promise.resolve()
        .then(start)
        .then(
          (session) => session.stop(),
          (problem: unknown) => problem,
        );
      if (error !== undefined) expect(error).toBeInstanceOf(ClaudeActorsError);
    }
  });
});
