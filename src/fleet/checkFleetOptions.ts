import { checkKeys, checkOneOf } from '../options/checks/checkFields.js';
import { checkPoolOptions } from '../pool/poolOptions.js';
import { isNonEmptyString, isRecord, isWholeNumber } from '../util/typeGuards.js';
import { invalidFleetOption } from './fleetErrors.js';
import type { FleetOptions, SendSettings } from './fleetTypes.js';
import type { RowSettings } from './readRows.js';

type Predicate = (value: unknown) => boolean;

const isMissing: Predicate = (value) => value === undefined;
const isText: Predicate = (value) => typeof value === 'string';
const isAmount: Predicate = (value) => typeof value === 'number' && value >= 0;
/** What every store can keep as a key: no half of a character (`Cs`), and no null character. */
const isId: Predicate = (value) =>
  isNonEmptyString(value) && !/\p{Cs}/u.test(value) && !value.includes('\0');
/** The fleet's own messages have ids that begin like this. */
const isMessageId: Predicate = (value) =>
  isId(value) && !/^(approval|continue)\//.test(String(value));
const hasMethods =
  (...methods: string[]): Predicate =>
  (value) =>
    isRecord(value) && methods.every((name) => typeof value[name] === 'function');

/** What each option must be, and how to say so. */
type Rules = Readonly<Record<string, readonly [Predicate, string]>>;

const anything = [() => true, ''] as const;

const fleetRules: Rules = {
  engine: [
    hasMethods('open', 'wake', 'work', 'status', 'close'),
    'an engine, such as `embedded()` or `bullmq({ connection })`',
  ],
  store: [
    hasMethods('read', 'change', 'list', 'rows', 'publish', 'watch', 'fenced'),
    'a store, such as `fileStore(folder)` or `postgresStore(address)`',
  ],
  options: [
    (value) => isRecord(value) || typeof value === 'function',
    'an object with options of a session, or a function that returns one',
  ],
  pool: anything,
  approvals: anything,
  recovery: anything,
  telemetry: [hasMethods('observe'), 'what `openTelemetry()` returns'],
  worker: [isNonEmptyString, 'a name: a string that is not empty'],
  clock: [hasMethods('setTimeout', 'clearTimeout', 'now'), 'a clock, such as `simulatedClock()`'],
};

/** Throws if an option cannot be used. */
export function checkFleetOptions(given: FleetOptions): void {
  check('createFleet()', given, fleetRules);
  const { pool = {}, approvals, recovery = {} } = given;
  checkKeys('pool', pool, ['max', 'perTenant', 'idleMs', 'warm', 'maxRssMb']);
  checkPoolOptions(pool, true);
  if (approvals !== undefined) checkKeys('approvals', approvals, ['tools', 'holdMs']);
  checkKeys('recovery', recovery, ['interrupted', 'restarts']);
  const { interrupted = 'wait', restarts = {} } = recovery;
  checkOneOf('recovery.interrupted', interrupted, ['wait', 'continue']);
  check('recovery.restarts', restarts, {
    max: [
      (value) => isWholeNumber(value) || value === Infinity,
      'a whole number of at least 0, or Infinity',
    ],
    withinMs: [isAmount, 'a number of milliseconds'],
  });
}

/** Throws if there can be no conversation with this id and these settings. */
export function checkSession(id: unknown, settings: { tenant?: string; cwd?: string }): void {
  if (!isId(id)) {
    const message = '`fleet.session()` needs an id: a string that is not empty, of valid Unicode.';
    throw invalidFleetOption('id', message);
  }
  check('fleet.session()', settings, {
    tenant: [isText, 'a string'],
    cwd: [isText, 'a path'],
  });
}

/** Throws if a message cannot be sent like this. */
export function checkSend(settings: SendSettings): void {
  check('chat.send()', settings, {
    id: [
      isMessageId,
      'a string that is not empty, of valid Unicode, not `continue/…` or `approval/…`',
    ],
    priority: [Number.isFinite, 'a number'],
    // What `Headers.get()` returns.
    traceparent: [(value) => value === null || isText(value), 'a string'],
  });
}

/** Throws if rows cannot be read like this. */
export function checkRows(settings: RowSettings): void {
  check('chat.rows()', settings, {
    after: [isWholeNumber, 'the `cursor` of a row: a whole number'],
    signal: [hasMethods('addEventListener', 'removeEventListener'), 'an `AbortSignal`'],
    follow: [(value) => typeof value === 'boolean', 'true or false'],
  });
}

/** Throws if this is no time to wait for turns. */
export function checkDrain(settings: { timeoutMs?: number | undefined }): void {
  check('fleet.drain()', settings, { timeoutMs: [isAmount, 'a number of milliseconds'] });
}

function check(caller: string, given: unknown, rules: Rules): void {
  const names = Object.keys(rules);
  if (!isRecord(given)) {
    const message = `\`${caller}\` takes an object with any of ${names.join(', ')}.`;
    throw invalidFleetOption('options', message);
  }
  checkKeys('', given, names);
  for (const [name, value] of Object.entries(given)) {
    const [isValid, expected] = rules[name] ?? anything;
    if (isMissing(value) || isValid(value)) continue;
    throw invalidFleetOption(name, `\`${name}\` of \`${caller}\` must be ${expected}.`);
  }
}
