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
    name: 'a schema goes over stdin, which has room for any length',
    line: /^\/channels\/spawned\/\d+\/flags\/--json-schema/,
  },
  {
    name: 'the text of an abort goes on after the words of the official SDK',
    line: /"(Error: )?Claude Code process aborted by user" with .*"(Error: )?Claude Code process aborted by user: /,
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
