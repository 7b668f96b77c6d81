import type { StopSignal } from '../../ffi/process/port.js';
import type { ToolInput } from '../scenario.js';
import type { CliParts } from './CliParts.js';

export type ProcessEnd = { code: number } | { signal: StopSignal };

/** A tool that has run in the simulated CLI. */
export interface ToolRun {
  /** The name of the tool, such as `Bash`. */
  tool: string;
  /** Its input, as it ran: hooks and permission answers may have changed it. */
  input: ToolInput;
}

/** Settings that the host can change while the session runs. */
export interface LiveSettings {
  mode: string;
  model: string;
  /** Rules for tools that are allowed without asking. */
  allow: string[];
  /** Rules for tools that are refused. */
  deny: string[];
  /** Whether the model must answer according to a JSON schema. */
  hasSchema: boolean;
  /** Agents defined by the host, by name. */
  agents: Readonly<Record<string, CliAgent>>;
  systemPrompt: readonly string[];
}

export interface CliAgent {
  description?: string;
  prompt?: string;
  model?: string;
}

/** What the parts of one simulated process share. */
export type Cli = Omit<CliParts, 'session' | 'controls'>;
