import type { BroadcastLog } from './actors/messages/BroadcastLog.js';
import { appendVisible, createMessageLog } from './actors/messages/messageLog.js';
import {
  type MessageSettings,
  type UserFrame,
  userMessage,
} from './actors/messages/userMessage.js';
import { OpenTurn } from './actors/OpenTurns.js';
import { sessionEnded, turnError } from './actors/operations.js';
import { conversationExists, conversationId, residentMb } from './actors/pool/conversationIds.js';
import type { ConversationHost } from './actors/pool/poolHosts.js';
import type { UserContent } from './codec/blocks.js';
import type { MessageFrame } from './codec/frames.js';
import type { ResultMessage } from './codec/results.js';
import { pooledLog } from './defaults/poolDefaults.js';
import { EventHub } from './EventHub.js';
import type { ClaudeActorsError } from './errors.js';
import type { HostReport } from './machines/pool/pooledSessionChart.js';
import type { SessionEmitted, UserMessageOut } from './machines/session/sessionTypes.js';
import { addUsage, noUsage } from './machines/usage/usageTotals.js';
import type { UsageRow, UsageTotals } from './machines/usage/usageTypes.js';
import { emptyPrompt } from './options/checks/checkCall.js';
import { conversationStartError, isInUse, isNotFound } from './poolErrors.js';
import type { ConnectedSession, PoolServices } from './poolServices.js';
import type { Session } from './Session.js';
import { type SessionListener, SessionTurns } from './SessionTurns.js';
import { withoutSecrets } from './secrets/redactDeep.js';
import { eventOf } from './sessionEvents.js';
import type { Turn } from './Turn.js';

interface Letter extends UserMessageOut {
  open: OpenTurn;
}

/** One conversation of a pool: its messages that wait, and its process while it has one. */
export class PooledConversation implements ConversationHost, SessionListener {
  readonly key: string;
  readonly tenant: string;
  readonly log: BroadcastLog<MessageFrame>;
  readonly events: EventHub;
  readonly #services: PoolServices;
  readonly #turns: SessionTurns;
  /** Messages that no process has been given. */
  #mail: Letter[] = [];
  /** Messages that the current process has not answered. */
  readonly #sent = new Map<string, OpenTurn>();
  #current: ConnectedSession | undefined;
  #report: (event: HostReport) => void = () => {};
  #sessionId: string;
  #exists = false;
  #usage = noUsage;
  #isIdle = false;
  #isStopping = false;

  constructor(key: string, tenant: string, services: PoolServices) {
    this.key = key;
    this.tenant = tenant;
    this.#services = services;
    this.#sessionId = conversationId(key);
    this.events = new EventHub(undefined, () => {}, services.relay);
    this.log = createMessageLog(pooledLog, (warning) =>
      this.events.append({ type: 'warning', ...warning }),
    );
    this.#turns = new SessionTurns({
      log: this.log,
      request: async (subtype, fields) => this.session?.request(subtype, fields),
      interrupt: async () => this.session?.interrupt(),
      withdraw: (uuid) => this.#withdraw(uuid),
    });
  }

  get sessionId(): string {
    return this.#sessionId;
  }

  get session(): Session | undefined {
    return this.#current?.session;
  }

  /** What all its processes have used. */
  get usage(): UsageTotals {
    return this.#usage;
  }

  /** How many messages wait for a process. */
  get waiting(): number {
    return this.#mail.length;
  }

  send(content: UserContent | UserFrame, settings?: MessageSettings): Turn {
    // A pool always refuses an empty message: it would cost a process for nothing.
    emptyPrompt(content, true);
    const message = userMessage(content, settings);
    const open = new OpenTurn();
    const turn = this.#turns.add(message.uuid, open);
    const refusal = this.#services.refusal();
    if (refusal) {
      open.fail(refusal);
      return turn;
    }
    this.#mail.push({ ...message, open });
    this.#services.notify('pool.message', this.key, this.tenant);
    return turn;
  }

  /** Fails the messages that no process has been given. */
  reject(error: ClaudeActorsError): void {
    for (const { open } of this.#mail.splice(0)) open.fail(error);
  }

  lookup(report: (event: HostReport) => void): void {
    if (this.#exists) {
      report({ type: 'host.found', isNew: false });
      return;
    }
    this.#find().then(
      (exists) => {
        this.#exists = exists;
        report({ type: 'host.found', isNew: !exists && this.#services.mayTakeSpare });
      },
      (error: unknown) => {
        this.reject(conversationStartError(error));
        report({ type: 'host.gone' });
      },
    );
  }

  open(spare: string | undefined, report: (event: HostReport) => void): void {
    this.#report = report;
    this.#isIdle = false;
    this.#isStopping = false;
    this.#start(spare).then(
      (connected) => {
        this.#current = connected;
        const { session } = connected;
        const gone = (error?: ClaudeActorsError) => this.#gone(error);
        session.on('completed', () => gone());
        session.on('stopped', () => gone());
        session.on('failed', (event) => gone(event.error));
        // It may have ended before anybody listened.
        if (session.state === 'stopped' || session.state === 'failed') gone();
        else if (this.#isStopping) void session.stop();
        else report({ type: 'host.started' });
      },
      (error: unknown) => {
        this.reject(conversationStartError(error));
        report({ type: 'host.gone' });
      },
    );
  }

  deliver(): void {
    for (const { open, ...message } of this.#mail.splice(0)) {
      this.#isIdle = false;
      this.#sent.set(message.uuid, open);
      this.#current?.send(message);
    }
    if (this.#sent.size === 0) this.#report({ type: 'host.idle' });
  }

  end(): void {
    // Failures are reported by its last event.
    void this.#current?.session.end().catch(() => {});
  }

  stop(): void {
    this.#isStopping = true;
    void this.#current?.session.stop();
  }

  measure(): void {
    const pid = this.#current?.session.pid;
    if (pid === undefined) return;
    void residentMb(pid).then((rssMb) => {
      if (rssMb !== undefined) this.#report({ type: 'host.measured', rssMb });
    });
  }

  async #find(): Promise<boolean> {
    const { idOf, optionsOf } = this.#services;
    this.#sessionId = (await idOf(this.key)) ?? this.#sessionId;
    return conversationExists(await optionsOf(this.key, this.tenant), this.#sessionId);
  }

  async #start(spare: string | undefined): Promise<ConnectedSession> {
    const { takeSpare, start, remember, optionsOf } = this.#services;
    const taken = spare === undefined ? undefined : takeSpare(spare, this);
    if (taken) {
      this.#sessionId = taken.session.sessionId ?? this.#sessionId;
      try {
        await remember(this.key, this.#sessionId);
      } catch (error) {
        await taken.session.stop();
        throw error;
      }
      return taken;
    }
    const options = await optionsOf(this.key, this.tenant);
    const attempt = (exists: boolean) => {
      const { resume: _, sessionId: __, continue: ___, ...own } = options;
      const which = exists ? { resume: this.#sessionId } : { sessionId: this.#sessionId };
      return start({ ...own, ...which }, this);
    };
    try {
      return await attempt(this.#exists);
    } catch (error) {
      // The transcript may be elsewhere than expected, or was deleted. The CLI knows.
      if (!(this.#exists ? isNotFound(error) : isInUse(error))) throw error;
      this.#exists = !this.#exists;
      return await attempt(this.#exists);
    }
  }

  onUsage(row: UsageRow, result: ResultMessage | undefined): void {
    this.#usage = addUsage(this.#usage, row);
    this.#turns.addUsage(row, result);
    this.events.append(withoutSecrets({ type: 'usage', ...row }));
  }

  onEmitted(emitted: SessionEmitted): void {
    switch (emitted.type) {
      case 'messages': {
        if (emitted.tokenBytes === undefined) this.#turns.addLines(emitted.frames);
        const isVisible = this.#current?.isVisible ?? (() => true);
        appendVisible(this.log, emitted, isVisible);
        for (const frame of emitted.frames) {
          if (isVisible(frame)) this.events.notify('message', frame.message);
        }
        this.#noteId(emitted.frames.at(-1)?.message.session_id);
        if (this.#isIdle && !this.#isRunOver()) {
          this.#isIdle = false;
          this.#report({ type: 'host.working' });
        }
        return;
      }
      case 'turn': {
        const open = this.#sent.get(emitted.uuid);
        if (emitted.state === 'started') open?.start();
        if ('outcome' in emitted || 'error' in emitted) {
          this.#sent.delete(emitted.uuid);
          const { outcome, error } = emitted;
          if (outcome && 'result' in outcome) open?.complete(outcome.result);
          else open?.fail(error ?? turnError(outcome));
        }
        break;
      }
      case 'runOver':
        // From now on the conversation has a transcript.
        if (this.#sent.size > 0) break;
        this.#isIdle = true;
        this.#report({ type: 'host.idle' });
        break;
      default:
        break;
    }
    const event = eventOf(emitted);
    if (event && event.type !== 'stateChanged') this.events.append(event);
  }

  #isRunOver(): boolean {
    const snapshot = this.#current?.session.actor.getSnapshot();
    return snapshot?.matches({ running: { run: 'over' } }) ?? true;
  }

  /** The CLI gives a conversation another id after `/clear`. */
  #noteId(id: unknown): void {
    if (typeof id !== 'string' || id === '') return;
    this.#exists = true;
    if (id === this.#sessionId) return;
    this.#sessionId = id;
    void this.#services.remember(this.key, id).catch(() => {});
  }

  /** The process has exited. What it did not answer is lost; what waits is for the next one. */
  #gone(error?: ClaudeActorsError): void {
    if (!this.#current) return;
    this.#current = undefined;
    const outcome = error
      ? ({ kind: 'failed', error } as const)
      : ({ kind: 'stopped', reason: 'stop' } as const);
    for (const open of this.#sent.values()) {
      open.fail(error ?? sessionEnded('the message', { outcome, launch: { facts: undefined } }));
    }
    this.#sent.clear();
    this.#report({ type: 'host.gone' });
  }

  /** Takes back a message that no process has been given. */
  #withdraw(uuid: string): boolean {
    const index = this.#mail.findIndex((letter) => letter.uuid === uuid);
    if (index < 0) return false;
    const [letter] = this.#mail.splice(index, 1);
    letter?.open.fail(turnError({ kind: 'discarded', why: 'cancelled' }));
    if (this.#mail.length === 0) {
      this.#services.notify('pool.withdrawn', this.key, this.tenant);
    }
    return true;
  }
}
