import { describe, expect, it } from '@jest/globals';
import type { HookEvent, HookInputs } from '../../src/codec/hooks.js';
import {
  block,
  failureOutput,
  modifyInput,
  proceed,
  renderHookOutput,
  stopRun,
} from '../../src/codec/hooks.js';
import { readRecording, recordingNames } from '../support/recordings.js';

interface Row {
  block: object;
  stop: object;
  stopSince: string | null;
  /** Where a failed hook must not block. */
  deny?: object;
  modify?: object;
}

const go = { continue: true };
const refuse = { decision: 'block', reason: 'why' };
const halt = { continue: false, stopReason: 'why' };
const denied = (hookEventName: string) => ({
  hookSpecificOutput: {
    hookEventName,
    permissionDecision: 'deny',
    permissionDecisionReason: 'why',
  },
});
const standard: Row = { block: refuse, stop: { ...refuse, ...halt }, stopSince: null };
const newInput = { file_path: '/home/dev/a.txt' };

const golden: Record<HookEvent | 'SomeLaterEvent' | 'constructor' | '__proto__', Row> = {
  PreToolUse: {
    block: denied('PreToolUse'),
    stop: { ...denied('PreToolUse'), ...halt },
    stopSince: '2.1.210',
    modify: {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: newInput,
      },
    },
  },
  PermissionRequest: {
    block: {
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message: 'why' },
      },
    },
    stop: {
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'deny', message: 'why', interrupt: true },
      },
    },
    stopSince: '2.1.227',
    modify: {
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: { behavior: 'allow', updatedInput: newInput },
      },
    },
  },
  PreModelSwitch: {
    block: denied('PreModelSwitch'),
    stop: { ...denied('PreModelSwitch'), ...halt },
    stopSince: null,
  },
  UserPromptSubmit: { block: refuse, stop: halt, stopSince: '0.0.0' },
  UserPromptExpansion: { block: refuse, stop: halt, stopSince: '0.0.0' },
  PostToolUse: { block: refuse, stop: halt, stopSince: '0.0.0' },
  PostToolUseFailure: { block: refuse, stop: halt, stopSince: null },
  PostToolBatch: { block: refuse, stop: halt, stopSince: '0.0.0' },
  Stop: { block: refuse, stop: halt, stopSince: '0.0.0', deny: go },
  SubagentStop: { block: refuse, stop: halt, stopSince: null, deny: go },
  TaskCompleted: { block: refuse, stop: halt, stopSince: null, deny: go },
  TeammateIdle: { block: refuse, stop: halt, stopSince: null, deny: go },
  TaskCreated: standard,
  PreCompact: standard,
  PostCompact: standard,
  PostModelSwitch: standard,
  Notification: standard,
  SessionStart: standard,
  SessionEnd: standard,
  StopFailure: standard,
  SubagentStart: standard,
  PermissionDenied: standard,
  Setup: standard,
  Elicitation: standard,
  ElicitationResult: standard,
  ConfigChange: standard,
  WorktreeCreate: standard,
  WorktreeRemove: standard,
  InstructionsLoaded: standard,
  CwdChanged: standard,
  FileChanged: standard,
  DirectoryAdded: standard,
  MessageDisplay: standard,
  SomeLaterEvent: standard,
  constructor: standard,
  ['__proto__']: standard,
};

describe('the helpers', () => {
  it.each(Object.entries(golden))('write what works on %s', (event, row) => {
    expect(renderHookOutput(event, proceed())).toEqual({ output: go });
    expect(renderHookOutput(event, block('why'))).toEqual({ output: row.block });
    const { stop: output, stopSince } = row;
    expect(renderHookOutput(event, stopRun('why'))).toEqual({ output, stopSince });
  });

  it.each(Object.entries(golden))('change the input or warn on %s', (event, row) => {
    const rendered = renderHookOutput(event, modifyInput(newInput));
    if (row.modify === undefined) {
      const warning = {
        code: 'ModifyInputIgnored',
        message: expect.any(String),
        context: { event },
      };
      expect(rendered).toEqual({ output: go, warning });
    } else {
      expect(rendered).toEqual({ output: row.modify });
    }
  });

  it('name both events that can change an input when they warn', () => {
    const rendered = renderHookOutput('PostToolUse', modifyInput({}));
    expect(rendered).toHaveProperty('warning.message', expect.stringContaining('PreToolUse'));
    expect(rendered).toHaveProperty(
      'warning.message',
      expect.stringContaining('PermissionRequest'),
    );
  });

  it.each([
    ['a clone', (helped: object): unknown => structuredClone(helped)],
    ['JSON', (helped: object): unknown => JSON.parse(JSON.stringify(helped))],
  ])('still block, stop and change a tool call after %s lost the mark', (_, lose) => {
    expect(renderHookOutput('PreToolUse', lose(block('why')))).toEqual({ output: refuse });
    expect(renderHookOutput('PreToolUse', lose(stopRun('why')))).toEqual({
      output: { ...refuse, ...halt },
    });
    expect(renderHookOutput('PreToolUse', lose(modifyInput(newInput)))).toEqual({
      output: golden.PreToolUse.modify,
    });
  });

  it('send a text as the reason whatever was given, since the CLI ignores a block without one', () => {
    const untyped = block as (reason: unknown) => object;
    const reasonOf = (reason: unknown) => renderHookOutput('UserPromptSubmit', untyped(reason));
    expect(reasonOf(undefined)).toHaveProperty('output.reason', expect.stringMatching(/./));
    expect(reasonOf(new Error('not here'))).toHaveProperty('output.reason', 'not here');
    expect(reasonOf(42)).toHaveProperty('output.reason', '42');
    expect(reasonOf(Object.create(null))).toHaveProperty('output.reason', 'object');
  });

  it.each([[undefined], [[1]], ['x'], [{ size: 1n }]])(
    'refuse %p as a new input',
    (input: unknown) => {
      const rendered = renderHookOutput(
        'PreToolUse',
        modifyInput(input as Record<string, unknown>),
      );
      expect(rendered).toEqual({ failure: expect.stringContaining('modifyInput') });
    },
  );

  it('of an unknown kind are a failure, not a silent yes', () => {
    const foreign = { [Symbol.for('claude-actors.hookIntent')]: { kind: 'later' } };
    expect(renderHookOutput('PreToolUse', foreign)).toEqual({
      failure: expect.stringContaining('later'),
    });
  });
});

describe('failureOutput', () => {
  it.each(Object.entries(golden))('lets %s go on, or denies it', (event, row) => {
    expect(failureOutput(event, 'continue', 'why')).toEqual(go);
    expect(failureOutput(event, 'deny', 'why')).toEqual(row.deny ?? row.block);
  });
});

type RequiredKeys<T> = {
  [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K;
}[keyof T];

/** The required fields of an event's input; the compiler refuses a list that is not complete. */
function required<E extends HookEvent>(
  keys: Record<RequiredKeys<HookInputs[E]> & string, true>,
): string[] {
  return Object.keys(keys);
}

it('promises no field of an input that a recorded CLI left out', async () => {
  const turn = {
    hook_event_name: true,
    session_id: true,
    transcript_path: true,
    cwd: true,
    permission_mode: true,
  } as const;
  const tool = { ...turn, tool_name: true, tool_input: true, tool_use_id: true } as const;
  const promised: Record<string, string[]> = {
    PreToolUse: required<'PreToolUse'>(tool),
    PostToolUse: required<'PostToolUse'>({ ...tool, tool_response: true }),
    UserPromptSubmit: required<'UserPromptSubmit'>({ ...turn, prompt: true }),
    Stop: required<'Stop'>({ ...turn, stop_hook_active: true }),
  };
  const seen = new Set<string>();
  for (const name of recordingNames) {
    for (const entry of (await readRecording(name)).entries) {
      if (entry.dir !== 'out') continue;
      const request = entry.message.request as Record<string, unknown> | undefined;
      if (request?.subtype !== 'hook_callback') continue;
      const input = request.input as Record<string, unknown>;
      const event = String(input.hook_event_name);
      seen.add(event);
      expect(Object.keys(input)).toEqual(expect.arrayContaining(promised[event] ?? [event]));
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(promised).sort());
});
