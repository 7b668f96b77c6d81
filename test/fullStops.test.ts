import { describe, expect, it } from '@jest/globals';
import { operationError } from '../src/actors/operations.js';
import { startError } from '../src/actors/process/portWrappers.js';
import { encodeJson } from '../src/codec/encode.js';
import { decodeBytes, decodeText, type InvalidFrame } from '../src/codec/frames.js';
import { otherError } from '../src/ffi/process/spawnErrorMessages.js';
import { checkVersion } from '../src/ffi/version/version.js';
import { decodeError } from '../src/machines/query/queryErrors.js';
import { initializeFailed } from '../src/machines/session/sessionErrors.js';
import { query } from '../src/Query.js';
import { collectItems } from '../src/streams/consumeStream.js';
import { withoutFullStop } from '../src/util/withoutFullStop.js';
import { talkingCli } from './support/talkingCli.js';

const words = 'The disk is full.';

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

const ofVersion = () => {
  const finding = checkVersion({ kind: 'failed', reason: words }, 'query');
  return finding.kind === 'error' ? finding.error.message : '';
};

const throwing = {
  toJSON() {
    throw new Error(words);
  },
};

/** Messages that quote somebody else, whose words may end with a full stop. */
const quoting: Record<string, () => string> = {
  'a start that failed': () => startError(new Error(words)).message,
  'a spawn that failed': () => otherError('/bin/claude', new Error(words)),
  'a version that cannot be read': ofVersion,
  'a value that cannot be encoded': () => messageOf(() => encodeJson(throwing, 'It')),
  'a line that is no JSON': () => decodeError(decodeText('oops') as InvalidFrame).message,
  'a line that is no message': () => decodeError(decodeText('[]') as InvalidFrame).message,
  'a line that is no UTF-8': () => decodeError(decodeBytes(Uint8Array.of(0xff))).message,
  'a request that is refused': () =>
    operationError({ operation: 'x', launch: {} }, { kind: 'rejected', error: words }).message,
  'a handshake that is refused': () =>
    initializeFailed({ kind: 'rejected', error: words }, {}, 'req_0').message,
};

describe('a message that quotes somebody else', () => {
  it.each(Object.entries(quoting))('has no doubled full stop: %s', (_, message) => {
    expect(message()).toMatch(/\w/);
    expect(message()).not.toMatch(/\.["'`)]?\.(?!\.)/);
  });

  it('has none for an iterable that throws', async () => {
    async function* broken() {
      yield* [];
      throw new Error(words);
    }
    const { terminalError } = await collectItems(query(broken(), { port: talkingCli() }));
    expect(terminalError?.message).toContain('The disk is full. Fix it');
  });
});

describe('withoutFullStop', () => {
  it.each([
    ['Done.', 'Done'],
    ['Done.\n', 'Done'],
    ['Done', 'Done'],
    ['Wait...', 'Wait...'],
    ['a.b', 'a.b'],
    ['', ''],
  ])('%j is %j', (text, expected) => {
    expect(withoutFullStop(text)).toBe(expected);
  });
});
