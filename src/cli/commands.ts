import type { Command } from './Command.js';

export interface CommandEntry {
  name: string;
  summary: string;
  /** Loaded when it is asked for: the help of the program needs none of them. */
  load(): Promise<Command>;
}

export const commands: readonly CommandEntry[] = [
  {
    name: 'run',
    summary: 'Runs a prompt and streams the answer',
    load: async () => (await import('./run/runCommand.js')).runCommand,
  },
  {
    name: 'doctor',
    summary: 'Finds the CLI, checks it and shakes hands with it',
    load: async () => (await import('./doctor/doctorCommand.js')).doctorCommand,
  },
  {
    name: 'inspect',
    summary: 'Shows sessions at work on a page of this machine',
    load: async () => (await import('./inspect/inspectCommand.js')).inspectCommand,
  },
  {
    name: 'diagram',
    summary: 'Draws a state machine of this package as Mermaid',
    load: async () => (await import('./diagram/diagramCommand.js')).diagramCommand,
  },
  {
    name: 'replay',
    summary: 'Plays a recorded exchange through the runtime',
    load: async () => (await import('./replay/replayCommand.js')).replayCommand,
  },
  {
    name: 'generate-tests',
    summary: 'Writes a test for every life that your application must survive',
    load: async () =>
      (await import('./generateTests/generateTestsCommand.js')).generateTestsCommand,
  },
];
