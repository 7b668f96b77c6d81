import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { inputPipe } from '../../../src/ffi/process/inputPipe.js';
import { outputPipe } from '../../../src/ffi/process/outputPipe.js';

const moment = () => new Promise((resolve) => setImmediate(resolve));

describe('what comes out of a process', () => {
  function reading(stdout = new PassThrough()) {
    const seen: string[] = [];
    const pipe = outputPipe(
      stdout,
      (bytes) => seen.push(Buffer.from(bytes).toString()),
      () => seen.push('end'),
    );
    return { stdout, seen, pipe };
  }

  it('is read though somebody has paused it before', async () => {
    const before = new PassThrough();
    before.pause();
    const { stdout, seen } = reading(before);
    stdout.end('a');
    await moment();
    expect(seen).toEqual(['a', 'end']);
  });

  it('is kept while it is paused, also where it is set in motion by somebody else', async () => {
    const { stdout, seen, pipe } = reading();
    stdout.write('a');
    await moment();
    pipe.pause();
    stdout.resume();
    stdout.write('b');
    stdout.end('c');
    await moment();
    expect(seen).toEqual(['a']);
    pipe.resume();
    pipe.resume();
    await moment();
    expect(seen).toEqual(['a', 'b', 'c', 'end']);
  });

  it('may be paused by what it says, and ends once', async () => {
    const stdout = new PassThrough();
    const seen: string[] = [];
    const pipe = outputPipe(
      stdout,
      (bytes) => {
        seen.push(Buffer.from(bytes).toString());
        pipe.pause();
      },
      () => seen.push('end'),
    );
    for (const text of ['a', 'b']) stdout.write(text);
    stdout.end();
    for (let i = 0; i < 4; i++) {
      await moment();
      pipe.resume();
    }
    await moment();
    expect(seen).toEqual(['a', 'b', 'end']);
  });
});

describe('what goes into a process', () => {
  /** A stdin that notes each write. */
  function writing(behave: (text: string) => void = () => {}) {
    const writes: string[] = [];
    const stdin = new Writable({
      write(chunk, _, done) {
        writes.push(String(chunk));
        behave(String(chunk));
        done();
      },
    });
    const pipe = inputPipe(stdin, 7);
    const outcomes: string[] = [];
    const write = (line: string) =>
      pipe.write(line, (error) => outcomes.push(`${line} ${error?.code ?? 'taken'}`));
    return { pipe, stdin, writes, outcomes, write };
  }

  it('leaves at once, and what follows in the same moment as one', async () => {
    const { write, writes, outcomes } = writing();
    for (const line of ['a', 'b', 'c']) write(line);
    expect([writes, outcomes]).toEqual([['a'], []]);
    await moment();
    expect(writes).toEqual(['a', 'bc']);
    expect(outcomes).toEqual(['a taken', 'b taken', 'c taken']);
    write('d');
    expect(writes).toEqual(['a', 'bc', 'd']);
  });

  it('leaves as one where it waited for what left at once', async () => {
    const { pipe, write, writes } = writing();
    pipe.write('a', () => {
      for (const line of ['b', 'c']) write(line);
    });
    await moment();
    expect(writes).toEqual(['a', 'bc']);
  });

  it('is all there before the end', async () => {
    const { write, writes, outcomes, pipe } = writing();
    for (const line of ['a', 'b']) write(line);
    pipe.end();
    write('late');
    await moment();
    expect(writes).toEqual(['a', 'b']);
    expect(outcomes.sort()).toEqual(['a taken', 'b taken', 'late WriteFailed']);
  });

  it('fails line by line where the stream throws, and raises nothing', async () => {
    const { write, outcomes } = writing(() => {
      throw new Error('boom');
    });
    for (const line of ['a', 'b', 'c']) write(line);
    await moment();
    expect(outcomes).toEqual(['a WriteFailed', 'b WriteFailed', 'c WriteFailed']);
  });

  it('fails where not even the state of the stream can be read, and raises nothing', async () => {
    const { stdin, write, outcomes } = writing();
    Object.defineProperty(stdin, 'writable', {
      get() {
        throw new Error('boom');
      },
    });
    for (const line of ['a', 'b']) write(line);
    await moment();
    write('c');
    await moment();
    expect(outcomes).toEqual(['a WriteFailed', 'b WriteFailed', 'c WriteFailed']);
  });

  it('fails where the pipe is destroyed before it has left', async () => {
    const { write, outcomes, stdin } = writing();
    for (const line of ['a', 'b']) write(line);
    stdin.destroy();
    await moment();
    expect(outcomes.length).toBe(2);
    expect(outcomes).toContain('b WriteFailed');
  });
});
