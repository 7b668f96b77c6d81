import type { Options } from '../../options/types.js';
import { cliFlags, cliOptions } from '../cliFlags.js';
import type { Flags, FlagValues } from '../flags.js';
import { recorderInto } from './recorderInto.js';

export const runFlags = {
  model: { kind: 'text', value: 'name', help: 'The model, by name or alias' },
  'permission-mode': {
    kind: 'text',
    value: 'mode',
    help: 'default, acceptEdits, plan, dontAsk, bypassPermissions, …',
  },
  'allow-dangerously-skip-permissions': {
    kind: 'switch',
    help: 'Needed for the permission mode bypassPermissions',
  },
  'max-turns': { kind: 'count', value: 'n', help: 'Ends the run after so many turns' },
  cwd: { kind: 'text', value: 'directory', help: 'Where Claude works' },
  'system-prompt': { kind: 'text', value: 'text', help: 'The system prompt (none if not given)' },
  'append-system-prompt': {
    kind: 'text',
    value: 'text',
    help: "Takes Claude Code's own system prompt, and adds this",
  },
  'allowed-tools': {
    kind: 'list',
    value: 'tools',
    help: 'Tools that need no permission, such as "Read,Bash(git *)"',
  },
  'disallowed-tools': { kind: 'list', value: 'tools', help: 'Tools that are never used' },
  resume: { kind: 'text', value: 'session', help: 'Goes on with a conversation, by its id' },
  continue: { kind: 'switch', help: 'Goes on with the last conversation of the directory' },
  'mcp-config': { kind: 'text', value: 'file', help: 'MCP servers, as JSON' },
  config: { kind: 'text', value: 'file', help: 'Options of this package, as JSON' },
  ...cliFlags,
  record: {
    kind: 'text',
    value: 'file',
    help: 'Writes what goes to and from the CLI into a file, for `replay`; secrets are hidden',
  },
  json: { kind: 'switch', help: "Prints the CLI's messages, one line of JSON each" },
  verbose: { kind: 'switch', help: 'States, warnings and complaints go to stderr' },
} as const satisfies Flags;

export async function runOptions(values: FlagValues<typeof runFlags>): Promise<Options> {
  return {
    // A session can be interrupted and still tell its result; a one-shot run can only be signalled.
    mode: 'session',
    includePartialMessages: true,
    model: values.model,
    permissionMode: values['permission-mode'],
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
    ...(values.record !== undefined && { port: await recorderInto(values.record) }),
    ...(await cliOptions(values)),
  };
}
