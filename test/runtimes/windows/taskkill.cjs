// Wine's taskkill does not know /T. This is one that does, with the exit codes of Windows: a copy of
// node.exe named taskkill.exe, which NODE_OPTIONS makes load this file.
'use strict';
const { spawnSync } = require('node:child_process');
const { basename } = require('node:path');

if (basename(process.execPath).toLowerCase() === 'taskkill.exe') {
  const args = process.argv.slice(1).map((arg) => arg.replace(/^.*[\\/]/, ''));
  process.exit(args[0] === 'pid' && args[2] === 'T' && args[3] === 'F' ? end(Number(args[1])) : 1);
}

function end(root) {
  const processes = list();
  if (!processes.some(({ pid }) => pid === root)) return 128;
  const tree = [root];
  for (const parent of tree) {
    tree.push(...processes.filter(({ ppid }) => ppid === parent).map(({ pid }) => pid));
  }
  for (const pid of tree) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has exited.
    }
  }
  return 0;
}

function list() {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const args = ['process', 'get', 'ParentProcessId,ProcessId'];
  const { stdout } = spawnSync('C:\\windows\\system32\\wbem\\wmic.exe', args, { env });
  const text = stdout.toString(stdout[0] === 0xff ? 'utf16le' : 'utf8');
  return [...text.matchAll(/(\d+)\s+(\d+)\s*$/gm)].map(([, ppid, pid]) => ({
    ppid: Number(ppid),
    pid: Number(pid),
  }));
}
