import { randomUUID } from 'node:crypto';
import type { Scenario } from '../scenario.js';
import { ControlHandler } from './ControlHandler.js';
import { Conversation } from './Conversation.js';
import type { LiveSettings, ProcessEnd, ToolRun } from './cli.js';
import { rulesIn } from './configFiles.js';
import { DeferredCalls } from './DeferredCalls.js';
import { DiskFiles } from './disk/DiskFiles.js';
import type { OpenedSession } from './disk/openSession.js';
import { messagesIn } from './disk/Transcript.js';
import { TranscriptStore } from './disk/TranscriptStore.js';
import { FrameWriter, type Pipes } from './FrameWriter.js';
import type { Files } from './files.js';
import { HookCaller } from './HookCaller.js';
import { HostRequests } from './HostRequests.js';
import { MainLoop } from './MainLoop.js';
import { ServerConnections } from './mcp/ServerConnections.js';
import type { CliFlags } from './readArgv.js';
import { SavedUsage } from './SavedUsage.js';
import { SessionState } from './SessionState.js';
import { TaskList } from './TaskList.js';
import { Tasks } from './Tasks.js';
import type { Timers } from './Timers.js';
import { apiModel, resolveModel, type Traits, traitsOf } from './traits.js';
import { UsageMeter } from './UsageMeter.js';
import { VirtualFiles } from './VirtualFiles.js';
import { Worktree } from './Worktree.js';

export interface CliPartsInput {
  scenario: Scenario;
  flags: CliFlags;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  pid: number;
  /** The session to start from, if sessions are stored. */
  openedSession?: OpenedSession;
  pipes: Pipes;
  timers: Timers;
  /** Aborted when the process exits. */
  lifetime: AbortSignal;
  exit(end: ProcessEnd): void;
}

/** Creates the parts of a simulated process and connects them. */
export class CliParts {
  readonly scenario: Scenario;
  readonly traits: Traits;
  readonly flags: CliFlags;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly pid: number;
  readonly cwd: string;
  readonly settings: LiveSettings;
  readonly pipes: Pipes;
  readonly output: FrameWriter;
  readonly timers: Timers;
  readonly hostRequests: HostRequests;
  readonly savedUsage: SavedUsage;
  readonly deferredCalls: DeferredCalls;
  readonly meter: UsageMeter;
  readonly files: Files;
  readonly transcripts: TranscriptStore;
  readonly conversation: Conversation;
  readonly hooks: HookCaller;
  readonly mcp: ServerConnections;
  readonly tasks: Tasks;
  readonly state: SessionState;
  readonly session: MainLoop;
  readonly controlHandler: ControlHandler;
  readonly taskList: TaskList;
  readonly worktree: Worktree;
  readonly ran: ToolRun[] = [];
  /** The conversation was compacted: the project's instructions must be loaded again. */
  mustReloadInstructions = false;
  /** Aborted when the process exits. */
  readonly lifetime: AbortSignal;
  /** Ends the process. */
  readonly exit: (end: ProcessEnd) => void;
  readonly #numbers = new Map<string, number>();

  constructor(input: CliPartsInput) {
    const { scenario, flags, env, cwd, pid, openedSession, pipes, timers, lifetime, exit } = input;
    this.scenario = scenario;
    this.traits = traitsOf(scenario.version);
    this.flags = flags;
    this.env = env;
    this.pid = pid;
    this.cwd = cwd;
    this.timers = timers;
    this.exit = exit;
    this.lifetime = lifetime;
    this.settings = {
      mode: flags.permissionMode,
      model: startModel(this.traits, flags),
      ...rulesIn(flags, cwd, scenario.tools === 'real'),
      hasSchema: flags.hasSchema,
      agents: flags.agents,
      systemPrompt: flags.systemPrompt,
    };
    this.pipes = pipes;
    this.output = new FrameWriter({
      pipes,
      faults: scenario.faults,
      timers,
      sessionId: openedSession?.id ?? sessionIdOf(flags),
      format: flags.session ? 'stream-json' : flags.outputFormat,
    });
    this.hostRequests = new HostRequests(this.output, timers);
    this.savedUsage = new SavedUsage(this);
    this.deferredCalls = new DeferredCalls(this);
    this.meter = new UsageMeter(this.traits, this.savedUsage.load(openedSession));
    this.files =
      scenario.tools === 'real' ? new DiskFiles(cwd) : new VirtualFiles(cwd, scenario.files ?? {});
    this.transcripts = new TranscriptStore(this);
    this.conversation = new Conversation(
      openedSession && this.transcripts.continueFrom(openedSession),
      messagesIn(openedSession?.entries ?? []),
    );
    this.state = new SessionState(this.output, env, this.traits);
    this.hooks = new HookCaller(this);
    this.taskList = new TaskList(this.hooks);
    this.worktree = new Worktree(this);
    this.mcp = new ServerConnections(this, lifetime);
    this.session = new MainLoop(
      this,
      openedSession?.entries.map(({ uuid }) => String(uuid)),
    );
    this.tasks = new Tasks(this, (notice) => this.session.taskEnded(notice));
    this.controlHandler = new ControlHandler(this, this.session);
    for (const [name, config] of Object.entries(flags.mcpServers)) {
      if (config.type === 'sdk' || scenario.tools === 'real') this.mcp.add(name, config);
    }
    if (this.mcp.hasProcesses) this.mcp.trackConnecting(this.mcp.connect('stdio'));
  }

  /** How many numbers of this kind were given. */
  numberOf(kind: string): number {
    return this.#numbers.get(kind) ?? 0;
  }

  /** Goes on after a number that another process has given. */
  numberFrom(kind: string, last: number): void {
    this.#numbers.set(kind, last);
  }

  /** The next number of this kind, starting from 1. */
  nextNumber(kind: string): number {
    const number = this.numberOf(kind) + 1;
    this.#numbers.set(kind, number);
    return number;
  }
}

function sessionIdOf({ sessionId, resume, forkSession }: CliFlags): string {
  return sessionId ?? ((forkSession ? undefined : resume) || randomUUID());
}

/** A resumed session of 2.1.197 uses the plain model name, and with it the smaller context. */
function startModel(traits: Traits, { model, resume }: CliFlags): string {
  const name = resolveModel(traits, model ?? 'default');
  return !traits.recent && resume !== undefined && model === undefined ? apiModel(name) : name;
}
