import type { AgentDefinition } from './agentTypes.js';
import { checkSpelling } from './checkKeys.js';
import { isRecord, isTextList } from './checkValue.js';
import { invalidOption } from './invalidOption.js';

/** An object, so that it does not compile when one is missing. */
const fields: Readonly<Record<keyof AgentDefinition, 'text' | 'texts' | 'other'>> = {
  description: 'text',
  prompt: 'text',
  tools: 'texts',
  disallowedTools: 'texts',
  model: 'text',
  mcpServers: 'other',
  skills: 'texts',
  initialPrompt: 'text',
  maxTurns: 'other',
  autoCompactWindow: 'other',
  background: 'other',
  omitClaudeMd: 'other',
  memory: 'text',
  effort: 'other',
  permissionMode: 'text',
  observer: 'text',
  observerMessage: 'text',
  criticalSystemReminder_EXPERIMENTAL: 'text',
};
const required = ['description', 'prompt'];

/** Throws `InvalidOption` for an agent that the CLI would leave out, or give tools it must not have. */
export function checkAgents(agents: Readonly<Record<string, AgentDefinition>>): void {
  for (const [name, agent] of Object.entries(agents)) {
    const path = `agents.${name}`;
    if (!isRecord(agent)) throw invalidOption(path, 'must be an object that describes an agent.');
    checkSpelling(path, agent, Object.keys(fields));
    for (const [field, kind] of Object.entries(fields)) {
      const value = agent[field];
      if (value === undefined && !required.includes(field)) continue;
      if (kind === 'text' && typeof value !== 'string') {
        throw invalidOption(`${path}.${field}`, 'must be a string.');
      }
      if (kind === 'texts' && !isTextList(value)) {
        throw invalidOption(`${path}.${field}`, 'must be a list of strings.');
      }
    }
  }
}
