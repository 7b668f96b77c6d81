import { readChart } from '../chart/readChart.js';
import { chartTable } from './chartTable.js';
import { type Diagram, diagrams } from './machineDiagrams.js';
import { type MermaidOptions, toMermaid } from './toMermaid.js';
import { ownDelays } from './defaultDelays.js';

const howToRead = `## How to read them

| drawn | meaning |
| --- | --- |
| \`event [guard] / action\` | taken on that event if the guard holds; \`[else]\`: if no guard before it did |
| \`[guard]\` | waits for no event: taken as soon as the guard holds |
| \`after delay (5 s)\` | taken when that time has passed in the state; the value is the default, followed by the cases that have another |
| dashed box | what holds in every state around it, unless the state itself says otherwise about that event |
| \`handles\`, \`ignores\` | dealt with in place; the table below each drawing says how |
| \`invokes\`, \`spawns\` | actors that live as long as the state; actors that are started as they are needed |
| \`x done\` | the actor x has ended; \`child done\`: any of those that were spawned |
| ↺ | the state is left and entered again |
`;

/** The files of the diagrams' folder, by name. */
export function diagramPages(): Readonly<Record<string, string>> {
  const delays = ownDelays();
  const pages = Object.entries(diagrams).map(([name, diagram]) => [
    `${name}.md`,
    page(name, diagram, delays[name] ?? {}),
  ]);
  return Object.fromEntries([['README.md', index()], ...pages]);
}

const begin = '<!-- The session, drawn by `npm run diagrams`. -->';
const end = '<!-- End of the drawing. -->';

/** A text with the session's overview between its two marks. */
export function withSessionDiagram(text: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) return text;
  const { machine, overview } = diagrams.session as Diagram;
  const block = mermaidBlock(toMermaid(machine, { ...overview, delays: ownDelays().session }));
  return `${text.slice(0, from)}${begin}\n${block}\n${text.slice(to)}`;
}

function index(): string {
  const rows = Object.entries(diagrams).map(
    ([name, { summary }]) => `| [${name}](${name}.md) | ${summary} |`,
  );
  return `# The machines

Drawn from the machines themselves by \`npm run diagrams\`; a test fails where they differ.

| machine | what it is |
| --- | --- |
${rows.join('\n')}

${howToRead}`;
}

function page(name: string, diagram: Diagram, delays: MermaidOptions['delays']): string {
  const { machine, summary, options, overview } = diagram;
  const draw = (how: MermaidOptions = {}) => mermaidBlock(toMermaid(machine, { ...how, delays }));
  const drawings = overview
    ? `## At a glance\n\n${draw(overview)}\n\n## In full\n\n${draw(options)}`
    : draw(options);
  return `# ${name}

${summary} [How to read it](README.md#how-to-read-them).

${drawings}

## All of it as a table

${chartTable(readChart(machine, delays))}
`;
}

function mermaidBlock(diagram: string): string {
  return `\`\`\`mermaid\n${diagram}\`\`\``;
}
