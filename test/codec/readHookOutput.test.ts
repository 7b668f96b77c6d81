import { describe, expect, it } from '@jest/globals';
import { modifyInput, renderHookOutput } from '../../src/codec/hooks.js';

describe('an output that says nothing', () => {
  it.each(['PreToolUse', 'WorktreeCreate', 'Unheard'])('is one for %s', (event) => {
    for (const returned of [{}, Object.create(null), { toString: undefined }]) {
      expect(renderHookOutput(event, returned)).toEqual({ output: {} });
    }
  });

  it('is not one that only looks empty', () => {
    const hidden = Object.defineProperty({}, 'toJSON', { value: () => ({ decision: 'block' }) });
    expect(renderHookOutput('PreToolUse', hidden)).toEqual({ output: { decision: 'block' } });
    const trap = new Proxy(
      {},
      {
        ownKeys() {
          throw new Error('boom');
        },
      },
    );
    expect(renderHookOutput('PreToolUse', trap)).toEqual({
      failure: expect.stringContaining('boom'),
    });
  });
});

describe('an output that a hook writes itself', () => {
  const specific = (fields: object) => ({ hookSpecificOutput: fields });
  const tool = (fields: object) => specific({ hookEventName: 'PreToolUse', ...fields });
  const permission = (fields: object) =>
    specific({ hookEventName: 'PermissionRequest', ...fields });

  it.each<[string, unknown, string]>([
    ['PreToolUse', { behavior: 'deny', message: 'm' }, 'behavior, message'],
    ['PreToolUse', { permissionDecision: 'deny' }, 'permissionDecision'],
    ['PreToolUse', { decision: 'deny', reason: 'x' }, `decision: "deny", .*'approve' or 'block'`],
    ['PreToolUse', { decision: null }, 'decision: null'],
    ['PreToolUse', { decision: 'block', reason: 5 }, 'reason: 5, .* a string'],
    ['PreToolUse', { continue: 'false' }, 'continue: "false", .* true or false'],
    ['PreToolUse', { async: 'yes' }, 'async: "yes"'],
    ['PreToolUse', { async: true, asyncTimeout: '5' }, 'asyncTimeout: "5", .* a number'],
    ['PreToolUse', specific('x' as never), 'hookSpecificOutput: "x", .* an object'],
    ['PreToolUse', specific({ permissionDecision: 'deny' }), `hookEventName.*'PreToolUse'`],
    ['PreToolUse', specific({ hookEventName: 'preToolUse' }), `"preToolUse".*'PreToolUse'`],
    ['PreToolUse', tool({ permissionDecision: 'block' }), 'hookSpecificOutput.permissionDecision'],
    ['PreToolUse', tool({ permissionDecisionReason: 5 }), 'permissionDecisionReason: 5'],
    ['PreToolUse', tool({ updatedInput: ['x'] }), 'updatedInput.* an object'],
    [
      'PreModelSwitch',
      specific({ hookEventName: 'PreModelSwitch', permissionDecision: 'defer' }),
      'defer',
    ],
    ['UserPromptSubmit', tool({}), `"PreToolUse", .*'UserPromptSubmit'`],
    [
      'SessionStart',
      specific({ hookEventName: 'SessionStart', watchPaths: [1] }),
      'list of strings',
    ],
    ['WorktreeCreate', specific({ hookEventName: 'WorktreeCreate' }), 'worktreePath: undefined'],
    ['PermissionRequest', permission({}), 'decision: undefined'],
    ['PermissionRequest', permission({ decision: { behavior: 'block' } }), 'decision.behavior'],
    ['PermissionRequest', permission({ decision: { behavior: 'deny', message: 1 } }), 'message: 1'],
    [
      'PermissionRequest',
      permission({ decision: { behavior: 'allow', updatedInput: 1 } }),
      'updatedInput: 1',
    ],
    ['PreToolUse', { decision: () => 'block' }, 'decision: function'],
    ['PreToolUse', tool({ updatedInput: { command: () => 'ls' } }), 'command: function'],
    ['PreToolUse', { decision: Symbol('block') }, 'decision: symbol'],
    ['PreToolUse', { verdict: () => 'block' }, 'verdict: function'],
    ['PreToolUse', { decision: undefined, reason: 'x' }, 'decision: undefined'],
    ['PreToolUse', tool({ permissionDecision: undefined }), 'permissionDecision: undefined'],
  ])(
    '%s: calls %p a failure, as the CLI would let things pass for it',
    (event, returned, named) => {
      expect(renderHookOutput(event, returned)).toEqual({
        failure: expect.stringMatching(
          new RegExp(`${event} returned .*${named}.*block\\(reason\\)`, 's'),
        ),
      });
    },
  );

  it.each<[string, unknown]>([
    ['a field that is undefined', { systemMessage: 'x', reason: undefined }],
    ['no decision beside something else', { decision: undefined, systemMessage: 'x' }],
    ['a refusal with a function beside it', { decision: 'block', log: () => {} }],
    [
      'a permission refused with a function beside it',
      permission({ decision: { behavior: 'deny' }, log: () => {} }),
    ],
    ['what an async answer does not use', { async: true, decision: 5 }],
    ['what another event uses', specific({ hookEventName: 'Stop', permissionDecision: 5 })],
    ['an output of an event that is not known', specific({ hookEventName: 'Newer', verdict: 5 })],
  ])('passes on %s, as JSON carries it', (_, returned) => {
    const { hookSpecificOutput } = returned as { hookSpecificOutput?: { hookEventName: string } };
    const event = hookSpecificOutput?.hookEventName ?? 'PreToolUse';
    expect(renderHookOutput(event, returned)).toEqual({
      output: JSON.parse(JSON.stringify(returned)),
    });
  });

  it('leaves the name of another event to the CLI for a tool, as the CLI then refuses it', () => {
    const output = specific({ hookEventName: 'PostToolUse', additionalContext: 'x' });
    expect(renderHookOutput('PreToolUse', output)).toEqual({ output });
  });

  it('calls a function in the input for modifyInput a failure', () => {
    expect(renderHookOutput('PreToolUse', modifyInput({ command: () => 'ls' }))).toEqual({
      failure: expect.stringContaining('command: function'),
    });
  });
});
