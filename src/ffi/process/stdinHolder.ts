import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { guardRestarts } from '../../defaults.js';
import { type HelperRunner, helperRunners } from './guardRunners.js';
import { processRowFunctions } from './guardScript.js';

/**
 * `$1` is `proc` or `ps`, `$2` is the pid of the CLI. A line on stdin means that all is well, EOF
 * that our process is gone. Then the script stays until the guard has killed the CLI. If that takes
 * too long, it kills the CLI itself.
 */
const holderScript = `# Keeps the stdin of a CLI open until the CLI is gone.
trap '' HUP INT TERM
[ -r /proc/self/stat ] || set -- ps "$2"
how=$1 leader=$2
${processRowFunctions}
id=$(row_of "$leader")
id=\${id%,*,*,*}
IFS= read -r line && exit
tries=0
while [ $tries -lt 40 ]; do
  # A reused pid has another start time.
  case "$(row_of "$leader")" in "$id",*) ;; *) exit ;; esac
  sleep 0.1 || { sleep 1; tries=$((tries + 9)); }
  tries=$((tries + 1))
done
kill -KILL "-$leader"
`;

/** The same for Node, for small Linux systems without a shell. Its last argument is the pid. */
const holderProgram = `// Keeps the stdin of a CLI open until the CLI is gone.
'use strict';
const fs = require('node:fs');
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => {});
const leader = process.argv.at(-1);

function startTime() {
  try {
    const stat = fs.readFileSync('/proc/' + leader + '/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return /[ZX]/.test(fields[0]) ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

const started = startTime();
process.stdin.on('data', () => process.exit());
for (const event of ['end', 'error']) process.stdin.once(event, stay);

function stay() {
  const check = () => {
    // A reused pid has another start time.
    if (started === undefined || startTime() !== started) process.exit();
  };
  check();
  setInterval(check, 100);
  setTimeout(() => {
    check();
    try {
      process.kill(-leader, 'SIGKILL');
    } catch {}
    process.exit();
  }, 4000);
}
`;

/** A helper process that has a copy of our end of a CLI's stdin. */
export interface StdinHolder {
  /**
   * Call it once the CLI may see the end of its stdin. In Node, `stdin.end()` shuts the connection
   * down for every copy, but other runtimes only close their own.
   */
  release(): void;
}

/**
 * Keeps the stdin of a CLI open if this process is killed: until the CLI is gone, it sees no EOF. The
 * helper has its copy when this returns.
 */
export function holdStdin(
  stdin: Writable,
  pid: number,
  platform: NodeJS.Platform = process.platform,
): StdinHolder {
  let holder: ChildProcess | undefined;
  let startsLeft = guardRestarts;
  let isReleased = false;

  const runners = helperRunners(
    {
      name: 'claude-actors-stdin',
      script: holderScript,
      program: holderProgram,
      args: [String(pid)],
    },
    platform,
  );

  const start = () => {
    if (isReleased || stdin.destroyed || startsLeft-- <= 0) return;
    // If nothing can be started, the guard alone must be fast enough.
    for (const [index, runner] of runners.entries()) {
      holder = run(runner, stdin);
      if (!holder) continue;
      // If it dies, for example because a shell lacks `sleep`, the next one comes first.
      runners.push(...runners.splice(0, index + 1));
      holder.stdin?.on('error', () => {});
      holder.once('exit', start).unref();
      (holder.stdin as Partial<Socket> | null)?.unref?.();
      return;
    }
  };

  start();
  return {
    release() {
      if (isReleased) return;
      isReleased = true;
      holder?.stdin?.end('\n');
    },
  };
}

/** Undefined if there is no such program, or no process or descriptor is left. */
function run({ file, args, env }: HelperRunner, stdin: Writable): ChildProcess | undefined {
  try {
    const child = spawn(file, args, {
      cwd: '/',
      detached: true,
      env: { PATH: `${process.env.PATH ?? ''}:/usr/bin:/bin`, LC_ALL: 'C', ...env },
      stdio: ['pipe', 'ignore', 'ignore', stdin],
    });
    child.on('error', () => {});
    return child.pid === undefined ? undefined : child;
  } catch {
    return undefined;
  }
}
