// Writes docs/options.md from the option table.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';

const head = `<!-- Made by \`npm run docs:options\` from src/options/. Do not edit. -->

# Options

Every option of \`query\`, \`startSession\` and \`ClaudeSDKClient\`. The official SDK's options have the same
names and mean the same, with one difference: \`env\` is laid over the environment of this process, where
the official SDK replaces it (\`envMode: 'replace'\` does so here).

\`\`\`ts
import { query } from 'claude-actors';

const options = { model: 'sonnet', maxTurns: 5, allowedTools: ['Read', 'Bash(git *)'] };
for await (const message of query({ prompt: 'What changed last week?', options })) {
  if (message.type === 'result') console.log(message.subtype);
}
\`\`\`

## Where a value comes from

The first source that has one is taken:

1. the **argument**: what the program passes (\`undefined\` counts as not given);
2. the **environment**: the variables named below (an empty one counts as not set);
3. the **config file**, if one is named;
4. the **default**.

No config file is looked for. One is read only where \`configFile\` or \`CLAUDE_ACTORS_CONFIG\` names it: a
file that merely lies in a working directory must not choose what is run. It holds one JSON object with
options by name:

\`\`\`json
{
  "model": "sonnet",
  "maxTurns": 20,
  "settings": { "permissions": { "deny": ["WebFetch"] } }
}
\`\`\`

In a variable, a list is written \`a,b\` (or as a JSON list, for elements that hold commas), a switch \`true\`
or \`false\` (or \`1\` or \`0\`), an object as JSON. Paths are taken as they are: relative ones start from the
working directory, also in a config file.

### Who may say what

The environment and a config file can choose, but they cannot free Claude of what the program holds back:

- \`allowDangerouslySkipPermissions\` is an argument or nothing. So \`CLAUDE_PERMISSION_MODE=bypassPermissions\`
  is an error in a program that does not say \`allowDangerouslySkipPermissions: true\`.
- No variable allows a tool, names an MCP server, a plugin or a settings file.
- \`extraArgs\` from outside may not hold a flag that an option stands for, nor a \`dangerously\` flag.
- A config file is as powerful as code: its \`settings\`, \`mcpServers\` and \`pathToClaudeCodeExecutable\` start
  programs. Name only a file that you trust.

## How values are joined

A value of more weight replaces one of less, with these exceptions:

| Options | Rule |
|---|---|
| \`env\`, \`settings\`, \`timeouts\`, \`limits\`, \`stall\` | merged key by key, at every depth; a list replaces a list. \`undefined\` in \`env\` removes the variable. A \`settings\` path replaces an object and is replaced by one, with a warning |
| \`addDirs\` and \`additionalDirectories\` | one list: config file, then environment, then argument |
| \`extraArgs\` | all flags, in the same order; of the same flag the last value |

## Options that exclude each other

| Given together | What happens |
|---|---|
| \`resume\` and \`continue\` | \`resume\` is taken |
| \`systemPrompt\` and \`appendSystemPrompt\` | \`systemPrompt\` is taken; to append to the CLI's own prompt, leave it out |
| \`thinking\` and \`maxThinkingTokens\` | \`thinking\` is taken |
| \`permissionPromptToolName\` and \`canUseTool\` | the tool is asked, the callback is not (warning \`PermissionCallbackShadowed\`) |
| \`allowedTools\` and \`disallowedTools\` | both are passed; what is disallowed stays so |
| \`permissionMode: 'bypassPermissions'\` without \`allowDangerouslySkipPermissions: true\` | \`InvalidOption\` |
| \`sessionId\` with \`resume\` or \`continue\`, without \`forkSession\` | \`InvalidOption\` |
| \`sandbox\` and a \`settings\` path | \`InvalidOption\`; pass the settings as an object |
| \`mode: 'oneShot'\` and an option that needs a session | \`InvalidOption\` |

The option that gives way is told in a warning \`OptionIgnored\`. Where the two come from different sources,
the source of more weight wins instead: \`continue: true\` as an argument beats a \`resume\` in a config file.

## One shot or session

\`mode: 'auto'\` runs the CLI once with the prompt on its command line where that is enough: the prompt is a
string of at most 64 KiB, there are no hooks, no \`canUseTool\` and no MCP server in this program, and every
other option fits on the command line. Otherwise it starts a session, which gets its prompts through stdin.
\`mode: 'session'\` asks for a session in any case; \`mode: 'oneShot'\` refuses what only a session can give.

## Mistakes

A wrong type, an impossible value or an unknown name is an \`InvalidOption\` that names the option and says what
to do; a name that is nearly right is answered with the right one (\`max_turns\`: "Did you mean 'maxTurns'?").
A config file that cannot be used is a \`ConfigFileError\` with its path, an unusable variable an
\`InvalidOption\` with its name. See [errors](errors.md) for all codes.

A flag that no option stands for is passed with \`extraArgs\`: \`{ 'some-flag': 'value', 'a-switch': null }\`.

## All options

**Reaches the CLI as**: a flag; a field of the \`initialize\` request that begins a session; or a variable of
the CLI's environment. Where a flag and a field are named, a session uses the field.
**Also set by**: the variable that it is read from; \`config\` if a config file may set it.
`;

const tail = `
## Times and sizes

\`timeouts\` are in milliseconds. Where it says "by name", a number holds for all, and an object for the names
in it and, as \`default\`, for the others: \`{ control: { default: 10_000, interrupt: 2_000 } }\`.

| \`timeouts\` | Default | What |
|---|---|---|
| \`initialize\` | 30 000 | the answer to the handshake; MCP servers start in it |
| \`control\` | 30 000; \`interrupt\`, \`setModel\`, \`setPermissionMode\` 5 000 | the answer to an operation; by name of the method or of the request |
| \`hook\` | 60 000 | a hook; by name of the event. \`timeout\` of a matcher, in seconds, comes first |
| \`permission\` | none | \`canUseTool\`: people answer |
| \`mcp\` | none | a message to an MCP server in this program |
| \`write\` | 5 000 | until the CLI has taken a line |
| \`versionProbe\` | 5 000 | \`claude --version\` |
| \`shutdown.end\` | 10 000 | from the end of input to SIGTERM |
| \`shutdown.terminate\` | 1 000 | from \`stop()\` to SIGTERM |
| \`shutdown.kill\` | 5 000 | from \`stop()\` to SIGKILL; after the end of input, from SIGTERM to SIGKILL |

| \`limits\` | Default | What |
|---|---|---|
| \`lineBytes\` | 16 MiB | one line of the CLI's output |
| \`unreadBytes\` | 64 MiB | how far a reader of messages may fall behind |
| \`stderrBytes\` | 256 KiB | how much of stderr is kept for errors |
| \`queuedOperations\` | 16 | operations that wait for the session to start |
| \`pendingRequests\` | 64 | operations without an answer |
| \`callbacks.hook\` | 32 at once, 256 waiting | \`{ atOnce, waiting }\` |
| \`callbacks.permission\` | 256 at once, 0 waiting | the same |
| \`callbacks.mcp\` | 64 at once, 256 waiting | the same |

| \`stall\` | Default | What |
|---|---|---|
| \`start\`, \`firstFrame\`, \`midTurn\` | 120 000 | silence in milliseconds: while the session starts, after a message was sent, inside a turn |
| \`action\` | \`'warn'\` | \`'warn'\`, \`'interrupt'\` the turn, or \`'stop'\` the session |
`;

/** The sections: a title, and the first option of each. The rest follows in the table's order. */
const sections = [
  ['Model and prompt', 'model'],
  ['Tools and permissions', 'tools'],
  ['Conversation, directories and settings', 'resume'],
  ['Output', 'includePartialMessages'],
  ['Running the CLI', 'mode'],
];

/** What the declared type does not say. */
const bounds = {
  positiveInteger: ', whole, from 1',
  wholeNumber: ', whole, from 0',
  positiveNumber: ', more than 0',
};

/** @type {import('./optionDocs.d.mts').optionDocs} */
export function optionDocs({ optionTable, configKey, flagNames }, declarations) {
  const types = declaredTypes(declarations);
  const rows = Object.entries(optionTable).map(([name, row]) => {
    const start = sections.find(([, first]) => first === name);
    const cells = [
      `**\`${name}\`**<br>${row.doc}`,
      typeCell(row, types.get(name)),
      cliCell(row, flagNames(name)),
      sourceCell(row, configKey(name)),
    ];
    const line = `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
    return start ? sectionHead(start[0]) + line : line;
  });
  return `${head}${rows.join('')}${tail}`;
}

function sectionHead(title) {
  return `\n### ${title}\n\n| Option | Type | Reaches the CLI as | Also set by |\n|---|---|---|---|\n`;
}

/** The types of the properties of all interfaces in a source text, without `readonly`. */
function declaredTypes(source) {
  const file = ts.createSourceFile('types.ts', source, ts.ScriptTarget.Latest, true);
  const members = file.statements
    .filter(ts.isInterfaceDeclaration)
    .flatMap(({ members }) => members);
  return new Map(
    members.map(({ name, type }) => {
      const text = type.getText(file).replace(/\s+/g, ' ').replaceAll('readonly ', '');
      return [name.getText(file), text.replace(/\b(?:Readonly|Open)<(.*)>/, '$1')];
    }),
  );
}

function typeCell({ type, values = [], default: standard }, declared) {
  const known = type.includes('oneOf') ? [] : values.map((value) => `\`'${value}'\``);
  const examples = known.length > 0 ? `<br>${known.join(', ')}` : '';
  const text = `\`${declared}\`${bounds[type[0]] ?? ''}${examples}`;
  if (standard === undefined) return text;
  return `${text}<br>default: ${values.includes(standard) ? `\`'${standard}'\`` : standard}`;
}

function cliCell({ initialize = [], childVariable }, flags) {
  const names = [
    ...flags.map((flag) => `\`--${flag}\``),
    ...initialize.map(({ field }) => `field \`${field}\``),
    ...(childVariable ? [`\`${childVariable.name}\``] : []),
  ];
  return [...new Set(names)].join('<br>');
}

function sourceCell({ variable, merge }, key) {
  const sources = [...(variable ? [`\`${variable}\``] : []), ...(key ? ['config'] : [])];
  const rule = { deep: 'merged', append: 'appended' }[merge];
  return sources.join('<br>') + (rule && sources.length > 0 ? ` (${rule})` : '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const build = join(root, '.cache', 'optionDocs');
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const flags = ['--noCheck', '--declaration', 'false', '--outDir', build];
  rmSync(build, { recursive: true, force: true });
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', ...flags], {
    cwd: root,
    stdio: 'inherit',
  });
  const table = await import(pathToFileURL(join(build, 'options', 'table.js')).href);
  mkdirSync(join(root, 'docs'), { recursive: true });
  const declarations = readFileSync(join(root, 'src', 'options', 'types.ts'), 'utf8');
  writeFileSync(join(root, 'docs', 'options.md'), optionDocs(table, declarations));
  rmSync(build, { recursive: true, force: true });
  console.log('docs/options.md is written');
}
