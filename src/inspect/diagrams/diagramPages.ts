import { readChart } from '../chart/readChart.js';
import { chartTable } from './chartTable.js';
import { defaultDelays } from './defaultDelays.js';
import { type MachineDiagram, machineDiagrams } from './machineDiagrams.js';
import { type MermaidOptions, toMermaid } from './toMermaid.js';

const actorTree = `## The actors of a session

\`\`\`text
session
├─ process                  one OS process
│  └─ port reader           spawns it, reads its stdout and stderr, writes its stdin
├─ version                  finds out the CLI's version
│  └─ probe                 runs the CLI to ask for it
├─ watchdog                 notices silence
├─ request initialize       one for each pending control request, by subtype
├─ turn 1ab2c2ea            one for each user message, by the start of its uuid
├─ hook PreToolUse Bash     a callback: one for each hook call
├─ permission Write         a callback: one for each tool that waits for permission
├─ mcp calc                 a callback: one for each message to an MCP server in your program
└─ task build               one for each background task
\`\`\`

A query has \`process\` and \`version\` only. The inspector uses the same names.
`;

const howToRead = `## How to read them

| in the diagram | meaning |
| --- | --- |
| \`event [guard] / action\` | the transition is taken on this event if the guard is true; \`[else]\` means that no earlier guard was |
| \`[guard]\` | an eventless transition: it is taken as soon as the guard is true |
| \`after delay (5 s)\` | the transition is taken after this time in the state; the value is the default, followed by cases with other values |
| dashed box | what applies in every state around it, unless a state handles the event itself |
| \`handles\`, \`ignores\` | events that do not change the state; the table below the diagram says what they do |
| \`invokes\`, \`spawns\` | actors that live as long as the state; actors that are started when they are needed |
| \`x done\` | the actor x has finished; \`child done\` means any spawned actor |
| ↺ | the state is exited and entered again |
`;

/** The files of the folder `diagrams`, by name. */
export function diagramPages(): Readonly<Record<string, string>> {
  const delays = defaultDelays();
  const pages = Object.entries(machineDiagrams).map(([name, diagram]) => [
    `${name}.md`,
    machinePage(name, diagram, delays[name] ?? {}),
  ]);
  return Object.fromEntries([['README.md', indexPage()], ...pages]);
}

const startMark = '<!-- The session, drawn by `npm run diagrams`. -->';
const endMark = '<!-- End of the drawing. -->';

/** Replaces what stands between the two marks with the session's overview; no marks, no change. */
export function withSessionDiagram(text: string): string {
  const [start, end] = [text.indexOf(startMark), text.indexOf(endMark)];
  if (start < 0 || end < start) return text;
  const { machine, overview } = machineDiagrams.session as MachineDiagram;
  const delays = defaultDelays().session;
  const drawing = mermaidBlock(toMermaid(machine, { ...overview, delays }));
  return `${text.slice(0, start)}${startMark}\n${drawing}\n${text.slice(end)}`;
}

function indexPage(): string {
  const rows = Object.entries(machineDiagrams).map(
    ([name, { summary }]) => `| [${name}](${name}.md) | ${summary} |`,
  );
  return `# The machines

\`npm run diagrams\` draws these pages from the machines themselves. A test fails if they are out of date.

| machine | what it is |
| --- | --- |
${rows.join('\n')}

${actorTree}
${howToRead}`;
}

function machinePage(
  name: string,
  { machine, summary, options, overview }: MachineDiagram,
  delays: MermaidOptions['delays'],
): string {
  const draw = (how: MermaidOptions = {}) => mermaidBlock(toMermaid(machine, { ...how, delays }));
  const drawings = overview
    ? `## At a glance\n\n${draw(overview)}\n\n## In full\n\n${draw(options)}`
    : draw(options);
  return `# ${name}

${summary} [How to read it](README.md#how-to-read-them).

${drawings}

## All transitions

${chartTable(readChart(machine, delays))}
`;
}

function mermaidBlock(diagram: string): string {
  return `\`\`\`mermaid\n${diagram}\`\`\``;
}
