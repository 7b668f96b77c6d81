import { type JsonFields, numberIn, objectOf, shownText, textIn } from './json.js';
import type { SpanFold } from './SpanFold.js';
import type { Outcome, StoryTask } from './story.js';
import type { ToolFold } from './ToolFold.js';
import type { RowMoment, TurnFold } from './TurnFold.js';

/** Folds subagents and background tasks. A task is nested in the tool call that started it. */
export class TaskFold {
  readonly #turns: TurnFold;
  readonly #tools: ToolFold;
  readonly #spans: SpanFold;
  readonly #tasks = new Map<string, StoryTask>();

  constructor(turns: TurnFold, tools: ToolFold, spans: SpanFold) {
    this.#turns = turns;
    this.#tools = tools;
    this.#spans = spans;
  }

  started(frame: JsonFields, moment: RowMoment): void {
    const id = textIn(frame.task_id) ?? '';
    if (this.#tasks.has(id)) return;
    const description = shownText(frame.description);
    const taskType = textIn(frame.task_type);
    const task: StoryTask = {
      ...{ kind: 'task', n: moment.n, id, startedAt: moment.at },
      ...(description !== undefined && { description }),
      ...(taskType !== undefined && { taskType }),
      ...(typeof frame.is_backgrounded === 'boolean' && { isBackground: frame.is_backgrounded }),
    };
    this.#tasks.set(id, task);
    const tool = this.#tools.get(textIn(frame.tool_use_id) ?? '');
    if (tool) tool.task = task;
    else this.#turns.current(moment).blocks.push(task);
    this.#spans.start(`task ${id}`, 'task', `task ${description ?? taskType ?? id}`, moment);
    this.#touch(frame);
  }

  progress(frame: JsonFields): void {
    const task = this.#tasks.get(textIn(frame.task_id) ?? '');
    if (task) setUsage(task, frame);
    this.#touch(frame);
  }

  /** A notification, or an update of the status. Both may say that a task has ended. */
  updated(frame: JsonFields, moment: RowMoment): void {
    const task = this.#tasks.get(textIn(frame.task_id) ?? '');
    const status = textIn(frame.status) ?? textIn(objectOf(frame.patch).status) ?? '';
    const outcome = outcomes[status];
    if (!task) return;
    setUsage(task, frame);
    this.#touch(frame);
    if (!outcome || task.endedAt !== undefined) return;
    task.endedAt = moment.at;
    task.outcome = outcome;
    this.#spans.end(`task ${task.id}`, outcome, moment);
  }

  lose(moment: RowMoment): void {
    for (const task of this.#tasks.values()) {
      if (task.endedAt === undefined)
        Object.assign(task, { endedAt: moment.at, outcome: 'cancelled' });
    }
  }

  #touch(frame: JsonFields): void {
    const turn = this.#tools.turnOf(textIn(frame.tool_use_id) ?? '') ?? this.#turns.latest();
    if (turn) turn.revision += 1;
  }
}

const outcomes: Readonly<Record<string, Outcome>> = {
  ...{ completed: 'ok', failed: 'failed', killed: 'cancelled', stopped: 'cancelled' },
};

function setUsage(task: StoryTask, frame: JsonFields): void {
  const usage = objectOf(frame.usage);
  const tokens = numberIn(usage.total_tokens);
  const toolUses = numberIn(usage.tool_uses);
  if (tokens !== undefined) task.tokens = tokens;
  if (toolUses !== undefined) task.toolUses = toolUses;
}
