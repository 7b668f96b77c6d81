import { writeFile } from 'node:fs/promises';
import type { Port } from '../../ffi/process/port.js';
import type { Options } from '../../options/types.js';
import { record } from '../../testing/recording/record.js';
import { cliFlags, cliOptions } from '../cliFlags.js';
import type { Flags, FlagValues } from '../flags.js';
import { UsageError } from '../UsageError.js';

export const runFlags = {
  model: { kind: 'text', value: 'name', help: 'Model name or alias' },
  'permission-mode': {
    kind: 'text',
    value: 'mode',
    help: 'default, acceptEdits, plan, dontAsk, bypassPermissions, …',
  },
  'allow-dangerously-skip-permissions': {
    kind: 'switch',
    help: 'Required for the permission mode bypassPermissions',
  },
  'max-turns': { kind: 'count', value: 'n', help: 'Stop after this many turns' },
  cwd: { kind: 'text', value: 'directory', help: 'Working directory of the CLI' },
  'system-prompt': { kind: 'text', value: 'text', help: 'System prompt (default: none)' },
  'append-system-prompt': {
    kind: 'text',
    value: 'text',
    help: "Use Claude Code's own system prompt and append this",
  },
  'allowed-tools': {
    kind: 'list',
    value: 'tools',
    help: 'Tools that need no permission, for example "Read,Bash(git *)"',
  },
  'disallowed-tools': { kind: 'list', value: 'tools', help: 'Tools that Claude must not use' },
  resume: { kind: 'text', value: 'session', help: 'Resume a conversation by its session id' },
  continue: { kind: 'switch', help: 'Continue the last conversation in the directory' },
  'mcp-config': { kind: 'text', value: 'file', help: 'JSON file with MCP servers' },
  config: { kind: 'text', value: 'file', help: 'JSON file with options of this package' },
  ...cliFlags,
  record: {
    kind: 'text',
    value: 'file',
    help: 'Record the traffic with the CLI for `replay`; secrets are hidden',
  },
  json: { kind: 'switch', help: 'Print the messages of the CLI as JSON, one per line' },
  verbose: { kind: 'switch', help: 'Print states, warnings and the stderr of the CLI on stderr' },
} as const satisfies Flags;

export async function runOptions(values: FlagValues<typeof runFlags>): Promise<Options> {
  return {
    // A session still reports its result after an interrupt. A one-shot run can only be killed.
    mode: 'session',
    strict: true,
    includePartialMessages: true,
    model: values.model,
    // The option table checks it.
    permissionMode: values['permission-mode'] as Options['permissionMode'],
    allowDangerouslySkipPermissions: values['allow-dangerously-skip-permissions'],
    maxTurns: values['max-turns'],
    cwd: values.cwd,
    systemPrompt: values['system-prompt'],
    appendSystemPrompt: values['append-system-prompt'],
    allowedTools: values['allowed-tools'],
    disallowedTools: values['disallowed-tools'],
    resume: values.resume,
    continue: values.continue,
    mcpConfigPath: values['mcp-config'],
    configFile: values.config,
    ...(values.record !== undefined && { port: await recordInto(values.record) }),
    ...(await cliOptions(values)),
  };
}

/** A port that records into a file. Fails now rather than later if the file cannot be written. */
async function recordInto(file: string): Promise<Port> {
  await writeFile(file, '', { mode: 0o600 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new UsageError(`--record: could not write to ${file} (${code}). Use another file.`);
  });
  return record(file);
}
