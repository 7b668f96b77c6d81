import type { Warning } from '../options/runtimeTypes.js';
import type { McpBridge } from './mcp/mcpBridge.js';
import type { WarningRelay } from './messages/warningRelay.js';
import { onAbort } from './onAbort.js';

/** What stands around a run: the parts of its plan that live as long as it does. */
export interface Surroundings {
  bridge: McpBridge;
  warnings: WarningRelay;
  signals: readonly AbortSignal[];
}

/** A query or a session, as its surroundings use it. */
export interface JoinedRun {
  warn(warning: Warning): void;
  /** Asks the CLI; absent where there is nobody to ask. */
  control?(subtype: string, fields: object): Promise<unknown>;
  abort(): void;
  /** Calls `end` when the run is over. */
  onEnded(end: () => void): void;
  /** Absent where it is being started already. */
  start?(): void;
}

/** Starts a run among its surroundings, and takes them apart when it is over. */
export function joinRun({ bridge, warnings, signals }: Surroundings, run: JoinedRun): void {
  warnings.listen((warning) => run.warn(warning));
  if (run.control) {
    const { control } = run;
    bridge.attach((server_name, message) => control('mcp_message', { server_name, message }));
  }
  const unlisten = signals.map((signal) => onAbort(signal, run.abort));
  run.onEnded(() => {
    bridge.close();
    for (const end of unlisten) end();
  });
  run.start?.();
  // A signal that was aborted before tells nobody.
  if (signals.some(({ aborted }) => aborted)) run.abort();
}
