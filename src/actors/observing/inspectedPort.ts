import type { Port } from '../../ffi/process/port.js';
import type { SignalTaker } from './signal.js';

/** A port whose one process is listened in on. */
export function tappedPort(port: Port, wire: number, taker: SignalTaker): Port {
  const now = () => Date.now();
  return {
    start(command, listener) {
      const handle = port.start(command, {
        ...listener,
        spawned(pid) {
          taker.take({ kind: 'spawned', at: now(), wire, pid, command });
          listener.spawned(pid);
        },
        stdout(bytes) {
          taker.take({ kind: 'out', at: now(), wire, bytes });
          listener.stdout(bytes);
        },
        stderr(bytes) {
          taker.take({ kind: 'stderr', at: now(), wire, bytes });
          listener.stderr(bytes);
        },
        exited(exit) {
          const { code, signal } = exit;
          taker.take({ kind: 'exited', at: now(), wire, code, signal });
          listener.exited(exit);
        },
      });
      return {
        write(line, done) {
          taker.take({ kind: 'in', at: now(), wire, line });
          handle.write(line, done);
        },
        end() {
          taker.take({ kind: 'eof', at: now(), wire });
          handle.end();
        },
        kill: (signal) => handle.kill(signal),
        pauseOutput: () => handle.pauseOutput(),
        resumeOutput: () => handle.resumeOutput(),
        release: () => handle.release(),
      };
    },
  };
}
