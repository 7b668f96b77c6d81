import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { guardRestarts } from '../../defaults.js';
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

  const start = () => {
    if (isReleased || stdin.destroyed || startsLeft-- <= 0) return;
    const how = platform === 'linux' ? 'proc' : 'ps';
    try {
      holder = spawn('/bin/sh', ['-c', holderScript, 'claude-actors-stdin', how, String(pid)], {
        cwd: '/',
        detached: true,
        env: { PATH: `${process.env.PATH ?? ''}:/usr/bin:/bin`, LC_ALL: 'C' },
        stdio: ['pipe', 'ignore', 'ignore', stdin],
      });
    } catch {
      // No process or descriptor is left. The guard alone must be fast enough.
      return;
    }
    holder.on('error', () => {});
    holder.stdin?.on('error', () => {});
    holder.once('exit', start).unref();
    (holder.stdin as Partial<Socket> | null)?.unref?.();
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
