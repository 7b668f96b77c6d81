import type { Subcommand } from './command.js';

export interface CommandEntry {
  name: string;
  summary: string;
  /** Imports the command. The help of the program needs none of them. */
  load(): Promise<Subcommand>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'Run a prompt and stream the answer',
    load: async () => (await import('./run/runCommand.js')).runCommand,
  },
  {
    name: 'chat',
    summary: 'Talk to Claude in the terminal',
    load: async () => (await import('./chat/chatCommand.js')).chatCommand,
  },
  {
    name: 'demo',
    summary: 'Show a simulated session: no key, no CLI, no network',
    load: async () => (await import('./demo/demoCommand.js')).demoCommand,
  },
  {
    name: 'doctor',
    summary: 'Check that the CLI is installed and works',
    load: async () => (await import('./doctor/doctorCommand.js')).doctorCommand,
  },
  {
    name: 'inspect',
    summary: 'Watch sessions on a local web page, or open recordings',
    load: async () => (await import('./inspect/inspectCommand.js')).inspectCommand,
  },
  {
    name: 'report',
    summary: 'Write a recording as one HTML file, to attach to a bug report',
    load: async () => (await import('./report/reportCommand.js')).reportCommand,
  },
  {
    name: 'diagram',
    summary: 'Print a state machine of this package as a Mermaid diagram',
    load: async () => (await import('./diagram/diagramCommand.js')).diagramCommand,
  },
  {
    name: 'replay',
    summary: 'Replay a recorded session through the library',
    load: async () => (await import('./replay/replayCommand.js')).replayCommand,
  },
  {
    name: 'fleet',
    summary: 'Run conversations on several workers',
    load: async () => (await import('./fleet/fleetCommand.js')).fleetCommand,
  },
  {
    name: 'generate-tests',
    summary: 'Generate tests for every path a session can take through your application',
    load: async () =>
      (await import('./generateTests/generateTestsCommand.js')).generateTestsCommand,
  },
];
