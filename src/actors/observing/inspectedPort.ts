import type { Port } from '../../ffi/process/port.js';
import type { SignalReceiver } from './signal.js';

/** Wraps a port, and reports to an inspector what goes through the pipes of its process. */
export function inspectedPort(port: Port, processKey: number, receiver: SignalReceiver): Port {
  const now = () => Date.now();
  return {
    start(command, listener) {
      const handle = port.start(command, {
        ...listener,
        spawned(pid) {
          receiver.take({ kind: 'spawned', at: now(), processKey, pid, command });
          listener.spawned(pid);
        },
        stdout(bytes) {
          receiver.take({ kind: 'out', at: now(), processKey, bytes });
          listener.stdout(bytes);
        },
        stderr(bytes) {
          receiver.take({ kind: 'stderr', at: now(), processKey, bytes });
          listener.stderr(bytes);
        },
        exited(exit) {
          const { code, signal } = exit;
          receiver.take({ kind: 'exited', at: now(), processKey, code, signal });
          listener.exited(exit);
        },
      });
      return {
        write(line, done) {
          receiver.take({ kind: 'in', at: now(), processKey, line });
          handle.write(line, done);
        },
        end() {
          receiver.take({ kind: 'eof', at: now(), processKey });
          handle.end();
        },
        kill: (signal) => handle.kill(signal),
        pauseOutput: () => handle.pauseOutput(),
        resumeOutput: () => handle.resumeOutput(),
        sweep: (signal, done) => (handle.sweep ? handle.sweep(signal, done) : done([])),
        release: () => handle.release(),
      };
    },
  };
}
