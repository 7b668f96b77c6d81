// Arguments and working directories that a shell would change arrive as they are.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { query } from 'claude-actors';
import { cli, last } from './setUp.mjs';

const folder = mkdtempSync(join(tmpdir(), `a b & ü ! % ^ -`));
const values = [
  ...['two words', 'say "hi"', '%PATH%', '^caret^', 'wow!', '!PATH!', 'Grüße 世界', '&|<>()'],
  ...['ends with \\', 'a\\"b\\\\"', "it's", '$HOME `id`', '*.js', 'tab\there', 'line\nbreak'],
];
try {
  for (const value of values) {
    const file = join(folder, 'argv.json');
    const options = cli('argv.mjs', {
      cwd: folder,
      skipVersionCheck: true,
      extraArgs: { 'append-system-prompt': value },
      env: { CASE_ARGV_FILE: file },
    });
    assert.equal((await last(query({ prompt: 'Hi', options }))).type, 'result');
    const { argv, cwd } = JSON.parse(readFileSync(file, 'utf8'));
    const isThere = argv.includes(value) || argv.includes(`--append-system-prompt=${value}`);
    assert.ok(isThere, `${value} is not among ${JSON.stringify(argv)}`);
    assert.equal(cwd.split(sep).at(-1), folder.split(sep).at(-1));
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
console.log('ok');
