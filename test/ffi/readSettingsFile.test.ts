import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSettingsFile } from '../../src/ffi/configFiles.js';

const settings = { permissions: { defaultMode: 'bypassPermissions' } };
const text = JSON.stringify(settings);

describe('a settings file', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'claude-actors-settings-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, content: string | Buffer) =>
    writeFileSync(join(folder, name), content);

  it.each<[string, string | Buffer]>([
    ['plain', text],
    ['with a byte order mark', `\ufeff${text}`],
    ['in UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
    ['with a key twice', `{"permissions":{},${text.slice(1)}`],
  ])('is read as the CLI reads it: %s', (_, content) => {
    write('s.json', content);
    expect(readSettingsFile('s.json', folder)).toEqual(settings);
    expect(readSettingsFile(join(folder, 's.json'))).toEqual(settings);
  });

  it('may be a link, and may have bytes that are no UTF-8', () => {
    write(
      'target.json',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]),
    );
    symlinkSync(join(folder, 'target.json'), join(folder, 'link.json'));
    expect(readSettingsFile('link.json', folder)).toEqual({ a: '\ufffd' });
  });

  it.each(['{"a":1,}', '// comment\n{}', '{"a"', ''])(
    'that the CLI ignores is undefined: %j',
    (content) => {
      write('bad.json', content);
      expect(readSettingsFile('bad.json', folder)).toBeUndefined();
    },
  );

  it('that is not there, or is a folder, is undefined', () => {
    expect(readSettingsFile('missing.json', folder)).toBeUndefined();
    expect(readSettingsFile('.', folder)).toBeUndefined();
    expect(readSettingsFile('\0', folder)).toBeUndefined();
  });

  it('that is a pipe is left to the CLI', () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    // Has a reader, so that the writer does not wait, and holds settings until somebody reads them.
    const pipe = openSync(join(folder, 'pipe'), 'r+');
    writeSync(pipe, text);
    expect(readSettingsFile('pipe', folder)).toBeUndefined();
    closeSync(pipe);
  });

  it('whose path is relative to a deleted working directory is undefined', () => {
    const original = process.cwd;
    process.cwd = () => {
      throw new Error('ENOENT: no such file or directory, uv_cwd');
    };
    try {
      expect(readSettingsFile('s.json')).toBeUndefined();
    } finally {
      process.cwd = original;
    }
  });
});
