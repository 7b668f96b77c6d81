import type { FrameBody, ProblemBody, Row } from '../rows.js';
import { type JsonFields, parseObject, shownText, textIn } from './json.js';
import { MessageFold } from './MessageFold.js';
import { RequestFold } from './RequestFold.js';
import { SpanFold } from './SpanFold.js';
import type { Story, StoryNotice } from './story.js';
import { TaskFold } from './TaskFold.js';
import { ToolFold } from './ToolFold.js';
import { deniedTools, type RowMoment, TurnFold } from './TurnFold.js';
import { refusalOfCli, refusalWithoutReason } from './toolDecisions.js';

/** Frames that say nothing about the conversation. Parsing them would be a waste. */
const ignoredTypes = new Set(['keep_alive', 'transcript_mirror']);

/**
 * Folds the rows of one session or query into its story. Rows are added in order and each is read
 * once, so that a long session costs no more per row than a short one.
 */
export class StoryBuilder {
  readonly story: Story = {
    ...{ turns: [], before: [], problems: [], spans: [], lastActivityAt: 0, revision: 0 },
  };
  readonly #session: string;
  readonly #spans = new SpanFold(this.story);
  readonly #turns: TurnFold;
  readonly #tools: ToolFold;
  readonly #messages: MessageFold;
  readonly #requests: RequestFold;
  readonly #tasks: TaskFold;
  /** The uuids of turns by their actor. */
  readonly #turnActors = new Map<string, string>();
  #stderr = '';

  /**
   * `session` is the id of the session's or query's actor, `messageCount` how many messages it had
   * sent before the first row.
   */
  constructor(session: string, messageCount = 0) {
    this.#session = session;
    this.#turns = new TurnFold(this.story, this.#spans, messageCount);
    this.#tools = new ToolFold(this.#turns, this.#spans);
    this.#messages = new MessageFold(this.#turns, this.#tools);
    this.#requests = new RequestFold(this.#spans, this.#tools);
    this.#tasks = new TaskFold(this.#turns, this.#tools, this.#spans);
  }

  add(row: Row): void {
    const { n, at } = row;
    const moment = { n, at };
    switch (row.kind) {
      case 'actor':
        if (row.role === 'turn' && row.parent === this.#session && row.metadata?.uuid) {
          this.#turnActors.set(row.id, String(row.metadata.uuid));
        }
        return;
      case 'state': {
        const uuid = this.#turnActors.get(row.id);
        if (uuid === undefined || row.status === 'active') return;
        this.#turnActors.delete(row.id);
        this.#turns.actorEnded(uuid, row.active[0] ?? '', moment);
        break;
      }
      case 'frame':
        if (row.id !== this.#session) return;
        this.#spans.activity(moment, this.#turns.hasOpen);
        if (!ignoredTypes.has(row.type)) this.#frame(row, parseObject(row.text), moment);
        break;
      case 'stderr':
        if (row.id !== this.#session) return;
        this.#spans.activity(moment, this.#turns.hasOpen);
        this.#stderr = (this.#stderr + (row.text ?? '')).slice(-maxStderr);
        break;
      case 'problem':
        if (row.id !== this.#session) return;
        this.#problem(row, moment);
        break;
      case 'exited':
        if (row.id !== this.#session) return;
        this.#exited(row.code, row.signal, moment);
        break;
      default:
        return;
    }
    this.story.revision += 1;
  }

  #frame(row: FrameBody, frame: JsonFields, moment: RowMoment): void {
    switch (row.type) {
      case 'user':
        if (row.dir === 'in') this.#turns.message(frame, moment);
        else this.#messages.user(frame, moment);
        return;
      case 'prompt':
        this.#turns.prompt(frame, moment);
        return;
      case 'assistant':
        this.#messages.assistant(frame, moment);
        return;
      case 'command_lifecycle':
        this.#turns.lifecycle(frame);
        return;
      case 'stream_event':
        this.#messages.streamEvent(frame, moment);
        return;
      case 'result': {
        for (const id of deniedTools(frame)) {
          this.#tools.refused(id, () => refusalWithoutReason(moment));
        }
        const { error, n } = this.#turns.result(frame, moment);
        if (error)
          this.story.problems.push({ kind: 'notice', level: 'error', ...error, ...moment, n });
        return;
      }
      case 'control_request':
        this.#requests.request(row, frame, moment);
        return;
      case 'control_response':
        this.#requests.response(row, frame, moment);
        return;
      case 'control_cancel_request':
        this.#requests.cancelled({ ...row, ref: row.ref ?? textIn(frame.request_id) }, moment);
        return;
      case 'system':
        this.#system(row.subtype ?? '', frame, moment);
        return;
      default:
        return;
    }
  }

  #system(subtype: string, frame: JsonFields, moment: RowMoment): void {
    switch (subtype) {
      case 'init':
      case 'status':
        this.#tools.mode = textIn(frame.permissionMode) ?? this.#tools.mode;
        return;
      case 'task_started':
        this.#tasks.started(frame, moment);
        return;
      case 'task_progress':
        this.#tasks.progress(frame);
        return;
      case 'task_updated':
      case 'task_notification':
        this.#tasks.updated(frame, moment);
        return;
      case 'permission_denied':
        this.#tools.refused(textIn(frame.tool_use_id) ?? '', (mode) =>
          refusalOfCli(textIn(frame.decision_reason_type), mode, moment),
        );
        return;
      case 'api_retry': {
        const message = `The API did not answer. Attempt ${frame.attempt} of ${frame.max_retries}.`;
        this.#notice('warning', { code: textIn(frame.error) ?? 'api_retry', message }, moment);
        return;
      }
      case 'compact_boundary':
        this.#notice(
          'info',
          { code: 'compacted', message: 'The conversation was compacted.' },
          moment,
        );
        return;
      case 'informational': {
        const level = frame.level === 'warning' ? 'warning' : 'info';
        this.#notice(level, { code: subtype, message: shownText(frame.content) }, moment);
        return;
      }
      default:
        return;
    }
  }

  #problem({ level, code, message, remedy }: ProblemBody, moment: RowMoment): void {
    const turn = this.#turns.latest();
    // The result has already said so, in the CLI's words. The library's words have a remedy.
    if (code === 'ErrorResult' && turn?.state === 'failed') {
      turn.error = {
        ...{ ...turn.error, code },
        ...(message !== undefined && { message }),
        ...(remedy !== undefined && { remedy }),
      };
      turn.revision += 1;
      return;
    }
    this.#notice(level, { code, message, remedy }, moment);
  }

  #exited(code: number | null, signal: string | null, moment: RowMoment): void {
    this.#turns.lose(moment);
    this.#tools.lose(moment);
    this.#tasks.lose(moment);
    this.#spans.endAll(moment);
    if (code === 0) return;
    const how = signal === null ? `exited with code ${code}` : `was ended by ${signal}`;
    const stderr = this.#stderr.trim();
    const message = [`Claude Code ${how}.`, stderr && `stderr: ${stderr}`].filter(Boolean);
    this.#notice('info', { code: 'exit', message: message.join('\n') }, moment);
  }

  #notice(
    level: StoryNotice['level'],
    { code, message, remedy }: { code: string; message?: string; remedy?: string },
    moment: RowMoment,
  ): void {
    const notice: StoryNotice = {
      ...{ kind: 'notice', level, code, ...moment },
      ...(message !== undefined && { message }),
      ...(remedy !== undefined && { remedy }),
    };
    const turn = this.#turns.latest();
    (turn ? turn.blocks : this.story.before).push(notice);
    if (turn) turn.revision += 1;
    if (level !== 'info') this.story.problems.push(notice);
  }
}

const maxStderr = 2_000;
