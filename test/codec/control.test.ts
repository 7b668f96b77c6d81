import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  answerLine,
  encodeAnswer,
  encodeAnyRequest,
  encodeRequest,
  errorAnswerLine,
  requestLine,
  userMessageLine,
} from '../../src/codec/control.js';

describe('control lines', () => {
  it('carry the id of a request at the top level', () => {
    const line = requestLine('req_1', encodeRequest('set_model', { model: 'sonnet' }));
    expect(JSON.parse(line)).toEqual({
      type: 'control_request',
      request_id: 'req_1',
      request: { subtype: 'set_model', model: 'sonnet' },
    });
  });

  it('carry the id of an answer inside response', () => {
    const line = answerLine('a', encodeAnswer('hook_callback', { continue: true }));
    expect(JSON.parse(line)).toEqual({
      type: 'control_response',
      response: { subtype: 'success', request_id: 'a', response: { continue: true } },
    });
    expect(JSON.parse(errorAnswerLine('a', 'no'))).toEqual({
      type: 'control_response',
      response: { subtype: 'error', request_id: 'a', error: 'no' },
    });
    expect(JSON.parse(errorAnswerLine('a', 'no', 'unsupported_request'))).toEqual({
      type: 'control_response',
      response: {
        subtype: 'error',
        request_id: 'a',
        error: 'no',
        error_code: 'unsupported_request',
      },
    });
  });

  it('are one line of JSON whatever the id and the body', () => {
    const text = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(text, fc.dictionary(text, fc.jsonValue()), (id, fields) => {
        const body = encodeAnyRequest('x', fields);
        const expected = JSON.parse(JSON.stringify({ ...fields, subtype: 'x' })) as unknown;
        const lines = [requestLine(id, body), answerLine(id, body), errorAnswerLine(id, id)];
        for (const line of lines) expect(line.indexOf('\n')).toBe(line.length - 1);
        expect(JSON.parse(lines[0] ?? '')).toMatchObject({ request_id: id, request: expected });
        expect(JSON.parse(lines[1] ?? '').response.response).toEqual(expected);
      }),
    );
  });

  it('let no field change the subtype of a request', () => {
    const body = encodeAnyRequest('mcp_status', { subtype: 'interrupt', x: 1 });
    expect(JSON.parse(body)).toEqual({ subtype: 'mcp_status', x: 1 });
  });

  it('have the long form of a user message, which is the only one the CLI takes', () => {
    expect(JSON.parse(userMessageLine({ content: 'hi', uuid: 'u' }))).toEqual({
      type: 'user',
      message: { role: 'user', content: 'hi' },
      parent_tool_use_id: null,
      session_id: '',
      uuid: 'u',
    });
  });

  it('refuse an answer that is not JSON and name what it was', () => {
    const response = { mcp_response: { jsonrpc: '2.0' as const, result: 1n } };
    expect(() => encodeAnswer('mcp_message', response)).toThrow(/mcp_message.*not JSON/);
  });

  it('keep the subtype whatever the JSON form of the fields is', () => {
    const fields = { toJSON: () => ({ subtype: 'interrupt', x: 1 }) };
    expect(JSON.parse(encodeAnyRequest('mcp_status', fields))).toEqual({
      subtype: 'mcp_status',
      x: 1,
    });
  });

  it.each([undefined, 5, Symbol('x'), [[[]]], Object.create(null)])(
    'refuse a name that is no string: %p',
    (name) => {
      expect(() => encodeAnyRequest(name as string, {})).toThrow(
        expect.objectContaining({
          code: 'EncodeError',
          message: expect.stringContaining('Pass the name first'),
        }),
      );
    },
  );

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', [1]],
    ['a text', 'abc'],
    ['an object whose JSON is a number', { toJSON: () => 5 }],
    ['an object whose JSON is a list', { toJSON: () => [] }],
  ])('refuse fields that are %s', (_, fields) => {
    expect(() => encodeAnyRequest('interrupt', fields as object)).toThrow(
      expect.objectContaining({
        code: 'EncodeError',
        message: expect.stringContaining('interrupt'),
      }),
    );
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a function', () => 1],
    ['a number', 5],
    ['an object', { type: 'text', text: 'x' }],
    ['a map', new Map()],
    ['a list with a hole', [undefined]],
    ['a list with a text', ['x']],
    ['a list whose JSON is a number', Object.assign([], { toJSON: () => 5 })],
  ])('refuse a message whose content is %s', (_, content) => {
    expect(() => userMessageLine({ content: content as string, uuid: 'u' })).toThrow(
      expect.objectContaining({ code: 'EncodeError', message: expect.stringContaining('content') }),
    );
  });
});
