import type { InspectionEvent } from 'xstate';
import { Approvals } from '../Approvals.js';
import { ClaudeActorsError } from '../errors.js';
import type { ClockLike } from '../options/runtimeTypes.js';
import type { Options } from '../options/types.js';

/**
 * Remembers which conversation a key stands for. Two tenants may use the same key, for conversations
 * of their own. A conversation without a tenant has `''`.
 */
export interface KeyStore {
  /** The id of the conversation with this key, if it was remembered. */
  sessionId(key: string, tenant: string): Promise<string | undefined>;
  /** Remembers it. Resolves once it would survive a restart. */
  rememberSessionId(key: string, sessionId: string, tenant: string): Promise<void>;
}

/** Options of a `SessionPool`. */
export interface SessionPoolOptions {
  /**
   * The options of each session, or a function that returns them for a key, for example with a
   * working directory for each user. The pool sets `resume` and `sessionId` itself.
   */
  options?: Options | ((key: string, settings: { tenant: string }) => Options | Promise<Options>);
  /** How many processes may live at once, spares included. Default: 8. */
  max?: number;
  /** How many of them may belong to one tenant. Default: `max`. */
  perTenant?: number;
  /** How long a process may be idle, in milliseconds, before it is parked. Default: 5 minutes. */
  idleMs?: number;
  /**
   * How many started processes to keep for new conversations. A spare has an id of its own, so only
   * conversations without a key use one, and with a `store` also those with a new key. Default: 0.
   */
  warm?: number;
  /** Park a process that uses more memory than this, in MiB, once it is idle. */
  maxRssMb?: number;
  /** Remembers which conversation a key stands for, if that is not the id made from the key. */
  store?: KeyStore;
  /**
   * Which tools need somebody's answer before they run, and where the questions wait for it. While a
   * call is deferred, its conversation needs no process, and messages wait. The answer wakes it.
   */
  approvals?: Approvals;
  /** The clock of the pool and of its sessions, such as a `simulatedClock()`. Default: real time. */
  clock?: ClockLike;
  /** Observes the actors of the pool. Each session has an option `inspect` of its own. */
  inspect?: (event: InspectionEvent) => void;
}

type Range = [least: number, isWhole: boolean];

const ranges: Readonly<Record<string, Range>> = {
  max: [1, true],
  perTenant: [1, true],
  idleMs: [0, false],
  warm: [0, true],
  maxRssMb: [1, false],
};

const known = new Set([
  ...Object.keys(ranges),
  'options',
  'store',
  'approvals',
  'clock',
  'inspect',
]);

/** Throws if an option cannot be used. */
export function checkPoolOptions(given: SessionPoolOptions, hasSpareOptions = false): void {
  if (typeof given !== 'object' || given === null) {
    throw invalid('options', 'The options of a pool must be an object, such as `{ max: 8 }`.');
  }
  for (const [name, value] of Object.entries(given)) {
    if (!known.has(name)) {
      throw invalid(
        name,
        `Unknown option \`${name}\`. A pool knows ${[...known].join(', ')}. What is meant for the sessions goes into \`options\`.`,
      );
    }
    const range = ranges[name];
    if (!range || value === undefined) continue;
    const [least, isWhole] = range;
    const isValid = typeof value === 'number' && value >= least;
    if (!isValid || (isWhole && !Number.isInteger(value))) {
      throw invalid(
        name,
        `\`${name}\` must be ${isWhole ? 'a whole number' : 'a number'} of at least ${least}.`,
      );
    }
  }
  const { warm = 0, options, approvals } = given;
  if (approvals !== undefined && !(approvals instanceof Approvals)) {
    throw invalid('approvals', '`approvals` must be a `new Approvals({ tools })`.');
  }
  if (warm > 0 && typeof options === 'function' && !hasSpareOptions) {
    throw invalid(
      'warm',
      'A spare is started before its key is known, so `warm` needs `options` as an object. Leave out `warm`, or pass the same options for every key.',
    );
  }
}

function invalid(option: string, message: string): ClaudeActorsError {
  return new ClaudeActorsError('InvalidOption', message, { option });
}
