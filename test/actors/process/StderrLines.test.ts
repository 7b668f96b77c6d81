import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { StderrLines } from '../../../src/actors/process/StderrLines.js';
import type { Warning } from '../../../src/options/runtimeTypes.js';
import { settle } from '../../support/simulated.js';

function collect(callback?: (data: string) => unknown, linesPerSecond?: number) {
  const time = { now: 0 };
  const lines: string[] = [];
  const warnings: Warning[] = [];
  const stderr = new StderrLines({
    callback: (data) => {
      lines.push(data);
      return callback?.(data);
    },
    linesPerSecond,
    warn: (warning) => warnings.push(warning),
    now: () => time.now,
  });
  return {
    lines,
    time,
    warnings,
    codes: () => warnings.map(({ code }) => code),
    push: (bytes: string | Uint8Array) => stderr.push(Buffer.from(bytes)),
    end: () => stderr.end(),
  };
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`);

describe('the lines of stderr', () => {
  it('come one per call, with their newline, however they were written', () => {
    const { push, lines } = collect();
    push('one\ntwo\r\n\nth');
    expect(lines).toEqual(['one\n', 'two\r\n', '\n']);
    push('ree\n');
    expect(lines).toEqual(['one\n', 'two\r\n', '\n', 'three\n']);
  });

  it('include a last one without a newline', () => {
    const { push, end, lines } = collect();
    push('one\ntwo');
    end();
    end();
    expect(lines).toEqual(['one\n', 'two']);
  });

  it('are none if nothing was written', () => {
    const { end, lines } = collect();
    end();
    expect(lines).toEqual([]);
  });

  it('keep a character whole that came in two writes', () => {
    const { push, lines, end } = collect();
    const bytes = Buffer.from('a😀\n');
    push(bytes.subarray(0, 3));
    push(bytes.subarray(3));
    push(bytes.subarray(0, 3));
    end();
    expect(lines).toEqual(['a😀\n', 'a\ufffd']);
  });

  it('that never end are handed over in pieces', () => {
    const { push, lines, end } = collect();
    for (let i = 0; i < 9; i++) push('x'.repeat(10_000));
    expect(lines).toEqual(['x'.repeat(70_000)]);
    end();
    expect(lines.join('')).toBe('x'.repeat(90_000));
  });

  it('are what was written, once concatenated', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', '\n', '\r', 'é', '😀'), maxLength: 6 }), {
          maxLength: 12,
        }),
        fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
        (texts, sizes) => {
          const { push, end, lines } = collect();
          const bytes = Buffer.from(texts.join(''));
          for (let at = 0; at < bytes.length; ) {
            const size = sizes.next().value ?? 1;
            push(bytes.subarray(at, at + size));
            at += size;
          }
          end();
          expect(lines.join('')).toBe(texts.join(''));
          expect(lines.filter((line) => line.slice(0, -1).includes('\n'))).toEqual([]);
        },
      ),
    );
  });
});

describe('more than 100 lines a second', () => {
  it('are all handed over by default', () => {
    const { push, lines, codes } = collect();
    push(numbered(1, 1_000).join(''));
    expect(lines).toHaveLength(1_000);
    expect(codes()).toEqual([]);
  });

  it('are sampled: every tenth of those beyond, with one warning', () => {
    const { push, lines, warnings } = collect(undefined, 100);
    push(numbered(1, 135).join(''));
    expect(lines).toEqual([...numbered(1, 100), '110\n', '120\n', '130\n']);
    expect(warnings).toEqual([
      { code: 'StderrSampled', message: expect.any(String), context: { limit: 100 } },
    ]);
  });

  it('are 100 and no more', () => {
    const { push, lines, codes } = collect(undefined, 100);
    push(numbered(1, 100).join(''));
    expect(lines).toHaveLength(100);
    expect(codes()).toEqual([]);
  });

  it('count only within that second, and are warned about once', () => {
    const { push, lines, codes, time } = collect(undefined, 100);
    push(numbered(1, 105).join(''));
    time.now = 999;
    push('106\n');
    expect(lines).toHaveLength(100);
    time.now = 1000;
    push(numbered(107, 220).join(''));
    expect(lines.slice(100)).toEqual([...numbered(107, 206), '216\n']);
    expect(codes()).toEqual(['StderrSampled']);
  });
});

describe('the stderr callback', () => {
  it('is dropped once it has thrown', () => {
    const { push, end, lines, warnings } = collect(() => {
      throw new Error('mine');
    });
    push('one\ntwo\n');
    push('three\nfour');
    end();
    expect(lines).toEqual(['one\n']);
    expect(warnings).toEqual([
      { code: 'StderrCallbackDropped', message: expect.stringContaining('mine'), context: {} },
    ]);
  });

  it('is dropped once its promise has rejected, and nothing is left unhandled', async () => {
    const { push, lines, warnings } = collect((data) => Promise.reject(new Error(`no ${data}`)));
    push('one\n');
    push('two\n');
    await settle();
    push('three\n');
    expect(lines).toEqual(['one\n', 'two\n']);
    expect(warnings).toMatchObject([
      { code: 'StderrCallbackDropped', message: expect.stringContaining('no one') },
    ]);
  });

  it('is dropped once it has taken more than a second', () => {
    const takes = [1000, 1001];
    const collected = collect(() => {
      collected.time.now += takes.shift() ?? 0;
    });
    const { push, lines, codes } = collected;
    push('one\n');
    expect(codes()).toEqual([]);
    push('two\n');
    expect(codes()).toEqual(['StderrCallbackDropped']);
    push('three\n');
    expect(lines).toEqual(['one\n', 'two\n']);
  });

  it('is dropped once its promise has taken more than a second', async () => {
    let finish = () => {};
    const { push, lines, codes, time } = collect(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    push('one\n');
    time.now = 1001;
    finish();
    await settle();
    expect(codes()).toEqual(['StderrCallbackDropped']);
    push('two\n');
    expect(lines).toEqual(['one\n']);
  });

  it('is dropped if its promise is pending for over a second when the next line comes', () => {
    const { push, lines, codes, time } = collect(() => new Promise(() => {}));
    push('one\n');
    time.now = 1000;
    push('two\n');
    expect(codes()).toEqual([]);
    time.now = 1001;
    push('three\n');
    expect(lines).toEqual(['one\n', 'two\n']);
    expect(codes()).toEqual(['StderrCallbackDropped']);
  });

  it('is not waited for, and may take its second again and again', async () => {
    const { push, lines, codes, time } = collect(async () => {});
    for (let i = 0; i < 5; i++) {
      time.now += 900;
      push(`${i}\n`);
      await settle();
    }
    expect(lines).toHaveLength(5);
    expect(codes()).toEqual([]);
  });
});

describe('10 MiB on stderr', () => {
  const mebibyte = Buffer.alloc(1024 * 1024, 'x\n');

  it('are one warning, with a callback and without', () => {
    const codes: string[] = [];
    const silent = new StderrLines({ warn: ({ code }) => codes.push(code), now: () => 0 });
    for (let i = 0; i < 9; i++) silent.push(mebibyte);
    silent.push(mebibyte.subarray(1));
    expect(codes).toEqual([]);
    for (let i = 0; i < 11; i++) silent.push(mebibyte);
    silent.end();
    expect(codes).toEqual(['StderrFlood']);

    const collected = collect();
    for (let i = 0; i < 10; i++) collected.push(mebibyte);
    expect(collected.codes()).toEqual(['StderrFlood']);
  });
});
