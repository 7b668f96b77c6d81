import { defaultDelays } from '../../inspect/diagrams/defaultDelays.js';
import { diagramPages } from '../../inspect/diagrams/diagramPages.js';
import { machineDiagrams } from '../../inspect/diagrams/machineDiagrams.js';
import { toMermaid } from '../../inspect/diagrams/toMermaid.js';
import { didYouMean, nearestName } from '../../util/nearestName.js';
import { defineCommand } from '../Command.js';
import { exitCodes } from '../exitCodes.js';
import { UsageError } from '../UsageError.js';

export const diagramCommand = defineCommand({
  name: 'diagram',
  operands: '[machine]',
  summary: 'Draws a state machine of this package as Mermaid',
  notes: ['Without a machine, lists them.'],
  flags: {
    page: {
      kind: 'switch',
      help: 'The whole page in Markdown: drawings and a table of all it does',
    },
  },
  async run({ values, operands }, { stdout }) {
    const [name, ...more] = operands;
    if (more.length > 0) throw new UsageError(`One machine at a time: leave "${more[0]}" out.`);
    if (name === undefined) {
      if (values.page) throw new UsageError('--page needs to know of which machine.');
      for (const [one, { summary }] of Object.entries(machineDiagrams)) {
        stdout.line(`${one.padEnd(10)}${summary}`);
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
  return new UsageError(`There is no machine "${given}".${meant} There are ${names.join(', ')}.`);
}
