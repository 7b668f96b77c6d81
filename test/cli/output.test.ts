import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { Output } from '../../src/cli/Output.js';
import { settle } from '../support/simulated.js';

/** A stream that takes what it is given when told to. */
function slowStream() {
  const taken: (() => void)[] = [];
  const stream = new Writable({
    highWaterMark: 4,
    write: (_chunk, _encoding, done) => void taken.push(done),
  });
  return { stream, take: () => taken.shift()?.() };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.then(() => {
    settled = true;
  });
  await settle();
  return settled;
}

describe('an output', () => {
  it('waits for a slow reader', async () => {
    const { stream, take } = slowStream();
    const output = new Output(stream);
    expect(await isSettled(output.drained())).toBe(true);
    output.line('more than four');
    const drained = output.drained();
    expect(await isSettled(drained)).toBe(false);
    take();
    await drained;
  });

  it('waits no longer for a reader that goes away, and writes no more to it', async () => {
    const { stream } = slowStream();
    const output = new Output(stream);
    output.line('more than four');
    const drained = output.drained();
    stream.destroy(new Error('EPIPE'));
    await drained;
    await output.closed;
    expect(output.isClosed).toBe(true);
    output.line('dropped');
    expect(await isSettled(output.drained())).toBe(true);
  });

  it('assumes 80 columns if the terminal does not report its width', () => {
    expect(new Output(slowStream().stream).columns).toBe(80);
  });
});
