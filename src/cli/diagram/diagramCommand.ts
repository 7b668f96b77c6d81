import { defaultDelays } from '../../inspect/diagrams/defaultDelays.js';
import { diagramPages } from '../../inspect/diagrams/diagramPages.js';
import { machineDiagrams } from '../../inspect/diagrams/machineDiagrams.js';
import { toMermaid } from '../../inspect/diagrams/toMermaid.js';
import { didYouMean, nearestName } from '../../util/nearestName.js';
import { defineCommand } from '../command.js';
import { exitCodes } from '../exitCodes.js';
import { UsageError } from '../UsageError.js';

export const diagramCommand = defineCommand({
  name: 'diagram',
  operands: '[machine]',
  summary: 'Print a state machine of this package as a Mermaid diagram',
  notes: ['Without a machine, it lists the available machines.'],
  flags: {
    page: {
      kind: 'switch',
      help: 'Print the whole page as Markdown: diagrams and a table of all transitions',
    },
  },
  async run({ values, operands }, { stdout }) {
    const [name, ...more] = operands;
    if (more.length > 0) {
      throw new UsageError(`Only one machine at a time. Remove "${more[0]}".`);
    }
    if (name === undefined) {
      if (values.page) throw new UsageError('--page needs the name of a machine.');
      for (const [machineName, { summary }] of Object.entries(machineDiagrams)) {
        stdout.line(`${machineName.padEnd(15)}${summary}`);
      }
      return exitCodes.ok;
    }
    const diagram = Object.hasOwn(machineDiagrams, name) ? machineDiagrams[name] : undefined;
    if (!diagram) throw unknownMachine(name);
    const { machine, options } = diagram;
    const delays = defaultDelays()[name] ?? {};
    const page = values.page && diagramPages()[`${name}.md`];
    stdout.write(page || toMermaid(machine, { ...options, delays }));
    return exitCodes.ok;
  },
});

function unknownMachine(given: string): UsageError {
  const names = Object.keys(machineDiagrams);
  const meant = didYouMean(nearestName(given, names));
  return new UsageError(
    `Unknown machine "${given}".${meant} The machines are ${names.join(', ')}.`,
  );
}
