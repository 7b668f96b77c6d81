// Where the CLI is found on Windows: an .exe in PATH or in npm's folder, never a script.
import assert from 'node:assert/strict';
import { linkSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { query } from 'claude-actors';
import { last } from './setUp.mjs';

// The runner deletes it: a program that is running cannot delete itself.
const folder = mkdtempSync(join(tmpdir(), 'discovery of ü-'));
const place = (...names) => {
  const path = join(folder, ...names);
  mkdirSync(path, { recursive: true });
  return path;
};
const empty = place('empty');
const home = place('home');

/** The path of the CLI that is used, or the error's code if there is none. */
async function found(env, more = {}) {
  for (const [name, value] of Object.entries({ USERPROFILE: home, ...env }))
    process.env[name] = value;
  try {
    const options = { env: { ...process.env }, ...more };
    await last(query({ prompt: 'Hi', options }));
    return 'no error';
  } catch (error) {
    // Our claude.exe is Node, which does not know the CLI's options and exits.
    const isStarted = error.details.argv !== undefined || error.details.exitCode !== undefined;
    return isStarted ? error.details.cliPath : error.code;
  }
}

function addProgram(directory, name = 'claude.exe') {
  const path = join(directory, name);
  linkSync(process.execPath, path);
  return path;
}

const noPlace = { PATH: empty, APPDATA: empty };
assert.equal(await found(noPlace), 'CliNotFound');

const scripts = place('scripts in PATH');
writeFileSync(join(scripts, 'claude.cmd'), '@echo 2.1.325 (Claude Code)\r\n');
assert.equal(await found({ ...noPlace, PATH: scripts }), 'UnsafeCliScript');
const script = join(scripts, 'claude.cmd');
const given = { pathToClaudeCodeExecutable: script };
assert.equal(await found(noPlace, given), 'UnsafeCliScript');

const npm = addProgram(place('Roaming', 'npm'));
const APPDATA = join(folder, 'Roaming');
assert.equal(await found({ ...noPlace, APPDATA }), npm);

// An .exe later in PATH is better than a script earlier in PATH, whatever PATHEXT prefers.
const program = addProgram(place('programs in PATH'));
const PATH = `${scripts};${join(folder, 'programs in PATH')}`;
assert.equal(await found({ PATH, APPDATA, PATHEXT: '.CMD;.EXE' }), program);
assert.equal(await found({ PATH: `"${join(folder, 'programs in PATH')}"`, APPDATA }), program);

const withoutExtension = { pathToClaudeCodeExecutable: program.replace(/\.exe$/, '') };
assert.equal(await found(noPlace, withoutExtension), program);
const withSlashes = { pathToClaudeCodeExecutable: program.replaceAll('\\', '/') };
assert.equal(await found(noPlace, withSlashes), program);
console.log('ok');
