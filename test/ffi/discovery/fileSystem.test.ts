import {
  chmodSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { nodeFileSystem } from '../../../src/ffi/discovery/fileSystem.js';

const folder = mkdtempSync(join(tmpdir(), 'file-system-'));
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string, bytes = 4096) => {
  const head = nodeFileSystem.readHead(path, bytes);
  return head && Buffer.from(head).toString();
};

describe('the head of a file', () => {
  it('is as long as it is asked for, or as the file is', () => {
    const path = join(folder, 'long');
    writeFileSync(path, 'abcdef');
    expect([read(path, 3), read(path), read(path, 2)]).toEqual(['abc', 'abcdef', 'ab']);
    expect(read(join(folder, 'none'))).toBeUndefined();
    expect(read(folder)).toBeUndefined();
  });

  it.each<[string, (path: string) => void]>([
    ['is overwritten', (path) => writeFileSync(path, 'two')],
    [
      'is replaced by one of the same size and time',
      (path) => {
        const { atime, mtime } = statSync(path);
        writeFileSync(`${path}.new`, 'two');
        utimesSync(`${path}.new`, atime, mtime);
        renameSync(`${path}.new`, path);
      },
    ],
  ])('is read again if the file %s', (name, change) => {
    const path = join(folder, name);
    writeFileSync(path, 'one');
    expect([read(path), read(path)]).toEqual(['one', 'one']);
    change(path);
    expect(read(path)).toBe('two');
  });

  it('is gone with the file', () => {
    const path = join(folder, 'gone');
    writeFileSync(path, 'one');
    chmodSync(path, 0o600);
    expect(read(path)).toBe('one');
    rmSync(path);
    expect(read(path)).toBeUndefined();
  });
});
