import { posix } from 'node:path';
import type { Scenario, ToolInput } from '../scenario.js';
import type { Asker } from './Asker.js';
import type { Hooks } from './Hooks.js';
import type { McpServers } from './McpServers.js';
import type { Meter } from './Meter.js';
import type { Output } from './Output.js';
import type { Flags } from './readArgv.js';
import type { SessionState } from './SessionState.js';
import type { Tasks } from './Tasks.js';
import type { Timers } from './Timers.js';
import type { Traits } from './traits.js';
import type { VirtualFiles } from './VirtualFiles.js';

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
  /** Rules for tools that need no permission. */
  allow: string[];
  /** The model is to answer in a JSON schema. */
  hasSchema: boolean;
}

/** All that the parts of one simulated process share. */
export interface Cli {
  readonly scenario: Scenario;
  readonly traits: Traits;
  readonly flags: Flags;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  readonly settings: Settings;
  readonly output: Output;
  readonly timers: Timers;
  readonly asker: Asker;
  readonly meter: Meter;
  readonly files: VirtualFiles;
  readonly hooks: Hooks;
  readonly mcp: McpServers;
  readonly tasks: Tasks;
  readonly state: SessionState;
  readonly ran: ToolRun[];
  /** A number that nothing else of this kind has, from 1. */
  next(kind: string): number;
  /** Ends the process. */
  exit(end: ProcessEnd): void;
}

export function configDirectory({ env, files }: Pick<Cli, 'env' | 'files'>): string {
  return env.CLAUDE_CONFIG_DIR ?? posix.join(env.HOME ?? files.cwd, '.claude');
}

/** Where the CLI would keep what belongs to this project. */
export function projectDirectory(cli: Pick<Cli, 'env' | 'files'>): string {
  return `${configDirectory(cli)}/projects/${cli.files.cwd.replaceAll(/[^A-Za-z0-9]/g, '-')}`;
}
