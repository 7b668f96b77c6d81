import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../codec/jsonObject.js';
import type { Step } from '../scenario.js';
import type { Cli } from './cli.js';
import { projectDirectory } from './configFiles.js';

export interface Task {
  id: string;
  runId: string;
  kind: 'local_agent' | 'local_bash';
  toolUseId: string;
  description: string;
  /** The type of an agent. */
  type?: string;
  prompt?: string;
  isBackground: boolean;
  startedAt: number;
  toolUses: number;
  /** Stops it. */
  stopping: AbortController;
  /** What the model does when the task has ended. */
  afterwards: readonly Step[];
}

export type TaskEnd = 'completed' | 'failed' | 'stopped';

/** A background task that has ended, and that the model has not been told about. */
export interface TaskNotice {
  task: Task;
  /** The text for the model. */
  text: string;
  /** Tells the host. 2.1.197 does that only when the turn for the task starts. */
  announce(): void;
}

/** Subagents, and commands in the background. */
export class Tasks {
  readonly #cli: Cli;
  readonly #notify: (notice: TaskNotice) => void;
  readonly #live = new Map<string, Task>();
  readonly #stopping = new Map<Task, TaskNotice>();
  readonly #spawned: Task[] = [];
  #completed = 0;
  #stopped = 0;

  constructor(cli: Cli, notify: (notice: TaskNotice) => void) {
    this.#cli = cli;
    this.#notify = notify;
  }

  get hasAgents(): boolean {
    return [...this.#live.values()].some(
      ({ kind, isBackground }) => kind === 'local_agent' && isBackground,
    );
  }

  start(
    fields: Pick<Task, 'kind' | 'toolUseId' | 'description' | 'isBackground' | 'afterwards'> &
      Partial<Task>,
  ): Task {
    const seed = randomUUID().replaceAll('-', '');
    const task: Task = {
      id: fields.kind === 'local_agent' ? `a${seed.slice(0, 16)}` : `b${seed.slice(0, 8)}`,
      runId: `0${seed.slice(0, 8)}-${seed.slice(8, 16)}`,
      startedAt: this.#cli.timers.now(),
      toolUses: 0,
      stopping: new AbortController(),
      ...fields,
    };
    this.#live.set(task.id, task);
    if (task.kind === 'local_agent') this.#spawned.push(task);
    if (task.isBackground) this.#writeChange();
    const { recent } = this.#cli.traits;
    this.#write('task_started', task, {
      description: task.description,
      ...(task.type && { subagent_type: task.type }),
      ...(recent && { is_backgrounded: task.isBackground }),
      ...(recent && task.kind === 'local_agent' && { spawn_depth: 1 }),
      task_type: task.kind,
      ...(task.prompt !== undefined && { prompt: task.prompt }),
    });
    return task;
  }

  progress(task: Task, tool: string, description: string): void {
    task.toolUses += 1;
    this.#write('task_progress', task, {
      description,
      subagent_type: task.type,
      usage: this.#usage(task),
      last_tool_name: tool,
    });
  }

  /** Ends a task. The model is told about a background task in a turn of its own. */
  end(task: Task, end: TaskEnd, summary: string): void {
    this.#live.delete(task.id);
    if (task.kind === 'local_agent') {
      if (end === 'stopped') this.#stopped += 1;
      else this.#completed += 1;
    }
    const isShell = task.kind === 'local_bash';
    const status = end === 'stopped' ? 'killed' : end;
    const { recent } = this.#cli.traits;
    const patch = { status, end_time: this.#cli.timers.now() };
    this.#cli.output.message({
      type: 'system',
      subtype: 'task_updated',
      task_id: task.id,
      ...(recent && { run_id: task.runId }),
      patch,
    });
    const announce = () => this.#announce(task, end, summary);
    // 2.1.197 reports the end of background work only when the turn for it starts.
    const isLater = !recent && task.isBackground && !(isShell && end === 'stopped');
    if (!isLater) announce();
    if (!task.isBackground) return;
    if (recent) this.#writeChange();
    task.stopping.abort();
    const text = noticeText(task, end, summary);
    const notice = { task, text, announce: isLater ? announce : () => {} };
    if (end !== 'stopped') this.#notify(notice);
    else if (!isShell) this.#stopping.set(task, notice);
  }

  /** A stopped agent has come to rest: the host has its answer, so now the model is told. */
  agentStopped(task: Task): void {
    const notice = this.#stopping.get(task);
    this.#stopping.delete(task);
    if (notice) this.#notify(notice);
  }

  /** The process exits and ends its background work. Only 2.1.197 reports that. */
  abandonAll(): void {
    if (this.#cli.traits.recent) return;
    for (const task of this.#live.values()) this.#announce(task, 'stopped', task.description, '');
  }

  /** The background work, in the form that hooks get it. */
  inBackground(): JsonObject[] {
    return [...this.#live.values()]
      .filter(({ isBackground }) => isBackground)
      .map(({ id, kind, description, type }) => ({
        id,
        type: kind === 'local_agent' ? 'subagent' : 'shell',
        status: 'running',
        description,
        ...(type !== undefined && { agent_type: type }),
      }));
  }

  get(id: string): Task | undefined {
    return this.#live.get(id);
  }

  stats(): JsonObject {
    return taskStats(this.#spawned, this.#completed, this.#stopped);
  }

  #announce(task: Task, end: TaskEnd, summary: string, file = this.#fileOf(task, end)): void {
    const isAgent = task.kind === 'local_agent';
    this.#write('task_notification', task, {
      status: end,
      output_file: file,
      summary,
      ...(isAgent && end !== 'stopped' && { usage: this.#usage(task) }),
    });
  }

  /** The output file that the notification names, if any. */
  #fileOf(task: Task, end: TaskEnd): string {
    const isStoppedShell = task.kind === 'local_bash' && end === 'stopped';
    const hasFile = this.#cli.traits.recent || (task.isBackground && !isStoppedShell);
    return hasFile ? this.outputFile(task) : '';
  }

  /** Reports all background work, whenever it changes. */
  #writeChange(): void {
    if (!this.#cli.traits.recent) return;
    const running = [...this.#live.values()].filter(({ isBackground }) => isBackground);
    const tasks = running.map((task) => ({
      task_id: task.id,
      run_id: task.runId,
      task_type: task.kind,
      ...(task.type && { subagent_type: task.type }),
      description: task.description,
    }));
    this.#cli.output.message({ type: 'system', subtype: 'background_tasks_changed', tasks });
  }

  #write(subtype: string, task: Task, fields: JsonObject): void {
    const { recent } = this.#cli.traits;
    const names = {
      task_id: task.id,
      ...(recent && { run_id: task.runId }),
      tool_use_id: task.toolUseId,
    };
    this.#cli.output.message({ type: 'system', subtype, ...names, ...fields });
  }

  #usage(task: Task): JsonObject {
    const duration_ms = this.#cli.timers.now() - task.startedAt;
    return { total_tokens: 15, tool_uses: task.toolUses, duration_ms };
  }

  /** The path where the real CLI would put the task's output. */
  outputFile(task: Task): string {
    return `${projectDirectory(this.#cli)}/tasks/${task.id}.output`;
  }
}

function noticeText({ id, toolUseId }: Task, end: TaskEnd, summary: string): string {
  const parts = [
    `<task-id>${id}</task-id>`,
    `<tool-use-id>${toolUseId}</tool-use-id>`,
    `<status>${end}</status>`,
    `<summary>${summary}</summary>`,
  ];
  return ['<task-notification>', ...parts, '</task-notification>'].join('\n');
}

/** The `subagent_stats` of a result. */
export function taskStats(
  spawned: readonly Task[],
  completed: number,
  stopped: number,
): JsonObject {
  const background = spawned.filter(({ isBackground }) => isBackground).length;
  const types = spawned.map(({ type = '' }) => type);
  return {
    spawned: spawned.length,
    requested: { background, foreground: spawned.length - background, unset: 0 },
    started_in_background: background,
    max_depth: spawned.length > 0 ? 1 : 0,
    spawned_by_subagents: 0,
    completed,
    failed: 0,
    killed: { parent: 0, user: stopped, system: 0 },
    refused: { depth_limit: 0, concurrency_limit: 0, budget: 0 },
    by_type: Object.fromEntries(
      types.map((type) => [type, types.filter((other) => other === type).length]),
    ),
  };
}
