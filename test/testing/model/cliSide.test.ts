import { strict as assert } from 'node:assert';
import { describe, expect, it, jest } from '@jest/globals';
import type { Port, ProcessListener } from '../../../src/ffi/process/port.js';
import type { CliAct } from '../../../src/testing/model/path.js';
import { queryModel } from '../../../src/testing/model/query/queryModel.js';
import type { PlayedOptions } from '../../../src/testing/model/run/appDriver.js';
import { type SessionPath, sessionModel } from '../../../src/testing/model/session/sessionModel.js';
import { plainQuery } from './plainQuery.js';
import { plainSession } from './plainSession.js';

// Exploring the charts for the first paths takes seconds on a busy machine.
jest.setTimeout(60_000);

/** What a port told and took, for comparison with what a path lists. */
interface Seen {
  stdout: Buffer[];
  /** Everything but the bytes, in order. */
  calls: string[];
  /** The ids that the application has put on the wire. */
  ids: string[];
  isOver: boolean;
}

function seenBy(port: Port, seen: Seen): Port {
  return {
    start(command, listener) {
      const note = (call: string) => {
        if (!seen.isOver) seen.calls.push(call);
      };
      const told: ProcessListener = {
        ...listener,
        spawned(pid) {
          note('start');
          listener.spawned(pid);
        },
        failed(error) {
          note(`failsToStart ${(error.cause as { code: string }).code}`);
          listener.failed(error);
        },
        stdout(bytes) {
          if (!seen.isOver) seen.stdout.push(Buffer.from(bytes));
          listener.stdout(bytes);
        },
        stdoutEnded() {
          note('closeStdout');
          listener.stdoutEnded();
        },
        exited(exit) {
          note(`exit ${exit.code}`);
          listener.exited(exit);
        },
      };
      const handle = port.start(command, told);
      return {
        ...handle,
        write(line, done) {
          if (command.args.includes('--input-format')) {
            const { uuid, request_id, request } = JSON.parse(line);
            seen.ids.push(uuid ?? request_id, ...JSON.stringify(request ?? '').split('"'));
          }
          handle.write(line, (error) => {
            if (error) note('stdin breaks');
            done(error);
          });
        },
      };
    },
  };
}

/** The ids that are used while the application has written nothing yet. */
const beforeHandshake = ['hook_0', 'PreToolUse'];

/** A listed frame, with what stands for the application's own names in it. */
function sameFrame(listed: unknown, played: unknown, ids: readonly string[]): void {
  if (typeof listed === 'string' && listed.startsWith('$')) {
    const known = ids.length > 0 ? ids : beforeHandshake;
    assert.ok(known.includes(String(played)), `${listed} was ${played}, which nobody wrote`);
  } else if (typeof listed === 'object' && listed !== null) {
    const fields = Object.entries(listed);
    assert.deepEqual(fields.map(([name]) => name).sort(), Object.keys(played as object).sort());
    for (const [name, value] of fields) {
      sameFrame(value, (played as Record<string, unknown>)[name], ids);
    }
  } else {
    assert.deepEqual(played, listed);
  }
}

const bytesOf = (act: CliAct): Buffer => {
  if ('frame' in act) return Buffer.from(`${JSON.stringify(act.frame)}\n`.repeat(act.times ?? 1));
  if ('text' in act) return Buffer.from(act.text.repeat(act.times ?? 1));
  return 'bytes' in act ? Buffer.from(act.bytes, 'hex') : Buffer.alloc(0);
};

const linesOf = (bytes: Buffer) => bytes.toString('latin1').split('\n');
const isSilent = (act: CliAct) => bytesOf(act).length === 0;

function compare(acts: readonly CliAct[], { stdout, calls, ids }: Seen): void {
  const listed = linesOf(Buffer.concat(acts.map(bytesOf)));
  const played = linesOf(Buffer.concat(stdout));
  assert.equal(played.length, listed.length);
  for (const [index, line] of listed.entries()) {
    if (line.startsWith('{"type":"') && line.endsWith('}')) {
      sameFrame(JSON.parse(line), JSON.parse(played[index] ?? ''), ids);
    } else {
      assert.equal(played[index], line);
    }
  }
  const events = acts
    .filter((act) => isSilent(act) && !('stdin' in act && act.stdin === 'stops'))
    .map((act) =>
      Object.entries(act)
        .flat()
        .filter((word) => word !== true)
        .join(' '),
    );
  // What it says before it has started starts it; an exit closes what is still open.
  const isImplied = (call: string) =>
    (call === 'start' && !events.includes('start')) ||
    (call === 'closeStdout' && !events.includes('closeStdout'));
  assert.deepEqual(
    calls.filter((call) => !isImplied(call)),
    events,
  );
}

const models = {
  session: { model: sessionModel, driver: plainSession },
  query: { model: queryModel, driver: plainQuery },
} as const;

describe.each(['session', 'query'] as const)('the CLI side of the paths of a %s', (name) => {
  const { model, driver } = models[name] as {
    model: typeof sessionModel;
    driver: typeof plainSession;
  };

  it('is what is played, byte for byte', async () => {
    for (const path of model.paths()) {
      const seen: Seen = { stdout: [], calls: [], ids: [], isOver: false };
      await model.run(path, {
        ...driver,
        start: (options: PlayedOptions) =>
          driver.start({ ...options, port: seenBy(options.port as Port, seen) }),
        close(app) {
          // What the CLI does from here on is no part of the path.
          seen.isOver = true;
          return driver.close(app);
        },
      });
      const { cli = [] } = path;
      expect(cli.map(({ step }) => step)).toEqual(path.steps);
      try {
        compare(
          cli.flatMap(({ does }) => does),
          seen,
        );
      } catch (error) {
        throw new Error(`in the path "${path.name}": ${(error as Error).message}`);
      }
    }
  });

  it('exists for any path, with an act for each step of the CLI', () => {
    for (const { cli, ...path } of model.paths()) {
      expect(model.cliSide(path)).toEqual(cli);
      for (const { step, does } of cli ?? []) {
        const isCli = step.startsWith('cli ') || /pipe breaks|CLI never reads/.test(step);
        expect([step, does.length > 0]).toEqual([step, isCli]);
      }
    }
  });
});

it('has placeholders for what only the application knows', () => {
  const path: SessionPath = {
    name: 'mine',
    steps: [
      'cli starts',
      'cli accepts the handshake',
      'app sends a message',
      'cli starts on the message',
      'cli calls a hook',
      'cli asks for permission',
      'cli cancels its question',
      'app interrupts',
      'cli confirms the interrupt',
      'time passes, a second',
    ],
  };
  expect(sessionModel.cliSide(path).map(({ does }) => does)).toMatchObject([
    [{ start: true }],
    [{ frame: { response: { subtype: 'success', request_id: '$initialize' } } }],
    [],
    [{ frame: { command_uuid: '$message', state: 'started' } }],
    [{ frame: { request_id: 'h0-1', request: { callback_id: '$hook' } } }],
    [{ frame: { request_id: 'p0-1', request: { subtype: 'can_use_tool' } } }],
    [{ frame: { type: 'control_cancel_request', request_id: 'p0-1' } }],
    [],
    [{ frame: { response: { request_id: '$interrupt' } } }],
    [],
  ]);
});
