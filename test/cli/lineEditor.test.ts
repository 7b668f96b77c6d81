import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { type LineRequest, readLine } from '../../src/cli/lineEditor.js';
import { until } from '../support/until.js';

/** A keyboard and a screen. */
function terminal() {
  let shown = '';
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    setRawMode: (is: boolean) => void raw.push(is),
  });
  const output = new Writable({
    write(chunk, _, done) {
      shown += chunk;
      done();
    },
  });
  const read = (request: Partial<LineRequest> = {}) =>
    readLine({ prompt: '> ', ...request }, input, output);
  const prompted = () => until('the prompt', () => shown.includes('> '));
  return { input, raw, read, prompted, shown: () => shown };
}

describe('readLine', () => {
  it('resolves with the line, and leaves the terminal as it was', async () => {
    const { input, raw, read, prompted } = terminal();
    const line = read();
    await prompted();
    input.write('hellp\u007fo\r');
    expect(await line).toEqual({ kind: 'line', text: 'hello' });
    expect(raw.at(-1)).toBe(false);
    expect(input.isPaused()).toBe(true);
  });

  it('brings earlier lines back with the arrow keys', async () => {
    const { input, read, prompted } = terminal();
    const history: string[] = [];
    const first = read({ history });
    await prompted();
    input.write('first\r');
    await first;
    const second = read({ history });
    input.write('\u001b[A\r');
    expect(await second).toEqual({ kind: 'line', text: 'first' });
  });

  it('takes several pasted lines as one text, and waits for the last one', async () => {
    const { input, read, prompted } = terminal();
    const line = read();
    await prompted();
    input.write('one\ntwo\nthr');
    await new Promise((resolve) => setTimeout(resolve, 20));
    input.write('ee\r');
    expect(await line).toEqual({ kind: 'line', text: 'one\ntwo\nthree' });
  });

  it.each([
    ['Ctrl-C', 'half\u0003', { kind: 'interrupt', text: 'half' }],
    ['Ctrl-D', '\u0004', { kind: 'end' }],
  ])('tells of %s', async (_, keys, answer) => {
    const { input, read, prompted } = terminal();
    const line = read();
    await prompted();
    input.write(keys);
    expect(await line).toEqual(answer);
  });

  it('ends if the terminal goes away', async () => {
    const { input, read, prompted } = terminal();
    const line = read();
    await prompted();
    input.end();
    expect(await line).toEqual({ kind: 'end' });
  });

  it('is taken back by a signal, and goes on with what was typed', async () => {
    const { input, read, prompted } = terminal();
    const abort = new AbortController();
    const line = read({ signal: abort.signal });
    await prompted();
    input.write('half');
    await new Promise((resolve) => setTimeout(resolve, 20));
    abort.abort();
    expect(await line).toEqual({ kind: 'aborted', text: 'half' });
    const again = read({ text: 'half' });
    input.write('way\r');
    expect(await again).toEqual({ kind: 'line', text: 'halfway' });
    expect(await read({ signal: abort.signal, text: 'x' })).toEqual({ kind: 'aborted', text: 'x' });
  });

  it('ignores what was typed before the prompt, if asked to', async () => {
    const { input, read, prompted } = terminal();
    input.write('y\r');
    const line = read({ discardTyped: true });
    await prompted();
    input.write('n\r');
    expect(await line).toEqual({ kind: 'line', text: 'n' });
  });
});
