import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { Command } from '../../ffi/process/port.js';
import type { Content } from '../../options/runtimeTypes.js';

/**
 * Something that an inspector shows. It holds live objects: nothing is copied or read when it
 * happens, because that would slow the session down.
 */
export type Signal = {
  /** Milliseconds since 1970. */
  at: number;
} & (
  | { kind: 'xstate'; event: InspectionEvent }
  /** An actor that was created before the inspection began. */
  | { kind: 'known'; actor: AnyActorRef; snapshot: unknown; rootId: string }
  /** This session or query owns that process. */
  | { kind: 'joined'; processKey: number; owner: AnyActorRef }
  | { kind: 'spawned'; processKey: number; pid: number | undefined; command: Command }
  /** As in recordings: `in` goes to the CLI, `out` comes from it. */
  | { kind: 'in'; processKey: number; line: string }
  | { kind: 'eof'; processKey: number }
  | { kind: 'out'; processKey: number; bytes: Uint8Array }
  | { kind: 'stderr'; processKey: number; bytes: Uint8Array }
  | { kind: 'exited'; processKey: number; code: number | null; signal: string | null }
  /** An error or a warning, as the user gets it. */
  | {
      kind: 'problem';
      processKey: number;
      level: 'error' | 'warning';
      problem: { code: string; message: string };
    }
  /** How many signals were dropped because there was no room. */
  | { kind: 'lost'; count: number }
);

/** Takes signals, such as a page does. `take` must neither throw nor wait. */
export interface SignalReceiver {
  take(signal: Signal): void;
}

/** The page that signals go to. */
export interface PageTarget {
  /** The address of `claude-actors inspect`. If absent, this process opens a page of its own. */
  url?: string;
  content: Content;
}
