import type { AnyActorRef, InspectionEvent } from 'xstate';
import type { Command } from '../../ffi/process/port.js';
import type { Content } from '../../options/runtimeTypes.js';

/** What an inspector is told, as it is when it happens: nothing is copied and nothing is read yet. */
export type Signal = {
  /** Milliseconds since 1970. */
  at: number;
} & (
  | { kind: 'xstate'; event: InspectionEvent }
  /** An actor that was there before anybody looked. */
  | { kind: 'known'; actor: AnyActorRef; snapshot: unknown; rootId: string }
  /** This session or query owns that wire. */
  | { kind: 'joined'; wire: number; owner: AnyActorRef }
  | { kind: 'spawned'; wire: number; pid: number | undefined; command: Command }
  /** Named as in recordings: `in` is what the CLI is written, `out` what it writes. */
  | { kind: 'in'; wire: number; line: string }
  | { kind: 'eof'; wire: number }
  | { kind: 'out'; wire: number; bytes: Uint8Array }
  | { kind: 'stderr'; wire: number; bytes: Uint8Array }
  | { kind: 'exited'; wire: number; code: number | null; signal: string | null }
  /** So many signals were not taken: there was no room. */
  | { kind: 'lost'; count: number }
);

/** Something that takes signals, such as a page. Never throws, never waits. */
export interface SignalTaker {
  take(signal: Signal): void;
}

/** Where signals go that nobody in this program takes: its own page, or the one at this address. */
export interface PageTarget {
  /** That of `claude-actors inspect`; a page of this process where absent. */
  url?: string;
  content: Content;
}
