/**
 * The guard for systems without a shell: the same as `guardScript`, for Node. Such systems are small
 * Linux containers, so it relies on /proc. It is text, not a module, so that it still works after a
 * bundler has packed this library into one file.
 */
export const guardProgram = `// Kills the CLIs of a program that was killed. Exits together with that program.
'use strict';
const fs = require('node:fs');
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => {});
const groups = new Map();
const tokens = new Map();
const graceful = new Set();
const folders = new Set();
const tree = new Map();
const timers = new Map();

const commands = {
  announce(token) {
    // Never a shorter one: it could be in any environment, and mark any process for death.
    if (/^\\w{8}(-\\w{4}){3}-\\w{12}$/.test(token)) tokens.set(token, undefined);
  },
  group(rest) {
    const [pgid, token] = rest.split(' ');
    if (tokens.has(token)) tokens.set(token, pgid);
    const leader = rowOf(pgid);
    if (leader) groups.set(pgid, leader.started);
  },
  grace: (pgid) => graceful.add(pgid),
  forget(rest) {
    const [token, pgid] = rest.split(' ');
    tokens.delete(token);
    groups.delete(pgid);
  },
  deadline(rest) {
    const [token, seconds] = rest.split(' ');
    clearTimeout(timers.get(token));
    timers.delete(token);
    if (seconds === 'never' || !/^\\w{8}(-\\w{4}){3}-\\w{12}$/.test(token)) return;
    timers.set(token, setTimeout(expire, Number(seconds) * 1000, token));
  },
  folder: (path) => folders.add(path),
  keep: (path) => folders.delete(path),
};

let text = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (more) => {
  const lines = (text + more).split('\\n');
  text = lines.pop();
  for (const line of lines) {
    const space = line.indexOf(' ');
    const command = commands[line.slice(0, space)];
    if (command) command(line.slice(space + 1));
  }
});
let over = false;
for (const event of ['end', 'close', 'error']) process.stdin.on(event, finish);

function read(pid, file) {
  try {
    return fs.readFileSync('/proc/' + pid + '/' + file, 'latin1');
  } catch {
    return '';
  }
}

function rowOf(pid) {
  const stat = read(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields[19] || /[ZX]/.test(fields[0])) return undefined;
  return { pid, ppid: fields[1], pgid: fields[2], session: fields[3], started: fields[19] };
}

function table() {
  let pids = [];
  try {
    pids = fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name));
  } catch {}
  return pids.map(rowOf).filter(Boolean);
}

function hasToken({ pid }, wanted) {
  if (wanted.length === 0) return false;
  const environment = read(pid, 'environ');
  return wanted.some((token) => environment.includes(token));
}

function kill(pid, signal) {
  try {
    process.kill(Number(pid), signal);
    return true;
  } catch {
    return false;
  }
}

/** Adds to the tree what is in the groups or sessions, has a token, or was started by those. */
function collect() {
  const rows = table();
  const byPid = new Map(rows.map((row) => [row.pid, row]));
  for (const [pid, started] of tree) if (byPid.get(pid)?.started !== started) tree.delete(pid);
  for (const [pgid, started] of groups) {
    const leader = byPid.get(pgid);
    // Another process has the pid by now.
    if (leader && leader.started !== started && groups.delete(pgid)) kill('-' + pgid, 'SIGCONT');
  }
  const wanted = [...tokens.keys()];
  for (let grown = true; grown; ) {
    grown = false;
    for (const row of rows) {
      if (tree.has(row.pid)) continue;
      row.hasToken ??= hasToken(row, wanted);
      if (!row.hasToken && !groups.has(row.pgid) && !groups.has(row.session) && !tree.has(row.ppid))
        continue;
      tree.set(row.pid, row.started);
      grown = true;
    }
  }
}

function killTree() {
  collect();
  for (const pgid of groups.keys()) kill('-' + pgid, 'SIGKILL');
  for (const pid of tree.keys()) kill(pid, 'SIGKILL');
}

/** Kills what has the token in its environment, and what that has started, in their groups. */
async function expire(token) {
  // Until it is taken back: a program that wakes up may just be starting something.
  for (const mine = timers.get(token); mine === timers.get(token); ) {
    const rows = table();
    const marked = new Set(rows.filter((row) => hasToken(row, [token])).map(({ pid }) => pid));
    for (let grown = true; grown; ) {
      grown = false;
      for (const { pid, ppid, pgid } of rows) {
        if (marked.has(pid) || !(marked.has(ppid) || marked.has(pgid))) continue;
        marked.add(pid);
        grown = true;
      }
    }
    for (const pid of marked) kill(pid, 'SIGKILL');
    await wait(200);
  }
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function finish() {
  if (over) return;
  over = true;
  for (const pgid of groups.keys()) if (!graceful.has(pgid)) kill('-' + pgid, 'SIGSTOP');
  if (groups.size + tokens.size > 0) {
    if (graceful.size > 0) {
      collect();
      for (let tries = 0; tries < 10; tries++) {
        if (![...graceful].some((pgid) => kill('-' + pgid, 0))) break;
        await wait(100);
      }
    }
    // A token without a group belongs to a CLI that was being started when the program died. Between
    // fork and exec it does not show its token yet.
    const unplaced = [...tokens].filter(([, pgid]) => !pgid).map(([token]) => token);
    const isBorn = () => table().some((row) => hasToken(row, unplaced));
    let born = unplaced.length === 0 || isBorn();
    killTree();
    for (let tries = 0; !born && tries < 20; tries++) {
      await wait(50);
      born = isBorn();
      killTree();
    }
    // Once more, for what a tool has started in the meantime.
    killTree();
  }
  for (const folder of folders) {
    try {
      fs.rmSync(folder, { recursive: true, force: true });
    } catch {}
  }
  process.exit();
}
`;
