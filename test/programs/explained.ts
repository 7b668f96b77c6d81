/** Why a difference is meant to be there. */
interface Explanation {
  name: string;
  /** Which lines of `differencesOf` it explains. */
  line: RegExp;
}

const variable = (name: string) => new RegExp(`^/channels/spawned/\\d+/env/${name}: `);

export const explanations: readonly Explanation[] = [
  {
    name: 'the version of the official SDK, by which the CLI reports who uses it',
    line: variable('CLAUDE_AGENT_SDK_VERSION'),
  },
  {
    name: 'the official SDK sets it for the whole program; it has a meaning on Windows only',
    line: variable('NoDefaultCurrentDirectoryInExePath'),
  },
  {
    name: 'one tells the CLI that it reads session states, the other asks for them',
    line: variable('CLAUDE_CODE_(SDK_READS_SESSION_STATE|EMIT_SESSION_STATE_EVENTS)'),
  },
  {
    name: 'no file may ask for bypassPermissions unless the program allows it',
    line: /^\/channels\/spawned\/\d+\/flags\/bypassPermissions: nothing with the official SDK, "disable"/,
  },
  {
    name: 'the text about a missing CLI says how to install it, and where it was looked for',
    line: /"Claude Code native binary not found at (\S+) .*" with .*"Claude Code native binary not found at \1 Install it /,
  },
  {
    name: 'the mistake in a tool call is told by the installed MCP package',
    line: /Invalid arguments for tool \w+: <mistake>/,
  },
];

/** The explanations of one difference. */
export function explanationOf(line: string): Explanation[] {
  return explanations.filter((one) => one.line.test(line));
}
