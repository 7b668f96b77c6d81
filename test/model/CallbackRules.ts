import { expect } from '@jest/globals';
import { defaultLimits, defaultTimeouts } from '../../src/defaults.js';
import type { MachineSettings } from '../../src/machines/settings.js';
import type { SessionModelEvent } from '../../src/testing/model/session/sessionModelEvents.js';
import type { Line, Seen } from './Seen.js';

type Kind = 'hook' | 'permission' | 'mcp';

interface Asked {
  id: string;
  kind: Kind | 'none';
  arrived: number;
  fate?: 'answered' | 'failed' | 'refused' | 'withdrawn';
  value?: unknown;
  signal?: AbortSignal;
  /** Its id was used twice, so its answer may be the other's. */
  again?: boolean;
  /** Its answer has been looked at. */
  seen?: boolean;
  told?: boolean;
}

/** What each kind answers if user code gave no answer: hooks fail open, permissions closed. */
const failures: Readonly<Record<Kind, object>> = {
  hook: { continue: true },
  permission: { behavior: 'deny' },
  mcp: { mcp_response: { error: { code: -32603 } } },
};

const ending = ['stopping', 'stopped', 'failed'];

/** Each request from the CLI gets one answer, the right one, and none once it is cancelled. */
export class CallbackRules {
  readonly #limits: MachineSettings['limits'];
  readonly #asked: Asked[] = [];

  constructor(settings: Partial<MachineSettings>) {
    this.#limits = { ...defaultLimits, ...settings.limits };
  }

  get pending(): number {
    return this.#asked.filter((one) => !one.fate).length;
  }

  get pendingPermissions(): number {
    return this.#asked.filter((one) => !one.fate && one.kind === 'permission').length;
  }

  /** The requests answered since the last call. Their answers must be written. */
  newlyAnswered(): string[] {
    const fresh = this.#asked.filter((one) => one.fate && !one.told);
    for (const one of fresh) one.told = true;
    return fresh.filter(({ fate }) => fate !== 'withdrawn').map(({ id }) => id);
  }

  runs(id: string, signal: AbortSignal): void {
    const asked = this.#open(id);
    if (asked) asked.signal = signal;
  }

  #open(id: string): Asked | undefined {
    return this.#asked.find((one) => one.id === id && !one.fate);
  }

  before(stimulus: SessionModelEvent, seen: Seen): void {
    if (ending.includes(seen.state) || seen.state === 'starting') return;
    if (stimulus.type === 'callback') this.#arrive(stimulus.id, stimulus.kind, seen.now);
    if (stimulus.type === 'cliCancels') this.#settle(stimulus.id, 'withdrawn');
    const open = 'id' in stimulus ? this.#open(stimulus.id) : undefined;
    // User code that does not run yet cannot answer.
    if (!open?.signal) return;
    if (stimulus.type === 'userThrows') open.fate = 'failed';
    if (stimulus.type === 'userAnswers') {
      open.fate = 'answered';
      open.value = stimulus.value;
    }
  }

  #arrive(id: string, kind: string, now: number): void {
    const twin = this.#open(id);
    if (twin) {
      twin.again = true;
      return;
    }
    if (kind === 'dialog') this.#asked.push({ id, kind: 'none', arrived: now, fate: 'refused' });
    else if (kind === 'unknownHook' || kind === 'malformedPermission') {
      const its = kind === 'unknownHook' ? 'hook' : 'permission';
      this.#asked.push({ id, kind: its, arrived: now, fate: 'failed' });
    } else {
      const its = kind as Kind;
      const { running, waiting } = this.#limits[its];
      const inside = this.#asked.filter((one) => one.kind === its && !one.fate).length;
      const fate = inside >= running + waiting ? ('failed' as const) : undefined;
      this.#asked.push({ id, kind: its, arrived: now, ...(fate && { fate }) });
    }
  }

  #settle(id: string, fate: Asked['fate']): void {
    const open = this.#open(id);
    if (open) open.fate = fate;
  }

  after(_stimulus: SessionModelEvent, seen: Seen): void {
    for (const asked of this.#asked) {
      if (asked.kind === 'hook' && seen.now - asked.arrived >= defaultTimeouts.hook)
        asked.fate ??= 'failed';
      // Nothing can be written to a CLI that is ending.
      if (ending.includes(seen.state)) asked.fate ??= 'withdrawn';
    }
  }

  /** `isOut`: the answer has not been written, because of the pipe. */
  check(seen: Seen, isOut: (id: string) => boolean): void {
    const answers = new Map<string, Line[]>();
    for (const line of seen.written) {
      const id = line.response?.request_id;
      if (id !== undefined) answers.set(id, [...(answers.get(id) ?? []), line]);
    }
    this.#checkRunning(seen);
    for (const asked of this.#asked) {
      const given = answers.get(asked.id) ?? [];
      const none = !asked.fate || asked.fate === 'withdrawn';
      const must = none || isOut(asked.id) ? 0 : 1;
      if (given.length > 1) throw new Error(`${asked.id} was answered ${given.length} times`);
      if (asked.again) continue;
      if (given.length !== must) {
        throw new Error(`${asked.id} must have ${must} answers, and has ${given.length}`);
      }
      if (given[0] && !asked.seen) this.#checkAnswer(asked, given[0]);
      const aborted = asked.signal?.aborted;
      if (aborted && (asked.fate === 'answered' || !asked.fate)) {
        throw new Error(`the signal of ${asked.id} has fired for nothing`);
      }
      if (aborted === false && asked.fate === 'withdrawn') {
        throw new Error(`the signal of ${asked.id} has not fired`);
      }
    }
  }

  /** As many run as may run, in the order they came. */
  #checkRunning(seen: Seen): void {
    if (ending.includes(seen.state)) return;
    for (const kind of ['hook', 'permission', 'mcp'] as const) {
      const open = this.#asked.filter((one) => one.kind === kind && !one.fate);
      const { running } = this.#limits[kind];
      open.forEach((asked, place) => {
        if (Boolean(asked.signal) === place < running) return;
        throw new Error(`${asked.id} ${asked.signal ? 'runs before its turn' : 'does not run'}`);
      });
    }
  }

  #checkAnswer(asked: Asked, { response }: Line): void {
    asked.seen = true;
    if (asked.fate === 'failed' && asked.kind !== 'none') {
      expect(response?.response).toMatchObject(failures[asked.kind]);
    }
    if (asked.fate === 'answered') {
      expect(JSON.stringify(response)).toContain(JSON.stringify(asked.value));
    }
    if (asked.fate === 'refused') expect(response?.subtype).toBe('error');
  }
}
