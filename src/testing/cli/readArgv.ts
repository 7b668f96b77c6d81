import type { CliAgent } from './cli.js';
import type { ServerConfig } from './mcp/ServerConnections.js';
import type { StdioServer } from './mcp/StdioTransport.js';

/** The arguments of the simulated CLI. */
export interface CliFlags {
  print: boolean;
  /** Empty if the prompt comes on stdin. */
  prompt: string;
  /** Whether frames go both ways, as in a session. */
  session: boolean;
  verbose: boolean;
  outputFormat: string;
  partialMessages: boolean;
  replayUserMessages: boolean;
  permissionMode: string;
  /** Whether the host may switch to `bypassPermissions`. */
  mayBypass: boolean;
  permissionsByHost: boolean;
  allowedTools: readonly string[];
  disallowedTools: readonly string[];
  /** The available tools. Default: all. */
  tools?: readonly string[];
  model?: string;
  sessionId?: string;
  resume?: string;
  forkSession: boolean;
  continue: boolean;
  /** The uuid of the last entry that a resumed session keeps. */
  resumeAt?: string;
  persists: boolean;
  /** Whether it starts as a spare, which waits for `claim_session`. */
  awaitsClaim: boolean;
  /** Whether transcript entries are mirrored to the host. */
  mirrors: boolean;
  maxTurns?: number;
  maxBudgetUsd?: number;
  hasSchema: boolean;
  agents: Readonly<Record<string, CliAgent>>;
  systemPrompt: readonly string[];
  /** The path of a settings file, or the settings as JSON. */
  settings?: string;
  settingSources: readonly string[];
  mcpServers: Readonly<Record<string, ServerConfig>>;
}

export type ParsedArgv = { kind: 'version' } | { kind: 'run'; flags: CliFlags } | BadArgv;

export interface BadArgv {
  kind: 'error';
  message: string;
}

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

const withoutValue = names(`
  allow-dangerously-skip-permissions ax-screen-reader await-claim await-initialize background bare bg brief
  chrome continue dangerously-skip-permissions desktop disable-slash-commands
  exclude-dynamic-system-prompt-sections fork-session forward-subagent-text help ide
  include-hook-events include-partial-messages mcp-debug no-chrome no-session-persistence print
  replay-user-messages restricted resume-drops-turn safe-mode session-mirror strict-mcp-config
  tmux verbose version`);
const withOptionalValue = names(
  'cloud debug from-pr prompt-suggestions remote-control resume teleport worktree',
);
const withManyValues = names(
  'add-dir allowed-tools allowedTools betas disallowed-tools disallowedTools file mcp-config tools',
);
const withOneValue = names(`
  agent agents append-system-prompt append-system-prompt-file autocompact debug-file effort
  environment fallback-model input-format json-schema managed-settings max-budget-usd
  max-thinking-tokens max-turns model name output-format permission-mode permission-prompt-tool
  permission-prompts plan-mode-instructions plugin-dir plugin-dir-no-mcp plugin-url project-config-root
  remote-control-session-name-prefix resume-session-at session-id setting-sources settings
  system-prompt system-prompt-file system-prompt-snapshot task-budget thinking thinking-display`);

const shorts: Readonly<Record<string, string>> = {
  p: 'print',
  c: 'continue',
  d: 'debug',
  h: 'help',
  n: 'name',
  r: 'resume',
  v: 'version',
  w: 'worktree',
};

type Given = Map<string, string[]>;

/** Parses arguments like the real CLI, as far as the simulation needs them. */
export function readArgv(args: readonly string[]): ParsedArgv {
  const given: Given = new Map();
  const words: string[] = [];
  const rest = [...args];
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') {
      words.push(...rest.splice(0));
    } else if (!arg.startsWith('-') || arg === '-') {
      words.push(arg);
    } else {
      const [head = arg, bound] = splitOnce(arg);
      const name = head.startsWith('--') ? head.slice(2) : shorts[head.slice(1)];
      if (name === undefined || !known(name)) {
        return { kind: 'error', message: `error: unknown option '${head}'` };
      }
      const values = bound === undefined ? takeValues(name, rest) : [bound];
      if (values === undefined) {
        return { kind: 'error', message: `error: option '--${name} <value>' argument missing` };
      }
      const key = name.replace('allowed-tools', 'allowedTools');
      given.set(key, [...(given.get(key) ?? []), ...values]);
    }
  }
  if (given.has('version')) return { kind: 'version' };
  return check(flagsOf(given, words.join(' ')));
}

function check(flags: CliFlags): ParsedArgv {
  const streams = flags.outputFormat === 'stream-json';
  if (streams && !flags.verbose && (flags.print || flags.session)) {
    const message = 'Error: When using --print, --output-format=stream-json requires --verbose';
    return { kind: 'error', message };
  }
  return { kind: 'run', flags };
}

function flagsOf(given: Given, prompt: string): CliFlags {
  const last = (name: string) => given.get(name)?.at(-1);
  const list = (name: string) => (given.get(name) ?? []).flatMap(splitList);
  const number = (name: string) => (given.has(name) ? Number(last(name)) : undefined);
  const skip = given.has('dangerously-skip-permissions');
  return {
    print: given.has('print'),
    prompt,
    session: last('input-format') === 'stream-json',
    verbose: given.has('verbose'),
    outputFormat: last('output-format') ?? 'text',
    partialMessages: given.has('include-partial-messages'),
    replayUserMessages: given.has('replay-user-messages'),
    permissionMode: last('permission-mode') ?? (skip ? 'bypassPermissions' : 'default'),
    mayBypass: skip || given.has('allow-dangerously-skip-permissions'),
    permissionsByHost: last('permission-prompt-tool') === 'stdio',
    allowedTools: list('allowedTools'),
    disallowedTools: list('disallowedTools'),
    tools: given.has('tools') && last('tools') !== 'default' ? list('tools') : undefined,
    model: last('model'),
    sessionId: last('session-id'),
    resume: last('resume'),
    forkSession: given.has('fork-session'),
    continue: given.has('continue'),
    resumeAt: last('resume-session-at'),
    persists: !given.has('no-session-persistence'),
    awaitsClaim: given.has('await-claim'),
    mirrors: given.has('session-mirror'),
    maxTurns: number('max-turns'),
    maxBudgetUsd: number('max-budget-usd'),
    hasSchema: given.has('json-schema'),
    agents: objectIn(last('agents')) as CliFlags['agents'],
    systemPrompt: [last('system-prompt'), last('append-system-prompt')].filter(
      (text) => text !== undefined,
    ),
    settings: last('settings'),
    settingSources: last('setting-sources')?.split(',') ?? ['user', 'project', 'local'],
    mcpServers: Object.fromEntries((given.get('mcp-config') ?? []).flatMap(serversIn)),
  };
}

function known(name: string): boolean {
  return [withoutValue, withOptionalValue, withManyValues, withOneValue].some((list) =>
    list.includes(name),
  );
}

function takeValues(name: string, rest: string[]): string[] | undefined {
  const free = () => rest[0] !== undefined && !rest[0].startsWith('-');
  if (withoutValue.includes(name)) return ['true'];
  if (withOptionalValue.includes(name)) return free() ? rest.splice(0, 1) : [''];
  if (withOneValue.includes(name)) return rest.length > 0 ? rest.splice(0, 1) : undefined;
  const values: string[] = [];
  while (free()) values.push(...rest.splice(0, 1));
  return values;
}

function splitOnce(arg: string): [string, string?] {
  const at = arg.indexOf('=');
  return at === -1 ? [arg] : [arg.slice(0, at), arg.slice(at + 1)];
}

/** `A,B(c, d) E` names three tools: commas and spaces inside parentheses do not separate. */
function splitList(text: string): string[] {
  return (text.match(/(?:[^,\s()]|\([^)]*\))+/g) ?? []).map((name) => name.trim());
}

function serversIn(config: string): [string, ServerConfig][] {
  const { mcpServers = {} } = objectIn(config) as { mcpServers?: Record<string, unknown> };
  return Object.entries(knownServers(mcpServers));
}

/** The `sdk` and `stdio` servers. The simulation does not support other types. */
export function knownServers(given: Record<string, unknown>): Record<string, ServerConfig> {
  const known = Object.entries(given).flatMap(([name, server]): [string, ServerConfig][] => {
    const { type = 'stdio', ...rest } = (server ?? {}) as { type?: string };
    if (type === 'sdk') return [[name, { type }]];
    return type === 'stdio' && 'command' in rest
      ? [[name, { type, ...(rest as StdioServer) }]]
      : [];
  });
  return Object.fromEntries(known);
}

/** The JSON object in a text, or an empty object. */
function objectIn(text = ''): Record<string, unknown> {
  if (!text.trimStart().startsWith('{')) return {};
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
