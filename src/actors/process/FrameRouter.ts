import type { ContentBlock, UserContent } from '../../codec/blocks.js';
import { type Frame, type MessageFrame, wireMessage } from '../../codec/frames.js';
import { textOf } from '../../codec/jsonObject.js';
import type { SystemMessage } from '../../codec/systemMessages.js';
import type { ToolInDoubt } from '../../errors.js';
import type { CliEvent } from '../../machines/cliEvents.js';
import type { TaskChange } from '../../machines/session/taskLedger.js';
import type { CallbackHost, Prepared } from '../callbacks/callbackHost.js';
import type { FastPath } from './FastPath.js';
import type { MessageWatcher, Mirror } from './Launch.js';

/** Collects facts about frames, for errors about the process. */
export interface FrameFacts {
  frame(): void;
  strayLine(text: string): void;
}

export interface RouterSettings {
  facts?: FrameFacts;
  mirror?: Mirror;
  fastPath?: FastPath;
  watcher?: MessageWatcher | undefined;
}

/** Messages that are delivered together. */
interface Batch {
  readonly frames: MessageFrame[];
  /** The size of the batch; undefined if it holds anything but tokens. */
  tokenBytes: number | undefined;
}

/**
 * Turns frames into machine events, in order. Messages that no machine looks at are collected in a
 * batch, which is sent as one event before any other event and at the end of a chunk.
 */
export class FrameRouter {
  readonly #callbacks: CallbackHost;
  readonly #send: (event: CliEvent) => void;
  readonly #mirror: Mirror | undefined;
  readonly #fastPath: FastPath | undefined;
  readonly #facts: FrameFacts | undefined;
  readonly #watcher: MessageWatcher | undefined;
  /** The names of the tools that have no result yet, by the id of their call. */
  readonly #openTools = new Map<string, string>();
  #sessionId: string | undefined;
  /**
   * Created with its first message. A batch that was created earlier would be in V8's old space,
   * and would keep its messages alive until a full collection.
   */
  #batch: Batch | undefined;

  constructor(
    callbacks: CallbackHost,
    send: (event: CliEvent) => void,
    { mirror, fastPath, facts, watcher }: RouterSettings = {},
  ) {
    this.#callbacks = callbacks;
    this.#send = send;
    this.#mirror = mirror;
    this.#fastPath = fastPath;
    this.#facts = facts;
    this.#watcher = watcher;
  }

  /** The tools that have no result yet. */
  get openTools(): readonly ToolInDoubt[] {
    return [...this.#openTools].map(([id, name]) => ({ id, name }));
  }

  /** The id of the conversation, as the last message has it. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /** `last`: the frame's line had no newline, because the output ended. */
  route(frame: Frame, last = false): void {
    if (frame.kind === 'message') {
      const message = wireMessage(frame);
      if (this.#watcher?.see(message)) return;
      // Most frames are tokens, which no machine needs.
      if (message.type === 'stream_event') {
        this.#addToBatch(frame, true);
        return;
      }
      if (message.type === 'transcript_mirror') {
        this.#mirror?.push(message, frame.text.length);
        return;
      }
      this.#facts?.frame();
      if (isText(message.session_id) && message.session_id) this.#sessionId = message.session_id;
      const event = this.#eventOf(frame);
      if (event) this.#sendAfterBatch(event);
      else this.#addToBatch(frame, false);
    } else {
      this.#sendAfterBatch(this.#controlEvent(frame, last));
    }
  }

  /** Sends an event that is not about a frame, in order with the frames. */
  sendInOrder(event: CliEvent): void {
    this.#sendAfterBatch(event);
  }

  flush(): void {
    if (!this.#batch) return;
    const { frames, tokenBytes } = this.#batch;
    this.#batch = undefined;
    const openTools = this.#openTools.size;
    if (this.#fastPath?.isOpen(openTools)) {
      this.#fastPath.deliver({ type: 'messages', frames, tokenBytes });
    } else {
      const send = () => this.#send({ type: 'cli.messages', frames, openTools });
      if (this.#fastPath) this.#fastPath.sendThroughMachine(openTools, send);
      else send();
    }
  }

  #addToBatch(frame: MessageFrame, isToken: boolean): void {
    this.#batch ??= { frames: [], tokenBytes: 0 };
    const { frames, tokenBytes } = this.#batch;
    frames.push(frame);
    this.#batch.tokenBytes =
      isToken && tokenBytes !== undefined ? tokenBytes + frame.text.length : undefined;
  }

  #sendAfterBatch(event: CliEvent): void {
    this.flush();
    this.#fastPath?.close();
    this.#send(event);
  }

  #eventOf(frame: MessageFrame): CliEvent | undefined {
    const message = wireMessage(frame);
    switch (message.type) {
      case 'assistant':
      case 'user':
        this.#trackTools(message.message?.content);
        return undefined;
      case 'result':
        this.flush();
        this.#openTools.clear();
        this.#mirror?.flush();
        return { type: 'cli.result', frame, result: message };
      case 'command_lifecycle': {
        const { command_uuid: uuid, state } = message;
        return isText(uuid) && isText(state)
          ? { type: 'cli.lifecycle', frame, uuid, state }
          : undefined;
      }
      case 'system':
        return systemEvent(frame, message);
      default:
        return undefined;
    }
  }

  #trackTools(content: UserContent | ContentBlock[] | undefined): void {
    if (!Array.isArray(content)) return;
    for (const block of content) {
      if (block?.type === 'tool_use' && isText(block.id))
        this.#openTools.set(block.id, textOf(block.name));
      else if (block?.type === 'tool_result') this.#openTools.delete(block.tool_use_id);
    }
  }

  #controlEvent(frame: Exclude<Frame, MessageFrame>, last: boolean): CliEvent {
    if (frame.kind === 'invalid') this.#facts?.strayLine(frame.text);
    else this.#facts?.frame();
    switch (frame.kind) {
      case 'controlRequest':
        return preparedEvent(frame.requestId, () =>
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
      const { requestId, subtype, callbackId } = control;
      return preparedEvent(requestId, () =>
        this.#callbacks.prepareMalformed(requestId, subtype, detail, callbackId),
      );
    }
    if (control?.type === 'control_response') {
      const outcome = { ok: false as const, error: detail };
      return { type: 'cli.response', requestId: control.requestId, outcome };
    }
    return { type: 'cli.undecodable', frame, last };
  }
}

/** Answers the request with an error if the host throws, which would break the port's listener. */
function preparedEvent(requestId: string, prepare: () => Prepared): CliEvent {
  try {
    return eventFor(requestId, prepare());
  } catch (error) {
    const why = `claude-actors could not handle the request: ${textOf(error)}`;
    return { type: 'cli.unanswerable', requestId, why };
  }
}

function eventFor(requestId: string, prepared: Prepared): CliEvent {
  switch (prepared.kind) {
    case 'callback': {
      const { job, request } = prepared;
      return { type: 'cli.callback', ...request, requestId, job };
    }
    case 'bad': {
      const { code, why } = prepared;
      return { type: 'cli.badCallback', ...prepared.request, code, why };
    }
    case 'unanswerable': {
      const { why, errorCode } = prepared;
      return { type: 'cli.unanswerable', requestId, why, errorCode };
    }
  }
}

/** Frames are not validated, so check the fields that a machine relies on. */
function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const sessionStates: readonly unknown[] = ['running', 'requires_action', 'idle'];

function systemEvent(frame: MessageFrame, message: SystemMessage): CliEvent | undefined {
  if (message.subtype === 'session_state_changed') {
    const { state } = message;
    return sessionStates.includes(state) ? { type: 'cli.state', frame, state } : undefined;
  }
  const task = taskChange(message);
  return task && isText(task.id) ? { type: 'cli.task', frame, task } : undefined;
}

const taskEnds: Readonly<Record<string, 'completed' | 'failed' | 'stopped'>> = {
  completed: 'completed',
  failed: 'failed',
  stopped: 'stopped',
  killed: 'stopped',
};

function taskChange(message: SystemMessage): TaskChange | undefined {
  switch (message.subtype) {
    case 'task_started': {
      const { task_id: id, task_type: type } = message;
      const taskType = isText(type) ? type : undefined;
      return { id, kind: 'started', taskType, ...descriptionOf(message) };
    }
    case 'task_progress':
      return { id: message.task_id, kind: 'progressed', ...descriptionOf(message) };
    case 'task_notification':
      return taskEnd(message.task_id, message.status);
    case 'task_updated':
      return taskEnd(message.task_id, message.patch?.status);
    default:
      return undefined;
  }
}

function descriptionOf({ description }: { description: string }): { description?: string } {
  return isText(description) ? { description } : {};
}

function taskEnd(id: string, status: string | undefined): TaskChange | undefined {
  const kind = isText(status) && Object.hasOwn(taskEnds, status) ? taskEnds[status] : undefined;
  return kind && { id, kind };
}
