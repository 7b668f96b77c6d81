import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { errorCategories } from '../src/errors.js';
import { warningCodes } from '../src/warnings.js';
import { codesIn, valuesIn } from './support/codesIn.js';

const src = fileURLToPath(new URL('../src/', import.meta.url));
const lists = ['errors.ts', 'warnings.ts'];
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter(
    (path) =>
      path.endsWith('.ts') &&
      !lists.includes(path) &&
      !/^(?:cli|testing\/(?!recording))\//.test(path),
  )
  .map((path) => readFileSync(src + path, 'utf8'));

const known = Object.keys(warningCodes);
const errors = Object.keys(errorCategories);

describe('warning codes', () => {
  it('are listed wherever they are emitted', () => {
    const emitted = new Set(sources.flatMap(codesIn));
    expect(emitted.size).toBeGreaterThan(20);
    const unlisted = [...emitted].filter((code) => !known.includes(code) && !errors.includes(code));
    expect(unlisted).toEqual([]);
  });

  it('are emitted somewhere, each that is listed', () => {
    const emitted = new Set(sources.flatMap(codesIn));
    expect(known.filter((code) => !emitted.has(code))).toEqual([]);
  });

  it('are not also codes of errors', () => {
    expect(known.filter((code) => errors.includes(code))).toEqual([]);
  });

  it('say in whole sentences what happened and what to do', () => {
    for (const { meaning, remedy } of Object.values(warningCodes)) {
      expect(meaning).toMatch(/^\S.+\.$/);
      expect(remedy).toMatch(/^\S.+\.$/);
    }
  });

  it('are in the table of the docs with the same words', () => {
    const docs = readFileSync(new URL('../docs/observability.md', import.meta.url), 'utf8');
    const rows = Object.entries(warningCodes).map(
      ([code, { meaning, remedy }]) => `| \`${code}\` | ${meaning} | ${remedy} |`,
    );
    expect(docs.split('\n').filter((line) => /^\| `[A-Z]/.test(line))).toEqual(rows);
  });
});

describe('error codes', () => {
  it('are given to an error somewhere, each that is listed', () => {
    const used = new Set(sources.flatMap(valuesIn));
    expect(errors.filter((code) => !used.has(code))).toEqual([]);
  });
});

describe('how the sources are read', () => {
  it.each([
    ["warn(enqueue, 'Stalled', message);", ['Stalled']],
    ["this.#warn('StderrFlood', message, {});", ['StderrFlood']],
    [
      "const code = full ? 'CallbackOverflow' : 'CallbackFailed';",
      ['CallbackOverflow', 'CallbackFailed'],
    ],
    ["tell({ code: 'OptionIgnored', message });", ['OptionIgnored']],
    ["return { code: 'UnknownCallback' as const };", ['UnknownCallback']],
    ["interface A { code: 'NotEmitted' }", []],
    ["if (warning.code === 'NotEmitted') skip();", []],
    ["log('NotEmitted');", []],
  ])('finds in %s: %j', (source, codes) => {
    expect(codesIn(source)).toEqual(codes);
  });
});
