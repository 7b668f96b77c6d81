import type { ToolInput } from '../scenario.js';
import type { ToolOutcome } from './builtInTools.js';
import type { HookCaller } from './HookCaller.js';

interface Item {
  id: string;
  subject: string;
  description: string;
  status: string;
}

/** The to-do list that the model keeps with `TaskCreate` and `TaskUpdate`. */
export class TaskList {
  readonly #hooks: HookCaller;
  readonly #items: Item[] = [];

  constructor(hooks: HookCaller) {
    this.#hooks = hooks;
  }

  /** Runs the tool; undefined if it is not about the task list. */
  run(tool: string, input: ToolInput): Promise<ToolOutcome> | undefined {
    if (tool === 'TaskCreate') return this.#create(input);
    return tool === 'TaskUpdate' ? this.#update(input) : undefined;
  }

  async #create({ subject, description }: ToolInput): Promise<ToolOutcome> {
    const item: Item = {
      id: String(this.#items.length + 1),
      subject: String(subject ?? ''),
      description: String(description ?? ''),
      status: 'pending',
    };
    const verdict = await this.#notify('TaskCreated', item);
    if (verdict?.decision === 'deny') return { ok: false, error: verdict.reason };
    this.#items.push(item);
    return {
      ok: true,
      content: `Task #${item.id} created successfully: ${item.subject}`,
      result: { task: { id: item.id, subject: item.subject } },
    };
  }

  async #update({ taskId, status }: ToolInput): Promise<ToolOutcome> {
    const item = this.#items.find(({ id }) => id === String(taskId));
    if (!item) return { ok: false, error: `Task #${taskId} not found` };
    const verdict = status === 'completed' ? await this.#notify('TaskCompleted', item) : undefined;
    if (verdict?.decision === 'deny') return { ok: false, error: verdict.reason };
    const statusChange = { from: item.status, to: String(status) };
    item.status = String(status);
    const result = { success: true, taskId, updatedFields: ['status'], statusChange };
    return { ok: true, content: `Updated task #${item.id} status`, result };
  }

  #notify(event: 'TaskCreated' | 'TaskCompleted', { id, subject, description }: Item) {
    const fields = { task_id: id, task_subject: subject, task_description: description };
    return this.#hooks.notify(event, fields);
  }
}
