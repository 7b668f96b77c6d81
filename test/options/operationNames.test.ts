import { describe, expect, it } from '@jest/globals';
import type { ToCliSubtype } from '../../src/codec/requestsToCli.js';
import type { Query, Session } from '../../src/index.js';
import {
  type OperationName,
  operationProblem,
  operationSubtypes,
  subtypeOf,
} from '../../src/options/operationNames.js';
import type { Options } from '../../src/options/types.js';
import { errorOf, launch } from './launch.js';

/** Does not compile if an operation is no method of sessions and queries. */
const areMethods: [OperationName] extends [keyof Session & keyof Query] ? true : never = true;

describe('the names of control operations', () => {
  it('are methods of sessions and queries, and know their subtypes', () => {
    expect(areMethods).toBe(true);
    for (const [method, subtype] of Object.entries(operationSubtypes)) {
      expect(subtypeOf(method)).toBe(subtype);
      expect(subtypeOf(subtype)).toBe(subtype);
    }
  });

  it.each<ToCliSubtype>(['get_usage', 'mcp_message', 'rewind_files'])('include %s', (subtype) => {
    expect(operationProblem(subtype)).toBeUndefined();
  });

  it('include unknown subtypes that a newer CLI may have', () => {
    expect(operationProblem('brand_new_thing')).toBeUndefined();
  });
});

describe('the names of hook events', () => {
  const problemOf = (options: Options) =>
    errorOf(() => launch(options, 'session')).message.split('`')[3];

  it.each([
    ['PreToolUs', 'PreToolUse'],
    ['pre_tool_use', 'PreToolUse'],
    ['UserPromptSubmitted', 'UserPromptSubmit'],
  ])('are refused if misspelt: %s', (event, meant) => {
    expect(problemOf({ hooks: { [event]: [] } })).toBe(meant);
    expect(problemOf({ timeouts: { hook: { [event]: 5 } } })).toBe(meant);
  });

  it.each(['BrandNew', '__proto__', 'constructor'])('are refused if unknown: %s', (event) => {
    const error = errorOf(() => launch({ hooks: Object.fromEntries([[event, []]]) }, 'session'));
    expect(error.code).toBe('InvalidOption');
    expect(error.message).toContain('allowUnknownHookEvents');
  });

  it('may be those of a newer CLI, if the program says so', () => {
    const allowUnknownHookEvents = true;
    launch({ hooks: { BrandNew: [] }, allowUnknownHookEvents }, 'session');
    launch({ timeouts: { hook: { BrandNew: 5, default: 5 } }, allowUnknownHookEvents }, 'session');
    expect(problemOf({ hooks: { pretooluse: [] }, allowUnknownHookEvents })).toBe('PreToolUse');
  });
});

describe('a word that is not in a closed list', () => {
  const agent = { description: 'd', prompt: 'p' };
  it.each<[string, object, string]>([
    ['permissionMode', { permissionMode: 'acceptEdit' }, 'acceptEdits'],
    ['agents', { agents: { a: { ...agent, permissionMode: 'Plan' } } }, 'plan'],
    ['agents', { agents: { a: { ...agent, memory: 'users' } } }, 'user'],
    ['agents', { agents: { a: { ...agent, effort: 'hihg' } } }, 'high'],
    ['settings', { settings: { permissions: { defaultMode: 'plann' } } }, 'plan'],
    ['settingSources', { settingSources: ['user', 'projects'] }, 'project'],
    ['effort', { effort: 'hihg' }, 'high'],
    ['thinking', { thinking: { type: 'adaptiv' } }, 'adaptive'],
    ['mode', { mode: 'oneshot' }, 'oneShot'],
    ['envMode', { envMode: 'overlaid' }, 'overlay'],
    ['waitFor', { waitFor: 'agent' }, 'agents'],
    ['stall', { stall: { action: 'wan' } }, 'warn'],
    ['inspect', { inspect: 'pages' }, 'page'],
    ['skills', { skills: 'al' }, 'all'],
  ])('is InvalidOption with the nearest name: %s %j', (option, options, meant) => {
    const error = errorOf(() => launch(options as Options, 'session'));
    expect(error.code).toBe('InvalidOption');
    expect(error.details.option).toBe(option);
    expect(error.message).toContain(`Did you mean \`${meant}\`?`);
  });

  it('may be a level of effort that a newer CLI knows', () => {
    expect(launch({ effort: 'ludicrous' as never }, 'session').flags).toContain(
      '--effort=ludicrous',
    );
  });
});
