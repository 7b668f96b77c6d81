import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deniedByUser } from '../../actors/approvals/approvalTexts.js';
import { defaultFleetFolder } from '../../defaults/fleetDefaults.js';
import { noWorkerHintMs } from '../../defaults/terminalDefaults.js';
import {
  type ConversationFacts,
  type ConversationInfo,
  createFleet,
  Fleet,
  fileStore,
} from '../../fleet/index.js';
import type { Options } from '../../options/types.js';
import { cliFlags, cliOptions } from '../cliFlags.js';
import { defineCommand } from '../command.js';
import { exitCodes } from '../exitCodes.js';
import type { FlagValues } from '../flags.js';
import type { Host } from '../host.js';
import { UsageError } from '../UsageError.js';
import { counted, formatConversation, formatRow } from './fleetText.js';
import { inspectFleet } from './inspectFleet.js';

const flags = {
  store: {
    kind: 'text',
    value: 'folder',
    help: `The folder that the members of the fleet share (default: ${defaultFleetFolder})`,
  },
  fleet: {
    kind: 'text',
    value: 'module',
    help: 'A module whose default export is a fleet, for other stores, engines and options',
  },
  tenant: { kind: 'text', value: 'name', help: 'Whose conversations' },
  id: { kind: 'text', value: 'id', help: 'The id of the message: it is stored once' },
  approve: { kind: 'list', value: 'tools', help: 'Tools that need an approval, for `work`' },
  message: { kind: 'text', value: 'text', help: 'Why, for `approvals deny`' },
  'no-wait': { kind: 'switch', help: 'Do not wait for the answer, for `send`' },
  'show-content': { kind: 'switch', help: 'Show what approvals are about, for `inspect`' },
  answer: { kind: 'switch', help: 'Let the page answer approvals, for `inspect`' },
  port: {
    kind: 'count',
    value: 'n',
    help: 'Port of the page, for `inspect` (default: any free port)',
  },
  json: { kind: 'switch', help: 'Print JSON, one object per line' },
  ...cliFlags,
} as const;

type Values = FlagValues<typeof flags>;
type FlagName = keyof typeof flags;
interface Call {
  values: Values;
  host: Host;
}

interface Action {
  /** The flags that have an effect, besides those that choose the fleet. */
  uses: readonly FlagName[];
  /** How many operands it takes at most. */
  takes: number;
  run(fleet: Fleet, operands: readonly string[], call: Call): Promise<number>;
}

export const fleetCommand = defineCommand({
  name: 'fleet',
  operands:
    'work | status | inspect | send <conversation> <message> | approvals [list | allow <id> | deny <id>]',
  summary: 'Run conversations on several workers',
  notes: [
    'work: run conversations until Ctrl-C or SIGTERM, which hands them over. A second one stops at once.',
    'inspect: show conversations, workers and approvals on a local web page. With --answer, approvals can be answered there by whoever has the whole printed address.',
    'send: store a message, and wait for its answer.',
    'Exits with 1 if a message was not answered.',
  ],
  flags,
  async run({ values, operands }, host) {
    const [name = '', ...rest] = operands;
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) {
      throw new UsageError(`fleet needs one of: ${Object.keys(actions).join(', ')}.`);
    }
    checkUse(name, action, rest, values);
    const fleet = await fleetOf(values);
    try {
      return await action.run(fleet, rest, { values, host });
    } finally {
      await fleet.close({ timeoutMs: 0 });
    }
  },
});

/** A flag or an operand that has no effect is a mistake. */
function checkUse(
  name: string,
  { uses, takes }: Action,
  operands: readonly string[],
  values: Values,
): void {
  const extra = operands[takes];
  if (extra !== undefined) {
    throw new UsageError(`fleet ${name} does not know what to do with "${extra}". Remove it.`);
  }
  for (const flag of Object.keys(values) as FlagName[]) {
    if (values.fleet !== undefined && ofModule.includes(flag)) {
      throw new UsageError(`--${flag} has no effect with --fleet: the module decides it.`);
    }
    if (!['fleet', 'store', ...uses].includes(flag)) {
      throw new UsageError(`--${flag} has no effect on fleet ${name}. Remove it.`);
    }
  }
}

/** What a module decides itself. */
const ofModule: readonly FlagName[] = ['store', 'approve', 'cli', 'simulate'];

async function fleetOf(values: Values): Promise<Fleet> {
  if (values.fleet === undefined) {
    const tools = values.approve;
    return createFleet({
      store: fileStore(values.store ?? defaultFleetFolder),
      options: await sessionOptions(values),
      ...(tools && { approvals: { tools } }),
    });
  }
  const module = await importFleet(values.fleet);
  if (module.default instanceof Fleet) return module.default;
  throw new UsageError(
    `--fleet: the default export of ${values.fleet} must be a fleet, made by createFleet().`,
  );
}

async function importFleet(path: string): Promise<{ default?: unknown }> {
  const file = resolve(path);
  await access(file).catch(() => {
    throw new UsageError(`--fleet: there is no file ${file}.`);
  });
  return import(pathToFileURL(file).href);
}

/** The label is what the inspector page calls the session. */
async function sessionOptions(values: Values): Promise<(facts: ConversationFacts) => Options> {
  const options = await cliOptions(values);
  return ({ id }) => ({ label: id, ...options });
}

const actions: Readonly<Record<string, Action>> = {
  work: {
    uses: ['approve', 'cli', 'simulate'],
    takes: 0,
    async run(fleet, _, { host }) {
      await fleet.work();
      host.stderr.line(`Worker ${fleet.worker} is ready. Ctrl-C hands its conversations over.`);
      await new Promise<void>((done, fail) => {
        let count = 0;
        const end = () => {
          count += 1;
          if (count === 1) fleet.drain().then(() => done(), fail);
          else done();
        };
        host.onInterrupt(end);
        host.onTerminate(end);
      });
      return exitCodes.ok;
    },
  },

  status: {
    uses: ['tenant', 'json'],
    takes: 0,
    async run(fleet, _, { values, host }) {
      const conversations = await fleet.conversations(tenantOf(values));
      if (values.json) {
        for (const one of conversations) host.stdout.data(`${JSON.stringify(one)}\n`);
        return exitCodes.ok;
      }
      const { waiting, leased } = await fleet.status();
      // The engine does not know whose conversations it counts.
      const counts = values.tenant === undefined ? `, ${leased} leased, ${waiting} waiting` : '';
      host.stdout.line(`${counted(conversations.length, 'conversation')}${counts}`);
      for (const one of conversations) host.stdout.line(formatConversation(one, Date.now()));
      return exitCodes.ok;
    },
  },

  inspect: {
    uses: ['show-content', 'answer', 'port'],
    takes: 0,
    run: (fleet, _, { values, host }) => inspectFleet(fleet, values, host),
  },

  send: {
    uses: ['tenant', 'id', 'no-wait', 'json'],
    takes: Number.POSITIVE_INFINITY,
    run: sendMessage,
  },

  approvals: {
    uses: ['tenant', 'message', 'json'],
    takes: 2,
    async run(fleet, [what = 'list', id], { values, host }) {
      if (what === 'list') {
        if (id !== undefined) throw new UsageError('fleet approvals list takes no id. Remove it.');
        for (const one of await fleet.approvals(tenantOf(values))) {
          const text = `${one.id}  ${one.key}  ${one.tool} ${JSON.stringify(one.input)}`;
          host.stdout.data(`${values.json ? JSON.stringify(one) : text}\n`);
        }
        return exitCodes.ok;
      }
      if (what !== 'allow' && what !== 'deny') {
        throw new UsageError(`fleet approvals knows list, allow and deny, not "${what}".`);
      }
      if (what === 'allow' && values.message !== undefined) {
        throw new UsageError('--message says why an approval is denied. Remove it, or use deny.');
      }
      return answerApproval(fleet, id, what, { values, host });
    },
  },
};

async function sendMessage(
  fleet: Fleet,
  [conversation, ...words]: readonly string[],
  { values, host: { stdout, stderr } }: Call,
): Promise<number> {
  const content = words.join(' ');
  if (conversation === undefined || content === '') {
    throw new UsageError('fleet send needs a conversation and a message.');
  }
  const chat = await fleet.session(conversation, tenantOf(values));
  const { id, outcome } = await chat.send(
    content,
    values.id === undefined ? {} : { id: values.id },
  );
  if (values['no-wait']) {
    stdout.data(values.json ? `${JSON.stringify({ id, outcome })}\n` : `${outcome} ${id}\n`);
    return exitCodes.ok;
  }
  const left = new AbortController();
  void stdout.closed.then(() => left.abort());
  const hint = setTimeout(() => {
    const hintAt = ({ state }: ConversationInfo) => {
      if (state !== 'queued') return;
      stderr.line('No worker has taken the message yet. Is `claude-actors fleet work` running?');
    };
    chat.info().then(hintAt, () => {});
  }, noWorkerHintMs);
  let isOwn = false;
  try {
    for await (const row of chat.rows({ signal: left.signal })) {
      isOwn ||= row.type === 'posted' && row.id === id;
      if (!isOwn) continue;
      const text = values.json ? JSON.stringify(row) : formatRow(row);
      if (text !== undefined) stdout.data(`${text}\n`);
      if (row.type === 'settled' && row.id === id) {
        return row.outcome === 'answered' ? exitCodes.ok : exitCodes.failed;
      }
    }
  } finally {
    clearTimeout(hint);
  }
  return exitCodes.failed;
}

async function answerApproval(
  fleet: Fleet,
  id: string | undefined,
  what: 'allow' | 'deny',
  { values, host }: Call,
): Promise<number> {
  const listed = '`fleet approvals list` shows those that are open.';
  if (id === undefined) {
    throw new UsageError(`fleet approvals ${what} needs the id of an approval. ${listed}`);
  }
  const open = await fleet.approvals(tenantOf(values));
  const approval = open.find((one) => one.id === id);
  if (approval?.key === undefined) {
    throw new UsageError(`There is no open approval ${id}. ${listed}`);
  }
  const chat = await fleet.session(approval.key, { tenant: approval.tenant ?? '' });
  const message = values.message ?? deniedByUser;
  const isFirst = await chat.answer(
    id,
    what === 'allow' ? { behavior: 'allow' } : { behavior: 'deny', message },
  );
  const text = isFirst ? `${id} was answered.` : 'Somebody else was first.';
  host.stdout.data(`${values.json ? JSON.stringify({ id, answered: isFirst }) : text}\n`);
  return isFirst ? exitCodes.ok : exitCodes.failed;
}

function tenantOf({ tenant }: Values): { tenant?: string } {
  return tenant === undefined ? {} : { tenant };
}
