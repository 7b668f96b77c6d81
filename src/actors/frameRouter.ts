import type { ContentBlock } from '../codec/blocks.js';
import type { Frame, MessageFrame } from '../codec/frames.js';
import type { SystemMessage } from '../codec/systemMessages.js';
import type { CliEvent } from '../machines/cliEvents.js';
import type { TaskChange } from '../machines/session/taskLedger.js';
import type { CallbackHost, Prepared } from './CallbackHost.js';

/**
 * Sorts frames into the events of the charts, in order. What no chart looks at is gathered, and
 * leaves as one event when something else comes or the chunk is done.
 */
export class FrameRouter {
  readonly #callbacks: CallbackHost;
  readonly #send: (event: CliEvent) => void;
  readonly #openTools = new Set<string>();
  #gathered: MessageFrame[] = [];

  constructor(callbacks: CallbackHost, send: (event: CliEvent) => void) {
    this.#callbacks = callbacks;
    this.#send = send;
  }

  /** `last`: the frame's line came without a newline, at the end of the output. */
  take(frame: Frame, last = false): void {
    if (frame.kind === 'message') {
      const event = this.#eventOf(frame);
      if (event) this.#sendAfterGathered(event);
      else this.#gathered.push(frame);
    } else {
      this.#sendAfterGathered(this.#controlEvent(frame, last));
    }
  }

  /** For what is not a frame but has its place among them. */
  passOn(event: CliEvent): void {
    this.#sendAfterGathered(event);
  }

  flush(): void {
    if (this.#gathered.length === 0) return;
    const frames = this.#gathered;
    this.#gathered = [];
    this.#send({ type: 'cli.messages', frames, openTools: this.#openTools.size });
  }

  #sendAfterGathered(event: CliEvent): void {
    this.flush();
    this.#send(event);
  }

  #eventOf(frame: MessageFrame): CliEvent | undefined {
    const { message } = frame;
    switch (message.type) {
      case 'assistant':
      case 'user':
        this.#trackTools(message.message?.content);
        return undefined;
      case 'result':
        this.#openTools.clear();
        return { type: 'cli.result', frame, result: message };
      case 'command_lifecycle': {
        const { command_uuid: uuid, state } = message;
        return { type: 'cli.lifecycle', frame, uuid, state };
      }
      case 'system':
        return systemEvent(frame, message);
      default:
        return undefined;
    }
  }

  #trackTools(content: string | ContentBlock[] | undefined): void {
    if (!Array.isArray(content)) return;
    for (const block of content) {
      if (block.type === 'tool_use') this.#openTools.add(block.id);
      else if (block.type === 'tool_result') this.#openTools.delete(block.tool_use_id);
    }
  }

  #controlEvent(frame: Exclude<Frame, MessageFrame>, last: boolean): CliEvent {
    switch (frame.kind) {
      case 'controlRequest':
        return preparedEvent(
          frame.requestId,
          this.#callbacks.prepare(frame.requestId, frame.request),
        );
      case 'controlResponse':
        return { type: 'cli.response', requestId: frame.requestId, outcome: frame.outcome };
      case 'controlCancel':
        return { type: 'cli.cancel', requestId: frame.requestId };
      case 'invalid':
        break;
    }
    const { control, detail } = frame;
    if (control?.type === 'control_request') {
      const { requestId, subtype } = control;
      return preparedEvent(requestId, this.#callbacks.prepareMalformed(requestId, subtype, detail));
    }
    if (control?.type === 'control_response') {
      const outcome = { ok: false as const, error: detail };
      return { type: 'cli.response', requestId: control.requestId, outcome };
    }
    return { type: 'cli.undecodable', frame, last };
  }
}

function preparedEvent(requestId: string, prepared: Prepared): CliEvent {
  switch (prepared.kind) {
    case 'callback':
      return { type: 'cli.callback', ...prepared.request, job: prepared.job };
    case 'bad':
      return {
        type: 'cli.badCallback',
        ...prepared.request,
        code: prepared.code,
        why: prepared.why,
      };
    case 'unanswerable':
      return { type: 'cli.unanswerable', requestId, why: prepared.why };
  }
}

const states: readonly unknown[] = ['running', 'requires_action', 'idle'];

function systemEvent(frame: MessageFrame, message: SystemMessage): CliEvent | undefined {
  if (message.subtype === 'session_state_changed') {
    const { state } = message;
    return states.includes(state) ? { type: 'cli.state', frame, state } : undefined;
  }
  const task = taskChange(message);
  return task && typeof task.id === 'string' ? { type: 'cli.task', frame, task } : undefined;
}

const ends: Readonly<Record<string, 'completed' | 'failed' | 'stopped'>> = {
  completed: 'completed',
  failed: 'failed',
  stopped: 'stopped',
  killed: 'stopped',
};

function taskChange(message: SystemMessage): TaskChange | undefined {
  switch (message.subtype) {
    case 'task_started': {
      const { task_id: id, task_type: taskType, description } = message;
      return { id, kind: 'started', taskType, description };
    }
    case 'task_progress':
      return { id: message.task_id, kind: 'progressed', description: message.description };
    case 'task_notification':
      return endOf(message.task_id, message.status);
    case 'task_updated':
      return endOf(message.task_id, message.patch?.status);
    default:
      return undefined;
  }
}

function endOf(id: string, status: string | undefined): TaskChange | undefined {
  const kind = status !== undefined && Object.hasOwn(ends, status) ? ends[status] : undefined;
  return kind && { id, kind };
}
