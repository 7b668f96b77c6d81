import { randomUUID } from 'node:crypto';
import type { Scenario } from '../scenario.js';
import { Asker } from './Asker.js';
import type { ProcessEnd, Settings, ToolRun } from './Cli.js';
import { Controls } from './Controls.js';
import { Conversation } from './Conversation.js';
import { DiskFiles } from './disk/DiskFiles.js';
import type { Files } from './Files.js';
import { Hooks } from './Hooks.js';
import { McpServers } from './McpServers.js';
import { Meter } from './Meter.js';
import { Output, type Pipes } from './Output.js';
import type { Flags } from './readArgv.js';
import { Session } from './Session.js';
import { SessionState } from './SessionState.js';
import { Tasks } from './Tasks.js';
import type { Timers } from './Timers.js';
import { apiModel, resolveModel, type Traits, traitsOf } from './traits.js';
import { VirtualFiles } from './VirtualFiles.js';

export interface PartsInput {
  scenario: Scenario;
  flags: Flags;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  pid: number;
  pipes: Pipes;
  timers: Timers;
  /** Fires when the process ends. */
  life: AbortSignal;
  exit(end: ProcessEnd): void;
}

/** The parts of a simulated process, put together. */
export class CliParts {
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
  readonly files: Files;
  readonly conversation: Conversation;
  readonly hooks: Hooks;
  readonly mcp: McpServers;
  readonly tasks: Tasks;
  readonly state: SessionState;
  readonly session: Session;
  readonly controls: Controls;
  readonly ran: ToolRun[] = [];
  /** Fires when the process ends. */
  readonly life: AbortSignal;
  /** Ends the process. */
  readonly exit: (end: ProcessEnd) => void;
  readonly #numbers = new Map<string, number>();

  constructor({ scenario, flags, env, cwd, pid, pipes, timers, life, exit }: PartsInput) {
    this.scenario = scenario;
    this.traits = traitsOf(scenario.version);
    this.flags = flags;
    this.env = env;
    this.pid = pid;
    this.timers = timers;
    this.exit = exit;
    this.life = life;
    this.settings = {
      mode: flags.permissionMode,
      model: startModel(this.traits, flags),
      allow: [],
      hasSchema: flags.hasSchema,
      agents: flags.agents,
      systemPrompt: flags.systemPrompt,
    };
    this.output = new Output({
      pipes,
      faults: scenario.faults,
      timers,
      sessionId: sessionIdOf(flags),
      format: flags.session ? 'stream-json' : flags.outputFormat,
    });
    this.asker = new Asker(this.output, timers);
    this.meter = new Meter(this.traits);
    this.files =
      scenario.tools === 'real' ? new DiskFiles(cwd) : new VirtualFiles(cwd, scenario.files ?? {});
    this.conversation = new Conversation();
    this.state = new SessionState(this.output, env, this.traits);
    this.hooks = new Hooks(this);
    this.mcp = new McpServers(this, life);
    this.session = new Session(this);
    this.tasks = new Tasks(this, (notice) => this.session.notice(notice));
    this.controls = new Controls(this, this.session);
    for (const name of flags.sdkServers) this.mcp.add(name);
  }

  /** A number that nothing else of this kind has, from 1. */
  next(kind: string): number {
    const number = (this.#numbers.get(kind) ?? 0) + 1;
    this.#numbers.set(kind, number);
    return number;
  }
}

function sessionIdOf({ sessionId, resume, forkSession }: Flags): string {
  return sessionId ?? ((forkSession ? undefined : resume) || randomUUID());
}

/** 2.1.197 goes on with the model of a resumed session by its plain name, and its smaller context. */
function startModel(traits: Traits, { model, resume }: Flags): string {
  const name = resolveModel(traits, model ?? 'default');
  return !traits.recent && resume !== undefined && model === undefined ? apiModel(name) : name;
}
