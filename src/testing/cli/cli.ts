import type { ToolInput } from '../scenario.js';
import type { CliParts } from './CliParts.js';

export type Signal = 'SIGINT' | 'SIGTERM' | 'SIGKILL';
export type ProcessEnd = { code: number } | { signal: Signal };

/** A tool that has really run. One that was blocked is not among them. */
export interface ToolRun {
  tool: string;
  input: ToolInput;
}

/** What the host can change while the session runs. */
export interface Settings {
  mode: string;
  model: string;
  /** Rules for tools that need no permission, and for those that are refused. */
  allow: string[];
  deny: string[];
  /** The model is to answer in a JSON schema. */
  hasSchema: boolean;
  /** Agents that the host defines, by name. */
  agents: Readonly<Record<string, AgentDefinition>>;
  systemPrompt: readonly string[];
}

export interface AgentDefinition {
  description?: string;
  prompt?: string;
  model?: string;
}

/** All that the parts of one simulated process share. */
export type Cli = Omit<CliParts, 'session' | 'controls'>;
