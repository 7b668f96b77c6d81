import { describe, expect, it } from '@jest/globals';
import { checkOptions } from '../../src/options/checks/checkOptions.js';
import { errorOf } from './launch.js';

const hook = async () => ({});

describe('values inside timeouts, limits and stall', () => {
  it.each<[object]>([
    [{ timeouts: {} }],
    [{ timeouts: { initialize: 1, permission: 2, mcp: 3, write: 4, versionProbe: 2_147_483_647 } }],
    [{ timeouts: { control: 5, hook: 0.5 } }],
    [{ timeouts: { control: { setModel: 1, set_model: 2, get_brand_new: 3, default: 4 } } }],
    [{ timeouts: { hook: { PreToolUse: 1, BrandNewEvent: 2, default: 3 } } }],
    [{ timeouts: { shutdown: { end: 1, terminate: 2, kill: 3 }, write: undefined } }],
    [{ limits: { lineBytes: 1, unreadBytes: 1, stderrBytes: 1, callbacks: {} } }],
    [{ limits: { callbacks: { hook: { atOnce: 1, waiting: 0 }, mcp: {} } } }],
    [{ stall: { start: 1, firstFrame: 2, midTurn: 3, action: 'interrupt' } }],
  ])('takes %j', (options) => {
    expect(() => checkOptions(options)).not.toThrow();
  });

  it.each<[object, string, string]>([
    [{ timeouts: { inicialize: 5 } }, 'timeouts.inicialize', 'Did you mean `initialize`?'],
    [{ timeouts: { interrupt: 5 } }, 'timeouts.interrupt', '`timeouts.control.interrupt`'],
    [{ timeouts: { set_model: 5 } }, 'timeouts.set_model', '`timeouts.control.set_model`'],
    [{ timeouts: { setmodel: 5 } }, 'timeouts.setmodel', '`timeouts.control.setModel`'],
    [{ timeouts: { PreToolUse: 5 } }, 'timeouts.PreToolUse', '`timeouts.hook.PreToolUse`'],
    [{ timeouts: { preToolUse: 5 } }, 'timeouts.preToolUse', '`timeouts.hook.PreToolUse`'],
    [{ timeouts: { terminate: 5 } }, 'timeouts.terminate', '`timeouts.shutdown.terminate`'],
    [{ timeouts: { something: 5 } }, 'timeouts.something', 'Use any of'],
    [{ timeouts: { control: { setModle: 5 } } }, 'timeouts.control.setModle', '`setModel`'],
    [{ timeouts: { control: { interupt: 5 } } }, 'timeouts.control.interupt', '`interrupt`'],
    [{ timeouts: { control: { brandNew: 5 } } }, 'timeouts.control.brandNew', 'not an operation'],
    [
      { timeouts: { control: { initialize: 5 } } },
      'timeouts.control.initialize',
      'timeouts.initialize',
    ],
    [{ timeouts: { hook: { preToolUse: 5 } } }, 'timeouts.hook.preToolUse', '`PreToolUse`'],
    [{ timeouts: { hook: { PreToolUse: '5' } } }, 'timeouts.hook.PreToolUse', 'milliseconds'],
    [{ timeouts: { write: 0 } }, 'timeouts.write', 'more than 0'],
    [{ timeouts: { write: -1 } }, 'timeouts.write', 'more than 0'],
    [{ timeouts: { write: Number.NaN } }, 'timeouts.write', 'NaN'],
    [{ timeouts: { write: Number.POSITIVE_INFINITY } }, 'timeouts.write', 'Infinity'],
    [{ timeouts: { write: 2_147_483_648 } }, 'timeouts.write', '2147483647'],
    [{ timeouts: { mcp: null } }, 'timeouts.mcp', 'milliseconds'],
    [{ timeouts: { shutdown: 5 } }, 'timeouts.shutdown', 'an object'],
    [{ timeouts: { shutdown: { term: 5 } } }, 'timeouts.shutdown.term', 'terminate'],
    [{ timeouts: { shutdown: { terminate: 9_000 } } }, 'timeouts.shutdown.kill', 'Set both'],
    [{ limits: { lineByte: 5 } }, 'limits.lineByte', '`lineBytes`'],
    [{ limits: { lineBytes: 1.5 } }, 'limits.lineBytes', 'whole number'],
    [{ limits: { lineBytes: 600_000_000 } }, 'limits.lineBytes', '536870888'],
    [{ limits: { pendingRequests: 0 } }, 'limits.pendingRequests', 'from 1'],
    [{ limits: { callbacks: { hooks: {} } } }, 'limits.callbacks.hooks', '`hook`'],
    [{ limits: { callbacks: { hook: 5 } } }, 'limits.callbacks.hook', 'an object'],
    [{ limits: { callbacks: { hook: { atOnce: 0 } } } }, 'limits.callbacks.hook.atOnce', 'from 1'],
    [{ limits: { callbacks: { mcp: { wait: 1 } } } }, 'limits.callbacks.mcp.wait', 'waiting'],
    [{ stall: { midturn: 5 } }, 'stall.midturn', '`midTurn`'],
    [{ stall: { start: 0 } }, 'stall.start', 'more than 0'],
    [{ stall: { action: 'kill' } }, 'stall.action', "'stop'"],
  ])('refuses %j', (options, path, remedy) => {
    const error = errorOf(() => checkOptions(options));
    expect(error.code).toBe('InvalidOption');
    expect(error.message).toContain(`ption \`${path}\``);
    expect(error.message).toContain(remedy);
    expect(error.details.option).toBe(Object.keys(options)[0]);
  });
});

describe('values inside hooks, MCP servers, agents and env', () => {
  it.each<[object]>([
    [{ hooks: { BrandNewEvent: [{ hooks: [hook] }], Stop: undefined } }],
    [
      {
        hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [hook], timeout: 1, onFailure: 'deny' }] },
      },
    ],
    [{ mcpServers: { a: { command: 'x', args: ['y'], brandNew: 1 }, b: { type: 'ws', at: 'z' } } }],
    [{ mcpServers: { a: { type: 'http', url: 'http://localhost', headers: {} } } }],
    [{ mcpServers: { a: { type: 'sdk', name: 'a', instance: async () => undefined } } }],
    [{ mcpServers: { a: { type: 'sdk', name: 'a', instance: { connect: async () => {} } } } }],
    [{ agents: { a: { description: 'd', prompt: 'p', brandNew: 1, tools: ['Read'] } } }],
    [{ env: { A: 'x', B: undefined } }],
    [{ extraArgs: { foo: 'x', empty: '', bar: null } }],
  ])('takes %j', (options) => {
    expect(() => checkOptions(options)).not.toThrow();
  });

  it.each<[object, string, string]>([
    [{ hooks: { preToolUse: [{ hooks: [hook] }] } }, 'hooks.preToolUse', '`PreToolUse`'],
    [{ hooks: { Pre_Tool_Use: [] } }, 'hooks.Pre_Tool_Use', '`PreToolUse`'],
    [
      { hooks: { PreToolUse: [{ hooks: [hook], onfailure: 'deny' }] } },
      'hooks.PreToolUse[0].onfailure',
      '`onFailure`',
    ],
    [{ hooks: { Stop: [{ hooks: [hook], x: 1 }] } }, 'hooks.Stop[0].x', 'matcher'],
    [{ mcpServers: { a: {} } }, 'mcpServers.a', 'command'],
    [{ mcpServers: { a: { url: 'http://localhost' } } }, 'mcpServers.a', "'http'"],
    [{ mcpServers: { a: { command: '' } } }, 'mcpServers.a', 'command'],
    [{ mcpServers: { a: { command: 'x', args: 'y' } } }, 'mcpServers.a', 'args'],
    [{ mcpServers: { a: { Command: 'x' } } }, 'mcpServers.a.Command', '`command`'],
    [{ mcpServers: { a: { type: 'sse' } } }, 'mcpServers.a', 'url'],
    [{ mcpServers: { a: { type: 'sdk', name: 'a' } } }, 'mcpServers.a', 'instance'],
    [{ mcpServers: { a: { type: 'sdk', name: 'a', instance: {} } } }, 'mcpServers.a', 'instance'],
    [{ mcpServers: { a: { type: 5 } } }, 'mcpServers.a', 'type'],
    [{ mcpServers: { '': { command: 'x' } } }, 'mcpServers', 'Name it'],
    [{ agents: { a: null } }, 'agents.a', 'an object'],
    [{ agents: { a: { description: 'd' } } }, 'agents.a.prompt', 'string'],
    [{ agents: { a: { description: 'd', prompt: 5 } } }, 'agents.a.prompt', 'string'],
    [
      { agents: { a: { description: 'd', prompt: 'p', disallowed_tools: ['Write'] } } },
      'agents.a.disallowed_tools',
      '`disallowedTools`',
    ],
    [
      { agents: { a: { description: 'd', prompt: 'p', disallowedTools: 'Write' } } },
      'agents.a.disallowedTools',
      'array of strings',
    ],
    [{ env: { A: 5 } }, 'env.A', 'string'],
    [{ extraArgs: { foo: 5 } }, 'extraArgs.foo', 'null'],
    [{ extraArgs: { foo: true } }, 'extraArgs.foo', 'null'],
    [{ extraArgs: { foo: undefined } }, 'extraArgs.foo', 'null'],
  ])('refuses %j', (options, path, remedy) => {
    const error = errorOf(() => checkOptions(options));
    expect(error.code).toBe('InvalidOption');
    expect(error.message).toContain(`ption \`${path}\``);
    expect(error.message).toContain(remedy);
    expect(error.details.option).toBe(Object.keys(options)[0]);
  });

  it('never shows the value of a variable', () => {
    const error = errorOf(() => checkOptions({ env: { KEY: ['sk-secret'] } }));
    expect(error.message).not.toContain('sk-secret');
  });
});

describe('objects with methods', () => {
  const method = () => undefined;

  it.each<[string, object]>([
    ['abortController', new AbortController()],
    ['signal', new AbortController().signal],
    ['logger', { debug: method, info: method, warn: method, error: method, trace: method }],
    ['metrics', { count: method, gauge: method, duration: method }],
    ['telemetry', { observe: method }],
    ['clock', { setTimeout: method, clearTimeout: method }],
    ['port', { start: method }],
    ['sessionStore', { append: method, load: method }],
    ['inspect', {}],
  ])('takes a %s', (option, value) => {
    expect(() => checkOptions({ [option]: value })).not.toThrow();
  });

  it.each<[string, unknown, string]>([
    ['abortController', new AbortController().signal, 'as `signal`'],
    ['abortController', { signal: null }, 'AbortController'],
    ['signal', new AbortController(), 'addEventListener'],
    ['logger', { debug: method, info: method, warn: method }, 'Add error'],
    ['logger', 'console', 'an object'],
    ['metrics', {}, 'Add count, gauge, duration'],
    ['telemetry', {}, 'Add observe'],
    ['clock', { setTimeout: method }, 'Add clearTimeout'],
    ['port', { start: true }, 'Add start'],
    ['sessionStore', { append: method }, 'Add load'],
    ['loadTimeoutMs', 2_147_483_648, '2147483647'],
  ])('refuses as %s: %p', (option, value, remedy) => {
    const error = errorOf(() => checkOptions({ [option]: value }));
    expect(error.code).toBe('InvalidOption');
    expect(error.details.option).toBe(option);
    expect(error.message).toContain(remedy);
  });
});

describe('the id of a new conversation', () => {
  it.each(['6f9619ff-8b86-d011-b42d-00cf4fc964ff', '6F9619FF-8B86-D011-B42D-00CF4FC964FF'])(
    'may be %s',
    (sessionId) => {
      expect(() => checkOptions({ sessionId })).not.toThrow();
    },
  );

  it.each([
    '',
    'abc',
    '6f9619ff8b86d011b42d00cf4fc964ff',
    '6f9619ff-8b86-d011-b42d-00cf4fc964ff\n',
  ])('is a UUID and not %j', (sessionId) => {
    const error = errorOf(() => checkOptions({ sessionId }));
    expect(error).toMatchObject({ code: 'InvalidOption', details: { option: 'sessionId' } });
    expect(error.message).toContain('randomUUID');
  });
});
