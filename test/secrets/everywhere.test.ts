import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MemoryProcess } from '../../src/ffi/process/memoryProcess.js';
import { spawnFailure } from '../../src/ffi/process/spawnFailure.js';
import { leave } from '../actors/observing/observedRun.js';
import { settle } from '../support/simulated.js';
import { agree, init, result } from '../support/talkingCli.js';
import { frameKinds, withSecret } from './frameKinds.js';
import {
  leaksOf,
  type Places,
  secret,
  type WatchedRun,
  watchQuery,
  watchSession,
} from './watchedRun.js';

type Json = Record<string, unknown>;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'claude-actors-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** How much was told in each place, in all tests. */
const told: Partial<Record<keyof Places, number>> = {};
/** What went wrong, and how often. */
const codes = new Map<string, number>();

function check(run: WatchedRun): void {
  for (const [place, texts] of Object.entries(run.places) as [keyof Places, unknown[]][]) {
    told[place] = (told[place] ?? 0) + texts.length;
  }
  const { errors, warnings, items } = run.places;
  for (const one of [...errors, ...warnings, ...items] as Json[]) {
    const { code } = (one.warning ?? one.error ?? one) as { code: string };
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }
  expect(leaksOf(run)).toEqual([]);
}

const lines = (...frames: (object | string)[]) =>
  frames.map((one) => `${typeof one === 'string' ? one : JSON.stringify(one)}\n`).join('');

const kinds = await frameKinds();

describe('a secret in any string of any frame', () => {
  it('has frames of every kind to stand in', () => {
    expect(kinds.size).toBeGreaterThan(25);
  });

  it.each([...kinds])(
    'is hidden in everything a session tells about itself: %s',
    async (_, frame) => {
      const frames = [...withSecret(frame)] as Json[];
      const run = await watchSession((process) => process.stdout(lines(...frames)), { folder });
      check(run);
      const isMessage = !String(frame.type).startsWith('control_');
      if (isMessage) expect(JSON.stringify(run.messages)).toContain(secret);
    },
  );

  it.each([...kinds])(
    'is hidden in everything a query tells about itself: %s',
    async (_, frame) => {
      const frames = [...withSecret(frame)] as Json[];
      check(await watchQuery((process) => process.stdout(lines(init, ...frames)), { folder }));
    },
  );

  it.each([...kinds])('is hidden in warnings about what follows a result: %s', async (_, frame) => {
    const frames = [...withSecret(frame)] as Json[];
    // Only the first few are warned about.
    for (let at = 0; at < frames.length; at += 8) {
      const some = frames.slice(at, at + 8);
      check(await watchQuery((process) => process.stdout(lines(result('x'), ...some)), { folder }));
    }
  });
});

const filler = (length: number) => 'x '.repeat(length).slice(0, length);
/** Lines are quoted up to character 200, long ones up to byte 256, stdout up to 4 KiB. */
const positions = [0, 5, 180, 190, 199, 240, 250, 4080, 4090];
const garbage: [string, string | Uint8Array][] = [
  ...positions.flatMap((at): [string, string | Uint8Array][] => [
    [`a line that is no JSON, at ${at}`, lines(`${filler(at)}${secret}${filler(300)}`)],
    [`the end of a line that is no JSON, at ${at}`, lines(`${filler(at)}${secret}`)],
    [`broken JSON, at ${at}`, lines(`{"type":"${filler(at)}${secret}"`)],
    [`JSON without a type, at ${at}`, lines({ text: `${filler(at)}${secret}` })],
    [`a JSON string, at ${at}`, lines(JSON.stringify(`${filler(at)}${secret}`))],
    [
      `bad UTF-8, at ${at}`,
      Buffer.concat([
        Buffer.from(`{"type":"${filler(at)}${secret}`),
        Buffer.of(0xff, 0xc0),
        Buffer.from(lines(`${secret}"}`)),
      ]),
    ],
    [
      `a line that is too long, at ${at}`,
      lines(`{"type":"${filler(at)}${secret}${filler(9000)}"}`),
    ],
    [`a last line without an end, at ${at}`, `{"type":"${filler(at)}${secret}`],
    [
      `stdout text before the exit, at ${at}`,
      lines(secret, filler(at), `Invalid key ${secret}`, filler(at)),
    ],
  ]),
  ['five bad lines', lines(secret, secret, secret, secret, secret, secret)],
];

const oversize = { limits: { lineBytes: 5000 } };

describe('a secret in what cannot be read', () => {
  it.each(garbage)('is hidden by a session: %s', async (_, bytes) => {
    check(await watchSession((process) => process.stdout(bytes), { folder, options: oversize }));
  });

  it.each(garbage)('is hidden by a query: %s', async (_, bytes) => {
    check(await watchQuery((process) => process.stdout(bytes), { folder, options: oversize }));
  });

  it.each(positions)('is hidden in a last line without an end and an error, at %i', async (at) => {
    const play = (process: MemoryProcess) => {
      process.stdout(`{"type":"${filler(at)}${secret}`);
      leave(process, 0);
    };
    check(await watchSession(play, { folder }));
    check(await watchQuery(play, { folder }));
  });

  it.each([0, 8, 12, 19])('is hidden in stderr that is cut %i characters into it', async (cut) => {
    const text = `${secret}${filler(256 * 1024 - `bad key: ${secret}\n`.length - secret.length + cut)}`;
    check(await watchSession((process) => process.stderr(text), { folder }));
    check(await watchQuery((process) => process.stderr(text), { folder }));
  });
});

/** Values that are not what a field should be. */
const wrong = [secret, [secret], { [secret]: secret }, { message: secret }, 7, null];

function controlRequest(request: unknown, id: unknown = 'r'): Json {
  return { type: 'control_request', request_id: id, request };
}

const requests: Json[] = [
  { subtype: 'hook_callback', callback_id: 'hook_0', input: { hook_event_name: 'PreToolUse' } },
  { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'x' }, tool_use_id: 't' },
  {
    subtype: 'mcp_message',
    server_name: 'tools',
    message: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 't', arguments: {} } },
  },
  { subtype: secret },
];

describe('a secret in the control protocol', () => {
  it.each(requests)('is hidden if a request has it in a wrong field: $subtype', async (request) => {
    const bad = Object.keys(request).flatMap((field) =>
      wrong.map((value) => controlRequest({ ...request, [field]: value, more: secret })),
    );
    const frames = [
      controlRequest(request),
      controlRequest(request, secret),
      controlRequest(secret),
      ...bad,
    ];
    check(await watchSession((process) => process.stdout(lines(...frames)), { folder }));
  });

  it.each(wrong)('is hidden if the CLI refuses a request with %j', async (error) => {
    const play = async (process: MemoryProcess) => {
      const asked = JSON.parse(process.written.at(-1) ?? '') as Json;
      const response = { subtype: 'error', request_id: asked.request_id, error };
      process.stdout(lines({ type: 'control_response', response }));
    };
    const onRequest = (request: Json) =>
      request.subtype === 'initialize' ? agree(request) : undefined;
    const run = await watchSession(play, { folder, onRequest });
    check(run);
    expect(run.places.errors).toContainEqual(expect.objectContaining({ code: 'ControlRejected' }));
  });

  it('is hidden if the name of a request is the secret', async () => {
    let asked: Promise<unknown> | undefined;
    const onRequest = (request: Json) =>
      request.subtype === 'initialize' ? agree(request) : `no ${secret}`;
    const run = await watchSession(
      (_, session) => {
        asked = session?.request(secret, { value: secret });
        asked?.catch(() => {});
        return settle();
      },
      { folder, onRequest },
    );
    await run.watch(asked ?? Promise.resolve());
    check(run);
  });
});

describe('a secret in what prevents the start', () => {
  const starts: [string, (process: MemoryProcess) => void][] = [
    ...['ENOENT', 'EACCES', 'E2BIG', 'ENOMEM', 'EOTHER'].map(
      (code): [string, (process: MemoryProcess) => void] => [
        code,
        (process) => {
          const cause = Object.assign(new Error(`spawn ${secret} ${code}`), {
            code,
            path: secret,
            spawnargs: [secret],
          });
          process.fail(spawnFailure(cause, process.command));
        },
      ],
    ),
    [
      'an exit',
      (process) => {
        process.spawn(7);
        process.stdout(lines(`Invalid API key ${secret}`, `${secret}`));
        process.stderr(`no access with ${secret}\n`);
        leave(process, 1);
      },
    ],
  ];

  it.each(starts)('is hidden: %s', async (_, onStart) => {
    const run = await watchSession(() => {}, { folder, onStart, onRequest: () => undefined });
    check(run);
    expect(run.places.errors).toHaveLength(1);
    check(await watchQuery(() => {}, { folder, onStart }));
  });

  it('is hidden if the CLI refuses the handshake', async () => {
    const run = await watchSession(() => {}, { folder, onRequest: () => `refused: ${secret}` });
    check(run);
    expect(run.places.errors).toMatchObject([{ code: 'InitializeRejected' }]);
  });

  it.each([secret, [secret], { a: secret }])('is hidden in a handshake of %j', async (value) => {
    const answer = { commands: value, models: value, agents: value, account: value };
    check(await watchSession(() => {}, { folder, onRequest: () => answer }));
  });
});

describe('these tests', () => {
  afterAll(() => {
    for (const name of Object.keys(told)) delete told[name as keyof Places];
  });

  it('have looked at something in every place', () => {
    expect(Object.values(told)).toHaveLength(10);
    for (const [place, count] of Object.entries(told))
      expect([place, count]).not.toEqual([place, 0]);
  });

  it('have seen every error and warning in which the CLI can put a text', () => {
    const expected = [
      'ProcessError',
      'TurnLost',
      'ControlRejected',
      'InitializeRejected',
      'ExitedDuringStart',
      'JsonDecodeError',
      'Utf8DecodeError',
      'UnexpectedMessage',
      'TooManyDecodeErrors',
      'UndecodableLine',
      'LineDropped',
      'IncompleteLastLine',
      'UnexpectedMessageAfterResult',
      'OrphanResponse',
      'UnknownCallback',
      'CallbackFailed',
      'McpServerProblem',
    ];
    expect(expected.filter((code) => !codes.has(code))).toEqual([]);
  });
});
