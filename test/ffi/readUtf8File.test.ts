import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readUtf8File } from '../../src/ffi/configFiles.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'claude-actors-config-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('the text of a config file', () => {
  it('is read as UTF-8, without a byte order mark', () => {
    expect(readUtf8File(write('plain.json', '{"title":"é"}'))).toBe('{"title":"é"}');
    expect(readUtf8File(write('bom.json', '\ufeff{}'))).toBe('{}');
  });

  it('is found from the working directory and from the home', () => {
    const path = write('own.json', '{}');
    expect(readUtf8File(relative(process.cwd(), path))).toBe('{}');
    expect(readUtf8File('~/own.json', () => folder)).toBe('{}');
  });

  it.each([
    ['ENOENT', () => join(folder, 'none.json')],
    ['EISDIR', () => mkdirSync(join(folder, 'sub'), { recursive: true }) ?? folder],
    ['ERR_ENCODING_INVALID_ENCODED_DATA', () => write('latin1.json', Uint8Array.of(0x22, 0xe9))],
  ])('is refused with %s', (code, path) => {
    expect(() => readUtf8File(path())).toThrow(expect.objectContaining({ code }));
  });
});
