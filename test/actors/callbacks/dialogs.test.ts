import { describe, expect, it } from '@jest/globals';
import { CallbackJob } from '../../../src/actors/callbacks/CallbackJob.js';
import type { Prepared } from '../../../src/actors/callbacks/callbackHost.js';
import { prepareElicitation, prepareUserDialog } from '../../../src/actors/callbacks/dialogs.js';
import type { CliRequest } from '../../../src/codec/frames.js';
import type { OnElicitation, OnUserDialog } from '../../../src/options/callbackTypes.js';
import { answer, failure, nonsense } from './callbackAnswers.js';

const elicit = (fields: object, onElicitation: OnElicitation): Prepared =>
  prepareElicitation(
    'r',
    { subtype: 'elicitation', ...fields } as unknown as CliRequest,
    onElicitation,
  );

const dialog = (fields: object, onUserDialog: OnUserDialog): Prepared =>
  prepareUserDialog(
    'r',
    { subtype: 'request_user_dialog', ...fields } as unknown as CliRequest,
    onUserDialog,
  );

describe('an elicitation', () => {
  const question = { mcp_server_name: 'calc', message: 'How many?' };

  it('is asked of the user with all that the CLI says of it', async () => {
    const seen: unknown[] = [];
    const prepared = elicit(
      {
        ...question,
        mode: 'form',
        url: 'https://example.com',
        elicitation_id: 'e1',
        requested_schema: { type: 'object' },
        property_order: ['n'],
        title: 'Number',
        display_name: 'Calculator',
        description: 'It counts',
      },
      async (...given) => {
        seen.push(...given);
        return { action: 'accept', content: { n: 3 } };
      },
    );
    expect(prepared).toMatchObject({
      kind: 'callback',
      request: { requestId: 'r', kind: 'permission', label: 'the elicitation of calc' },
    });
    expect(await answer(prepared)).toEqual({ action: 'accept', content: { n: 3 } });
    expect(seen).toEqual([
      {
        serverName: 'calc',
        message: 'How many?',
        mode: 'form',
        url: 'https://example.com',
        elicitationId: 'e1',
        requestedSchema: { type: 'object' },
        title: 'Number',
        displayName: 'Calculator',
        description: 'It counts',
      },
      { signal: expect.any(AbortSignal), requestId: 'r' },
    ]);
  });

  it('may be of a server and a message only; what has the wrong type is left out', async () => {
    const seen: unknown[] = [];
    const onElicitation: OnElicitation = async (request) => {
      seen.push(JSON.parse(JSON.stringify(request)));
      return { action: 'decline' };
    };
    await answer(elicit(question, onElicitation));
    await answer(elicit({ ...question, mode: 'new', url: 7, requested_schema: [] }, onElicitation));
    const least = { serverName: 'calc', message: 'How many?' };
    expect(seen).toEqual([least, least]);
  });

  it('hands over the signal that fires when the CLI withdraws it', async () => {
    const controller = new AbortController();
    const prepared = elicit(question, async (_, { signal }) => {
      controller.abort();
      return { action: signal.aborted ? 'cancel' : 'accept' };
    });
    if (prepared.kind !== 'callback') throw new Error('It cannot be asked.');
    expect(await CallbackJob.run(prepared.job, controller)).toEqual({
      body: '{"action":"cancel"}',
    });
  });

  it.each(nonsense)(
    'to which %p is returned has failed, and is cancelled',
    async (given, named) => {
      const prepared = elicit(question, async () => given as never);
      await expect(answer(prepared)).rejects.toThrow(named);
      expect(failure(prepared)).toEqual({ action: 'cancel' });
    },
  );

  it.each([
    [{ action: 'yes' }, 'action'],
    [{}, 'action'],
    [{ action: 'accept', content: 'three' }, 'content'],
    [{ action: 'accept', content: [3] }, 'content'],
    [{ action: 'accept', content: null }, 'content'],
  ])('to which %j is returned has failed', async (given, named) => {
    await expect(answer(elicit(question, async () => given as never))).rejects.toThrow(named);
  });

  it.each([
    [{ message: 'x' }],
    [{ mcp_server_name: 'calc' }],
    [{ mcp_server_name: 1, message: 2 }],
  ])('that is only %j is cancelled without asking', (fields) => {
    const prepared = elicit(fields, () => Promise.reject(new Error('asked')));
    expect(prepared).toMatchObject({
      kind: 'bad',
      code: 'CallbackFailed',
      why: expect.stringContaining('elicitation'),
    });
    expect(failure(prepared)).toEqual({ action: 'cancel' });
  });
});

describe('a dialog', () => {
  const question = { dialog_kind: 'refusal_fallback_prompt', payload: { model: 'x' } };

  it('is shown with all that the CLI says of it, and its result is passed on', async () => {
    const seen: unknown[] = [];
    const prepared = dialog({ ...question, tool_use_id: 't1' }, async (...given) => {
      seen.push(...given);
      return { behavior: 'completed', result: ['retry', { n: 1 }] };
    });
    expect(prepared).toMatchObject({
      kind: 'callback',
      request: { requestId: 'r', kind: 'permission', label: 'the dialog refusal_fallback_prompt' },
    });
    expect(await answer(prepared)).toEqual({
      behavior: 'completed',
      result: ['retry', { n: 1 }],
    });
    expect(seen).toEqual([
      { dialogKind: 'refusal_fallback_prompt', payload: { model: 'x' }, toolUseID: 't1' },
      { signal: expect.any(AbortSignal), requestId: 'r' },
    ]);
  });

  it('may be cancelled', async () => {
    const prepared = dialog(question, async () => ({ behavior: 'cancelled' }));
    expect(await answer(prepared)).toEqual({ behavior: 'cancelled' });
  });

  it.each([...nonsense, [{ behavior: 'allow' }, 'behavior'] as [unknown, string]])(
    'to which %p is returned has failed, and is cancelled',
    async (given, named) => {
      const prepared = dialog(question, async () => given as never);
      await expect(answer(prepared)).rejects.toThrow(named);
      expect(failure(prepared)).toEqual({ behavior: 'cancelled' });
    },
  );

  it.each([[{ payload: {} }], [{ dialog_kind: 'x' }], [{ dialog_kind: 'x', payload: [] }]])(
    'that is only %j is cancelled without asking',
    (fields) => {
      const prepared = dialog(fields, () => Promise.reject(new Error('asked')));
      expect(prepared).toMatchObject({
        kind: 'bad',
        code: 'CallbackFailed',
        why: expect.stringContaining('request_user_dialog'),
      });
      expect(failure(prepared)).toEqual({ behavior: 'cancelled' });
    },
  );
});
