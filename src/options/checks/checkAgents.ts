import { permissionModes } from '../../codec/permissions.js';
import { isRecord, isStringArray } from '../../util/typeGuards.js';
import type { AgentDefinition } from '../agentTypes.js';
import { invalidOption } from '../invalidOption.js';
import { checkOneOf, checkSpelling } from './checkFields.js';
import { checkEffort } from './simpleChecks.js';

/** A record, so that forgetting a field of `AgentDefinition` is a compile error. */
const fields: Readonly<
  Record<keyof AgentDefinition, 'string' | 'strings' | 'other' | readonly string[]>
> = {
  description: 'string',
  prompt: 'string',
  tools: 'strings',
  disallowedTools: 'strings',
  model: 'string',
  mcpServers: 'other',
  skills: 'strings',
  initialPrompt: 'string',
  maxTurns: 'other',
  autoCompactWindow: 'other',
  background: 'other',
  omitClaudeMd: 'other',
  memory: ['user', 'project', 'local'],
  effort: 'other',
  permissionMode: permissionModes,
  observer: 'string',
  observerMessage: 'string',
  criticalSystemReminder_EXPERIMENTAL: 'string',
};
const required = ['description', 'prompt'];

/**
 * Throws `InvalidOption` for a malformed agent. The CLI would silently leave it out, or give it
 * tools that it should not have.
 */
export function checkAgents(agents: Readonly<Record<string, AgentDefinition>>): void {
  for (const [name, agent] of Object.entries(agents)) {
    const path = `agents.${name}`;
    if (!isRecord(agent)) throw invalidOption(path, 'must be an object that describes an agent.');
    checkSpelling(path, agent, Object.keys(fields));
    for (const [field, kind] of Object.entries(fields)) {
      const value = (agent as Record<string, unknown>)[field];
      if (value === undefined && !required.includes(field)) continue;
      if (typeof kind !== 'string') checkOneOf(`${path}.${field}`, value, kind);
      if (kind === 'string' && typeof value !== 'string') {
        throw invalidOption(`${path}.${field}`, 'must be a string.');
      }
      if (kind === 'strings' && !isStringArray(value)) {
        throw invalidOption(`${path}.${field}`, 'must be an array of strings.');
      }
    }
    if (typeof agent.effort === 'string') checkEffort(`${path}.effort`, agent.effort);
  }
}
