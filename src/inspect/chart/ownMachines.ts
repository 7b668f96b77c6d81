import type { AnyStateMachine } from 'xstate';
import { diagrams } from '../diagrams/machineDiagrams.js';

/** The machines of this library by what they are made from: `provide` keeps it. */
const configs = new Set(Object.values(diagrams).map(({ machine }) => machine.config));

export function isOwnMachine(logic: unknown): logic is AnyStateMachine {
  return configs.has((logic as Partial<AnyStateMachine>).config as AnyStateMachine['config']);
}

export function isMachine(logic: unknown): logic is AnyStateMachine {
  const { root, config } = logic as Partial<AnyStateMachine>;
  return root !== undefined && config !== undefined;
}
