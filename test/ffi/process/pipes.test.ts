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

  it('is read even if somebody paused it before', async () => {
    const before = new PassThrough();
    before.pause();
    const { stdout, seen } = reading(before);
    stdout.end('a');
    await moment();
    expect(seen).toEqual(['a', 'end']);
  });

  it('is buffered while it is paused, even if somebody else resumes it', async () => {
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

  it('can be paused by its own listener, and ends once', async () => {
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

  it('is written at once, and further lines of the same tick together', async () => {
    const { write, writes, outcomes } = writing();
    for (const line of ['a', 'b', 'c']) write(line);
    expect([writes, outcomes]).toEqual([['a'], []]);
    await moment();
    expect(writes).toEqual(['a', 'bc']);
    expect(outcomes).toEqual(['a taken', 'b taken', 'c taken']);
    write('d');
    expect(writes).toEqual(['a', 'bc', 'd']);
  });

  it('is written together if it waited for the first write', async () => {
    const { pipe, write, writes } = writing();
    pipe.write('a', () => {
      for (const line of ['b', 'c']) write(line);
    });
    await moment();
    expect(writes).toEqual(['a', 'bc']);
  });

  it('is written before stdin is closed', async () => {
    const { write, writes, outcomes, pipe } = writing();
    for (const line of ['a', 'b']) write(line);
    pipe.end();
    write('late');
    await moment();
    expect(writes).toEqual(['a', 'b']);
    expect(outcomes.sort()).toEqual(['a taken', 'b taken', 'late WriteFailed']);
  });

  it('fails line by line if the stream throws, and throws nothing', async () => {
    const { write, outcomes } = writing(() => {
      throw new Error('boom');
    });
    for (const line of ['a', 'b', 'c']) write(line);
    await moment();
    expect(outcomes).toEqual(['a WriteFailed', 'b WriteFailed', 'c WriteFailed']);
  });

  it('fails if not even the state of the stream can be read, and throws nothing', async () => {
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

  it('fails if the pipe is destroyed before the write', async () => {
    const { write, outcomes, stdin } = writing();
    for (const line of ['a', 'b']) write(line);
    stdin.destroy();
    await moment();
    expect(outcomes.length).toBe(2);
    expect(outcomes).toContain('b WriteFailed');
  });
});
