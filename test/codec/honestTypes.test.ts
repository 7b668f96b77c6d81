import { expect, it } from '@jest/globals';
import type {
  AssistantMessage,
  StreamEventMessage,
  UserMessage,
} from '../../src/codec/messages.js';
import type { ResultError, ResultSuccess } from '../../src/codec/results.js';
import type {
  InitMessage,
  SessionStateChangedMessage,
  StatusMessage,
} from '../../src/codec/systemMessages.js';
import type {
  BackgroundTasksChangedMessage,
  TaskNotificationMessage,
  TaskStartedMessage,
  TaskUpdatedMessage,
} from '../../src/codec/taskMessages.js';
import type { CommandLifecycleMessage } from '../../src/codec/wireMessages.js';
import { readRecording, recordingNames } from '../support/recordings.js';

type RequiredKeys<T> = {
  [K in keyof T]-?: Record<never, never> extends Pick<T, K> ? never : K;
}[keyof T];

/** Lists the required fields of a type; the compiler refuses a list that is not complete. */
function required<T>(keys: Record<RequiredKeys<T> & string, true>): string[] {
  return Object.keys(keys);
}

const system = { type: true, subtype: true, uuid: true, session_id: true } as const;
const result = {
  type: true,
  subtype: true,
  uuid: true,
  session_id: true,
  is_error: true,
  duration_ms: true,
  duration_api_ms: true,
  num_turns: true,
  stop_reason: true,
  total_cost_usd: true,
  usage: true,
  modelUsage: true,
  permission_denials: true,
} as const;
const error = required<ResultError>({ ...result, errors: true });

const promised: Record<string, string[]> = {
  assistant: required<AssistantMessage>({
    type: true,
    message: true,
    parent_tool_use_id: true,
    uuid: true,
    session_id: true,
  }),
  user: required<UserMessage>({ type: true, message: true, parent_tool_use_id: true }),
  stream_event: required<StreamEventMessage>({
    type: true,
    event: true,
    parent_tool_use_id: true,
    uuid: true,
    session_id: true,
  }),
  command_lifecycle: required<CommandLifecycleMessage>({
    type: true,
    command_uuid: true,
    state: true,
    uuid: true,
    session_id: true,
  }),
  'result/success': required<ResultSuccess>({ ...result, result: true }),
  'result/error_during_execution': error,
  'result/error_max_turns': error,
  'system/init': required<InitMessage>({
    ...system,
    cwd: true,
    model: true,
    tools: true,
    mcp_servers: true,
    permissionMode: true,
    slash_commands: true,
    apiKeySource: true,
    claude_code_version: true,
    output_style: true,
    skills: true,
    plugins: true,
  }),
  'system/status': required<StatusMessage>({ ...system, status: true }),
  'system/session_state_changed': required<SessionStateChangedMessage>({ ...system, state: true }),
  'system/task_started': required<TaskStartedMessage>({
    ...system,
    task_id: true,
    description: true,
  }),
  'system/task_updated': required<TaskUpdatedMessage>({ ...system, task_id: true, patch: true }),
  'system/task_notification': required<TaskNotificationMessage>({
    ...system,
    task_id: true,
    status: true,
    output_file: true,
    summary: true,
  }),
  'system/background_tasks_changed': required<BackgroundTasksChangedMessage>({
    ...system,
    tasks: true,
  }),
};

it('promises no field that a recorded frame lacks, and lists every kind of frame recorded', async () => {
  const seen = new Set<string>();
  for (const name of recordingNames) {
    for (const entry of (await readRecording(name)).entries) {
      if (entry.dir !== 'out') continue;
      const { type, subtype } = entry.message;
      if (String(type).startsWith('control_')) continue;
      const kind = subtype ? `${type}/${subtype}` : String(type);
      seen.add(kind);
      const lacking = promised[kind]?.filter((field) => !(field in entry.message));
      expect({ name, kind, lacking }).toEqual({ name, kind, lacking: [] });
    }
  }
  expect([...seen].sort()).toEqual(Object.keys(promised).sort());
});
