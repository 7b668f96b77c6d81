import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ConversationFacts, createFleet, Fleet, fileStore } from '../../fleet/index.js';
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
    help: 'The folder that the members of the fleet share (default: .claude-fleet)',
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
type Action = (fleet: Fleet, operands: readonly string[], of: Call) => Promise<number>;
interface Call {
  values: Values;
  host: Host;
}

export const fleetCommand = defineCommand({
  name: 'fleet',
  operands:
    'work | status | inspect | send <conversation> <message> | approvals [list | allow <id> | deny <id>]',
  summary: 'Run conversations on several workers',
  notes: [
    'work: run conversations until Ctrl-C, which hands them over. A second Ctrl-C stops at once.',
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
    const fleet = await fleetOf(values);
    try {
      return await action(fleet, rest, { values, host });
    } finally {
      await fleet.close({ timeoutMs: 0 });
    }
  },
});

async function fleetOf(values: Values): Promise<Fleet> {
  if (values.fleet === undefined) {
    const tools = values.approve;
    return createFleet({
      store: fileStore(values.store ?? '.claude-fleet'),
      options: await sessionOptions(values),
      ...(tools && { approvals: { tools } }),
    });
  }
  const module = (await import(pathToFileURL(resolve(values.fleet)).href)) as { default?: unknown };
  if (module.default instanceof Fleet) return module.default;
  throw new UsageError(
    `--fleet: the default export of ${values.fleet} must be a fleet, made by createFleet().`,
  );
}

/** The label is what the inspector page calls the session. */
async function sessionOptions(values: Values): Promise<(facts: ConversationFacts) => Options> {
  const options = await cliOptions(values);
  return ({ id }) => ({ label: id, ...options });
}

const actions: Readonly<Record<string, Action>> = {
  async work(fleet, _, { host }) {
    await fleet.work();
    host.stderr.line(`Worker ${fleet.worker} is ready. Ctrl-C hands its conversations over.`);
    const interrupts = { count: 0 };
    await new Promise<void>((done) => {
      host.onInterrupt(() => {
        interrupts.count += 1;
        if (interrupts.count === 1) void fleet.drain().then(() => done());
        else done();
      });
    });
    return exitCodes.ok;
  },

  inspect: (fleet, _, { values, host }) => inspectFleet(fleet, values, host),

  async status(fleet, _, { values, host }) {
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

  async send(fleet, [conversation, ...words], { values, host }) {
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
      host.stdout.data(values.json ? `${JSON.stringify({ id, outcome })}\n` : `${outcome} ${id}\n`);
      return exitCodes.ok;
    }
    let isOwn = false;
    for await (const row of chat.rows()) {
      isOwn ||= row.type === 'posted' && row.id === id;
      if (!isOwn) continue;
      const text = values.json ? JSON.stringify(row) : formatRow(row);
      if (text !== undefined) host.stdout.data(`${text}\n`);
      if (row.type === 'settled' && row.id === id) {
        return row.outcome === 'answered' ? exitCodes.ok : exitCodes.failed;
      }
    }
    return exitCodes.failed;
  },

  async approvals(fleet, [what = 'list', id], { values, host }) {
    const open = await fleet.approvals(tenantOf(values));
    if (what === 'list') {
      for (const one of open) {
        const text = `${one.id}  ${one.key}  ${one.tool} ${JSON.stringify(one.input)}`;
        host.stdout.data(`${values.json ? JSON.stringify(one) : text}\n`);
      }
      return exitCodes.ok;
    }
    if (what !== 'allow' && what !== 'deny') {
      throw new UsageError(`fleet approvals knows list, allow and deny, not "${what}".`);
    }
    const approval = open.find((one) => one.id === id);
    if (approval?.key === undefined) {
      throw new UsageError(
        `There is no open approval ${id ?? ''}. \`fleet approvals list\` shows them.`,
      );
    }
    const chat = await fleet.session(approval.key, { tenant: approval.tenant ?? '' });
    const message = values.message ?? 'The user does not allow this.';
    const isFirst = await chat.answer(
      approval.id,
      what === 'allow' ? { behavior: 'allow' } : { behavior: 'deny', message },
    );
    host.stdout.line(isFirst ? `${approval.id} was answered.` : 'Somebody else was first.');
    return isFirst ? exitCodes.ok : exitCodes.failed;
  },
};

function tenantOf({ tenant }: Values): { tenant?: string } {
  return tenant === undefined ? {} : { tenant };
}
