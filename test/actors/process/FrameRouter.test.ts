import { describe, expect, it } from '@jest/globals';
import type { CallbackHost } from '../../../src/actors/callbacks/callbackHost.js';
import { readerOf } from './memoryReader.js';

const text = { type: 'assistant', message: { content: [{ type: 'text', text: 'Hi' }] } };
const result = { type: 'result', subtype: 'success', is_error: false };
const toolUse = (id: unknown) => ({
  type: 'assistant',
  message: { content: [{ type: 'tool_use', id }] },
});
const toolResult = (id: unknown) => ({
  type: 'user',
  message: { content: [{ type: 'tool_result', tool_use_id: id }] },
});
const state = (value: unknown) => ({
  type: 'system',
  subtype: 'session_state_changed',
  state: value,
});

describe('tools', () => {
  it('are open from their use to their result', () => {
    const { events, line } = readerOf();
    line(toolUse('a'), toolUse('b'));
    line(toolResult('a'));
    line(toolResult('b'), toolResult('never'));
    expect(events).toMatchObject([{ openTools: 2 }, { openTools: 1 }, { openTools: 0 }]);
  });

  it('are open once, even if their use is reported twice', () => {
    const { events, line } = readerOf();
    line(toolUse('a'), toolUse('a'));
    expect(events).toMatchObject([{ openTools: 1 }]);
  });

  it('are all closed by a result of the run', () => {
    const { events, line } = readerOf();
    line(toolUse('a'), result, text);
    expect(events).toMatchObject([{ openTools: 1 }, { type: 'cli.result' }, { openTools: 0 }]);
  });

  it('are not counted if their id is not a string: nothing would ever close them', () => {
    const { events, line } = readerOf();
    line(toolUse(undefined), toolUse(null), toolUse({}));
    expect(events).toMatchObject([{ openTools: 0 }]);
  });
});

describe('what a machine looks at', () => {
  it.each([
    [result, { type: 'cli.result', result }],
    [state('idle'), { type: 'cli.state', state: 'idle' }],
    [state('running'), { type: 'cli.state', state: 'running' }],
    [state('requires_action'), { type: 'cli.state', state: 'requires_action' }],
    [
      { type: 'command_lifecycle', command_uuid: 'u', state: 'started' },
      { type: 'cli.lifecycle', uuid: 'u', state: 'started' },
    ],
    [
      task('task_started', { task_type: 'local_agent', description: 'Work' }),
      { type: 'cli.task', task: { id: 't', kind: 'started', taskType: 'local_agent' } },
    ],
    [
      task('task_progress', { description: 'More' }),
      { type: 'cli.task', task: { id: 't', kind: 'progressed', description: 'More' } },
    ],
    [
      task('task_notification', { status: 'completed' }),
      { type: 'cli.task', task: { kind: 'completed' } },
    ],
    [task('task_notification', { status: 'failed' }), { task: { kind: 'failed' } }],
    [task('task_notification', { status: 'stopped' }), { task: { kind: 'stopped' } }],
    [task('task_updated', { patch: { status: 'killed' } }), { task: { kind: 'stopped' } }],
    [task('task_updated', { patch: { status: 'completed' } }), { task: { kind: 'completed' } }],
  ])('%j is an event with its frame', (frame, event) => {
    const { events, line } = readerOf();
    line(frame);
    expect(events).toMatchObject([{ ...event, frame: { message: frame } }]);
  });

  it.each([
    [state('sleeping')],
    [{ type: 'system', subtype: 'session_state_changed' }],
    [state(null)],
    [{ type: 'command_lifecycle', state: 'started' }],
    [{ type: 'command_lifecycle', command_uuid: 'u' }],
    [{ type: 'command_lifecycle', command_uuid: 3, state: 'started' }],
    [{ type: 'system' }],
    [{ type: 'system', subtype: null }],
    [{ type: 'system', subtype: 'task_started', description: 'without an id' }],
    [{ type: 'system', subtype: 'task_started', task_id: 5 }],
    [task('task_updated', {})],
    [task('task_updated', { patch: null })],
    [task('task_updated', { patch: { status: 'paused' } })],
    [task('task_updated', { patch: { status: { toString: 1, valueOf: 1 } } })],
    [task('task_notification', { status: 'toString' })],
    [{ type: 'assistant' }],
    [{ type: 'assistant', message: null }],
    [{ type: 'assistant', message: { content: [null, 3, 'x', {}, { type: null }] } }],
    [{ type: 'user', message: { content: 'text' } }],
    [{ type: 'user', message: { content: null } }],
    [{ type: 'new' }],
  ])('%j is not: it is a message like others', (frame) => {
    const { events, line } = readerOf();
    line(frame);
    expect(events).toMatchObject([{ type: 'cli.messages', frames: [{ message: frame }] }]);
  });

  it('loses only the fields of a task that are not strings', () => {
    const { events, line } = readerOf();
    line(task('task_started', { task_type: 7, description: null }));
    expect(events).toMatchObject([{ type: 'cli.task', task: { id: 't', kind: 'started' } }]);
    expect(Object.values((events[0] as { task: object }).task)).toEqual([
      't',
      'started',
      undefined,
    ]);
  });
});

function task(subtype: string, fields: object) {
  return { type: 'system', subtype, task_id: 't', ...fields };
}

describe('control frames', () => {
  it('come as answers, with their outcome', () => {
    const { events, line } = readerOf();
    line(
      { type: 'control_response', response: { subtype: 'success', request_id: 'req_0' } },
      {
        type: 'control_response',
        response: { subtype: 'error', request_id: 'req_1', error: 'no', error_code: 'x' },
      },
      { type: 'control_response', request_id: 'req_2', response: { subtype: 'success' } },
    );
    expect(events).toEqual([
      { type: 'cli.response', requestId: 'req_0', outcome: { ok: true, response: undefined } },
      {
        type: 'cli.response',
        requestId: 'req_1',
        outcome: { ok: false, error: 'no', errorCode: 'x' },
      },
      { type: 'cli.response', requestId: 'req_2', outcome: { ok: true, response: undefined } },
    ]);
  });

  it('fail the request that a malformed answer is for', () => {
    const { events, line } = readerOf();
    line({ type: 'control_response', response: { request_id: 'req_0' } });
    expect(events).toMatchObject([
      { type: 'cli.response', requestId: 'req_0', outcome: { ok: false } },
    ]);
  });

  it('withdraw a request', () => {
    const { events, line } = readerOf();
    line({ type: 'control_cancel_request', request_id: 'r' });
    expect(events).toEqual([{ type: 'cli.cancel', requestId: 'r' }]);
  });

  it.each([
    [{ type: 'control_response' }],
    [{ type: 'control_cancel_request' }],
    [{ type: 'control_request', request: { subtype: 'hook_callback' } }],
  ])('%j are undecodable: there is no id to answer', (frame) => {
    const { events, line } = readerOf();
    line(frame);
    expect(events).toMatchObject([
      { type: 'cli.undecodable', last: false, frame: { reason: 'malformedControl' } },
    ]);
  });

  it.each([
    [{ subtype: 'hook_callback' }, { type: 'cli.badCallback', kind: 'hook' }],
    [{ subtype: 'can_use_tool' }, { type: 'cli.badCallback', kind: 'permission' }],
    [{ subtype: 'mcp_message' }, { type: 'cli.badCallback', kind: 'mcp' }],
    [{ subtype: 'request_user_dialog' }, { type: 'cli.unanswerable' }],
    [{ subtype: '__proto__' }, { type: 'cli.unanswerable' }],
    [{}, { type: 'cli.unanswerable' }],
    [null, { type: 'cli.unanswerable' }],
  ])('with the request %j still get an answer', (request, event) => {
    const { events, line } = readerOf();
    line({ type: 'control_request', request_id: 'r', request });
    expect(events).toMatchObject([{ ...event, requestId: 'r' }]);
    expect((events[0] as { why: string }).why).not.toBe('');
  });

  it('get an error answer if the host throws', () => {
    const broken: CallbackHost = {
      prepare() {
        throw new Error('a fault of the host');
      },
      prepareMalformed() {
        throw Object.create(null);
      },
    };
    const { events, line } = readerOf(broken);
    line(
      text,
      { type: 'control_request', request_id: 'a', request: { subtype: 'request_user_dialog' } },
      { type: 'control_request', request_id: 'b', request: { subtype: 'mcp_message' } },
      text,
    );
    expect(events).toMatchObject([
      { type: 'cli.messages' },
      {
        type: 'cli.unanswerable',
        requestId: 'a',
        why: expect.stringContaining('a fault of the host'),
      },
      { type: 'cli.unanswerable', requestId: 'b' },
      { type: 'cli.messages' },
    ]);
  });

  it('get an error answer if the host prepares nothing', () => {
    const host = { prepare: () => undefined, prepareMalformed: () => undefined };
    const { events, line } = readerOf(host as unknown as CallbackHost);
    line({ type: 'control_request', request_id: 'a', request: { subtype: 'request_user_dialog' } });
    expect(events).toMatchObject([{ type: 'cli.unanswerable', requestId: 'a' }]);
  });
});
