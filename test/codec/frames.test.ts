import { Buffer } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeBytes, decodeText, type Frame } from '../../src/codec/frames.js';

const decode = (value: unknown): Frame => decodeText(JSON.stringify(value));

describe('decoding messages', () => {
  it('passes on any object with a type, untouched', () => {
    const fields = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(fields, fc.string(), (rest, type) => {
        fc.pre(!type.startsWith('control_'));
        const value = JSON.parse(JSON.stringify({ ...rest, type })) as unknown;
        const frame = decode(value);
        expect(frame.kind === 'message' && frame.message).toEqual(value);
      }),
    );
  });

  it('keeps the text as it came', () => {
    const text = '{ "type" : "x", "n": 1.0, "s": "\\u00e9" }';
    expect(decodeText(text)).toMatchObject({ kind: 'message', text });
  });

  it('needs nothing but a type', () => {
    expect(decode({ type: 'assistant' }).kind).toBe('message');
    expect(decode({ type: 'system', subtype: 'from_the_future' }).kind).toBe('message');
  });

  it.each([
    ['null', 'null'],
    ['a number', '1'],
    ['a string', '"type"'],
    ['a list', '[{"type":"x"}]'],
    ['an object without a type', '{"subtype":"init"}'],
    ['a type that is not text', '{"type":7}'],
  ])('finds no type in %s', (_name, text) => {
    expect(decodeText(text)).toMatchObject({ kind: 'invalid', reason: 'noType', text });
  });

  it.each(['', '  ', '{', '{"type":"x"', 'Error: boom', '\ufeff{"type":"x"}', "{'type':'x'}"])(
    'calls %j not JSON',
    (text) => {
      expect(decodeText(text)).toMatchObject({ kind: 'invalid', reason: 'notJson', text });
    },
  );

  it('reports invalid UTF-8, and cuts long text', () => {
    const bytes = Buffer.from([0x7b, 0xff]);
    expect(decodeBytes(bytes)).toMatchObject({
      kind: 'invalid',
      reason: 'badUtf8',
      text: '{\ufffd',
    });
    const long = decodeText('x'.repeat(5000));
    expect(long.kind === 'invalid' && long.cut).toHaveLength(201);
  });

  it('never throws, whatever the line', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        expect(decodeText(text)).toHaveProperty('kind');
      }),
      { numRuns: 500 },
    );
  });
});

describe('decoding control requests', () => {
  const request = (fields: object, id: unknown = 'r1') =>
    decode({ type: 'control_request', request_id: id, request: fields });

  it('gives id and request', () => {
    const fields = { subtype: 'hook_callback', callback_id: 'hook_0', input: {}, extra: 1 };
    expect(request(fields)).toMatchObject({
      kind: 'controlRequest',
      requestId: 'r1',
      request: fields,
    });
  });

  it('passes on a subtype that it does not know', () => {
    for (const subtype of ['elicitation', 'constructor', 'toString', '']) {
      expect(request({ subtype })).toMatchObject({ kind: 'controlRequest', request: { subtype } });
    }
  });

  it.each([
    [{ subtype: 'hook_callback', input: {} }, 'callback_id'],
    [{ subtype: 'hook_callback', callback_id: 'hook_0', input: 'x' }, 'input'],
    [{ subtype: 'can_use_tool', input: {} }, 'tool_name'],
    [{ subtype: 'can_use_tool', tool_name: 'Bash', input: [] }, 'input'],
    [{ subtype: 'mcp_message', message: {} }, 'server_name'],
    [{ subtype: 'mcp_message', server_name: 's', message: null }, 'message'],
  ])('calls %j malformed but answerable', (fields, lack) => {
    expect(request(fields)).toMatchObject({
      kind: 'invalid',
      reason: 'malformedControl',
      detail: expect.stringContaining(lack),
      control: { type: 'control_request', requestId: 'r1', subtype: fields.subtype },
    });
  });

  it('keeps the name of the hook that a malformed request calls', () => {
    expect(request({ subtype: 'hook_callback', callback_id: 'hook_3' })).toMatchObject({
      control: { subtype: 'hook_callback', callbackId: 'hook_3' },
    });
  });

  it('keeps the id of a request without a readable body', () => {
    for (const body of [null, 'x', [], {}, { subtype: 3 }]) {
      expect(decode({ type: 'control_request', request_id: 'r2', request: body })).toMatchObject({
        reason: 'malformedControl',
        control: { type: 'control_request', requestId: 'r2' },
      });
    }
  });

  it('reports a request without a readable id as not answerable', () => {
    for (const id of [undefined, null, 7, {}]) {
      const frame = request({ subtype: 'can_use_tool' }, id === undefined ? null : id);
      expect(frame).toMatchObject({ kind: 'invalid', reason: 'malformedControl' });
      expect(frame).not.toHaveProperty('control');
    }
  });
});

describe('decoding control responses', () => {
  const response = (fields: object, top: object = {}) =>
    decode({ type: 'control_response', response: fields, ...top });

  it('reads the id inside the response, else at the top', () => {
    const success = { subtype: 'success', response: { mode: 'plan' } };
    const seen = { kind: 'controlResponse', outcome: { ok: true, response: { mode: 'plan' } } };
    expect(response({ ...success, request_id: 'in' }, { request_id: 'top' })).toMatchObject({
      ...seen,
      requestId: 'in',
    });
    const odd = response({ ...success, request_id: 7 }, { request_id: 'top' });
    expect(odd).toMatchObject({ ...seen, requestId: 'top' });
    expect(response(success, { request_id: 'top' })).toMatchObject({ ...seen, requestId: 'top' });
  });

  it('takes a success without a response field', () => {
    expect(response({ subtype: 'success', request_id: 'a' })).toMatchObject({
      outcome: { ok: true, response: undefined },
    });
  });

  it('never takes an error for a success', () => {
    const error = { subtype: 'error', request_id: 'a', response: { mode: 'plan' } };
    expect(response({ ...error, error: 'no', error_code: 'unsupported_request' })).toMatchObject({
      outcome: { ok: false, error: 'no', errorCode: 'unsupported_request' },
    });
    expect(response(error)).toMatchObject({
      outcome: { ok: false, error: 'The CLI gave no reason.' },
    });
    expect(response({ ...error, error: { message: 'x' } })).toMatchObject({
      outcome: { ok: false, error: '{"message":"x"}' },
    });
  });

  it('takes an error that is nested too deep to be written', () => {
    const depth = 100_000;
    const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const text = `{"type":"control_response","response":{"subtype":"error","request_id":"a","error":${deep}}}`;
    expect(decodeText(text)).toMatchObject({
      requestId: 'a',
      outcome: { ok: false, error: expect.stringContaining('nested too deep') },
    });
  });

  it('keeps the id of a response of an unknown kind, so that the request can be settled', () => {
    const control = { type: 'control_response', requestId: 'a' };
    expect(response({ subtype: 'maybe', request_id: 'a' })).toMatchObject({ control });
    expect(decode({ type: 'control_response', request_id: 'a' })).toMatchObject({ control });
  });

  it('reports a response without an id', () => {
    expect(response({ subtype: 'success' })).toMatchObject({ reason: 'malformedControl' });
  });
});

describe('decoding cancels', () => {
  it('gives the id', () => {
    expect(decode({ type: 'control_cancel_request', request_id: 'c' })).toMatchObject({
      kind: 'controlCancel',
      requestId: 'c',
    });
    expect(decode({ type: 'control_cancel_request' })).toMatchObject({
      reason: 'malformedControl',
    });
  });
});
