import type { BroadcastLog } from '../actors/messages/BroadcastLog.js';
import { appendVisible, createMessageLog } from '../actors/messages/messageLog.js';
import {
  type MessageSettings,
  type UserFrame,
  userMessage,
} from '../actors/messages/userMessage.js';
import { OpenTurn } from '../actors/OpenTurns.js';
import { conversationExists } from '../actors/pool/conversationExists.js';
import type { ConversationHost } from '../actors/pool/poolHosts.js';
import type { UserContent } from '../codec/blocks.js';
import type { MessageFrame } from '../codec/frames.js';
import type { ResultMessage } from '../codec/results.js';
import { pooledLog } from '../defaults/poolDefaults.js';
import { EventHub } from '../EventHub.js';
import type { ClaudeActorsError } from '../errors.js';
import type { ApprovalOutlook, HostReport } from '../machines/pool/pooledSessionTypes.js';
import type { SessionEmitted } from '../machines/session/sessionTypes.js';
import { addUsage, noUsage } from '../machines/usage/usageTotals.js';
import type { UsageRow, UsageTotals } from '../machines/usage/usageTypes.js';
import { emptyPrompt } from '../options/checks/checkCall.js';
import type { Session } from '../Session.js';
import { type SessionListener, SessionTurns } from '../SessionTurns.js';
import { withoutSecrets } from '../secrets/redactDeep.js';
import { eventOf } from '../sessionEvents.js';
import type { Turn } from '../Turn.js';
import { PooledMail } from './PooledMail.js';
import { conversationStartError } from './poolErrors.js';
import {
  type ConnectedSession,
  type ConversationIdentity,
  hasNothingToDo,
  isDeferred,
  isRunning,
  memoryOf,
  onBackgroundWork,
  onEnd,
  type PoolServices,
} from './poolServices.js';
import { resumeOrCreate } from './resumeOrCreate.js';

/** A conversation of a pool: its waiting messages, and its process while it has one. */
export class PooledConversation implements ConversationIdentity, ConversationHost, SessionListener {
  readonly key: string;
  readonly tenant: string;
  readonly name: string;
  sessionId: string;
  readonly log: BroadcastLog<MessageFrame>;
  readonly events: EventHub;
  readonly #services: PoolServices;
  readonly #turns: SessionTurns;
  readonly #mail = new PooledMail((turn) => this.events.append({ type: 'turn', ...turn }));
  #current: ConnectedSession | undefined;
  #report: (event: HostReport) => void = () => {};
  #exists = false;
  /** Whether its id was never used, so that no stored conversation can have it. */
  #isUnused: boolean;
  #usage = noUsage;
  /** The last result of the current process. */
  #lastResult: ResultMessage | undefined;
  #isIdle = false;
  #isStopping = false;

  constructor({ key, tenant, name, sessionId }: ConversationIdentity, services: PoolServices) {
    this.key = key;
    this.tenant = tenant;
    this.name = name;
    this.sessionId = sessionId;
    this.#services = services;
    this.#isUnused = services.isNew;
    this.events = new EventHub({}, () => {}, services.relay);
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

  get session(): Session | undefined {
    return this.#current?.session;
  }

  /** What all its processes have used. */
  get usage(): UsageTotals {
    return this.#usage;
  }

  /** How many messages wait for a process. */
  get waiting(): number {
    return this.#mail.waiting;
  }

  send(content: UserContent | UserFrame, settings?: MessageSettings): Turn {
    // A pool always refuses an empty message: it would cost a process for nothing.
    emptyPrompt(content, true);
    const message = userMessage(content, settings);
    const open = new OpenTurn();
    const turn = this.#turns.add(message.uuid, open);
    const isAdded = this.#mail.add(message, open, this.#services.refusal());
    if (isAdded) this.#services.notify('pool.message');
    return turn;
  }

  /** Fails the messages that no process has been given. */
  reject(error: ClaudeActorsError): void {
    this.#mail.reject(error);
  }

  lookup(report: (event: HostReport) => void): void {
    this.#find().then(report, (error: unknown) => this.#startFailed(error, report));
  }

  open(spare: string | undefined, report: (event: HostReport) => void): void {
    this.#report = report;
    this.#isIdle = false;
    this.#isStopping = false;
    this.#lastResult = undefined;
    this.#start(spare).then(
      (connected) => {
        this.#current = connected;
        onBackgroundWork(connected.session, (hasAgents) =>
          report({ type: 'host.background', hasAgents }),
        );
        onEnd(connected.session, (error) => this.#gone(error));
        if (this.#isStopping) this.stop();
        else if (this.#current) report({ type: 'host.started' });
      },
      (error: unknown) => this.#startFailed(error, report),
    );
  }

  tellAnswers(isLost: boolean): void {
    this.#planApprovals(isLost).then(
      () => this.waiting > 0 && this.#services.notify('pool.message'),
      () => {}, // The store failed. The model learns of the answers at the next resume.
    );
  }

  /** The CLI has come back to a deferred call. */
  noteContinued(): void {
    if (this.#current) this.#report({ type: 'host.working' });
  }

  deliver(): void {
    // A dying process would lose the message. After a deferred call, a message would orphan the call.
    if (!isRunning(this.session) || isDeferred(this.#lastResult)) return;
    // If a call is deferred, the CLI must not have another message yet: that would orphan the call.
    const isOneByOne = this.#services.approvals?.gate.defers === true;
    for (const message of this.#mail.take(isOneByOne)) {
      this.#isIdle = false;
      this.#current?.send(message);
    }
    // Otherwise the end of the run reports it.
    const isIdle = this.#mail.isAnswered && hasNothingToDo(this.session);
    if (isIdle) this.#report({ type: 'host.idle' });
  }

  end(): void {
    void this.#current?.session.end().catch(() => {}); // Its last event reports failures.
  }

  stop(): void {
    this.#isStopping = true;
    void this.#current?.session.stop();
  }

  #startFailed(error: unknown, report: (event: HostReport) => void): void {
    this.reject(conversationStartError(error));
    report({ type: 'host.gone' });
  }

  measure(): void {
    void memoryOf(this.session).then((rssMb) => {
      if (rssMb !== undefined) this.#report({ type: 'host.measured', rssMb });
    });
  }

  async #find(): Promise<HostReport> {
    const { idOf, optionsOf } = this.#services;
    if (!this.#exists && !this.#isUnused) {
      this.sessionId = (await idOf(this.key)) ?? this.sessionId;
      const options = await optionsOf(this.key, this.tenant);
      this.#exists = await conversationExists(options, this.sessionId);
    }
    const approvals = await this.#planApprovals();
    // Its messages were withdrawn, or it was woken although no approval was answered.
    if (approvals !== 'continue' && this.waiting === 0) return { type: 'host.gone' };
    const isNew = !this.#exists && this.#services.mayTakeSpare();
    return { type: 'host.found', isNew, approvals };
  }

  /** Queues notes about answered approvals, before other messages, and returns what the approvals need. */
  async #planApprovals(isLost?: boolean): Promise<ApprovalOutlook> {
    const plan = await this.#services.approvals?.plan(this.sessionId, isLost);
    for (const { text, settle } of plan?.notes.reverse() ?? []) {
      const message = userMessage(text);
      this.#turns.add(message.uuid, this.#mail.addFirst(message, settle));
    }
    return plan?.outlook ?? 'none';
  }

  async #start(spare: string | undefined): Promise<ConnectedSession> {
    const { takeSpare, start, remember, optionsOf } = this.#services;
    this.#isUnused = false;
    const taken = spare !== undefined && takeSpare(spare, this);
    if (taken) {
      this.sessionId = taken.session.sessionId ?? this.sessionId;
      await remember(this.key, this.sessionId).catch(async (error: unknown) => {
        await taken.session.stop();
        throw error;
      });
      return taken;
    }
    const options = await optionsOf(this.key, this.tenant);
    const which = { sessionId: this.sessionId, exists: this.#exists };
    const opened = await resumeOrCreate(which, options, (own) => start(own, this));
    this.#exists = opened.existed;
    return opened.started;
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
          if (frame.message.type !== 'result') continue;
          this.#lastResult = frame.message;
          const isOver = isDeferred(frame.message) || hasNothingToDo(this.session);
          if (this.#mail.isAnswered && isOver) this.#reportRunOver();
        }
        this.#noteId(emitted.frames.at(-1)?.message.session_id);
        if (this.#isIdle && !hasNothingToDo(this.session)) {
          this.#isIdle = false;
          this.#report({ type: 'host.working' });
        }
        return;
      }
      case 'turn':
        // It was reported when the message began to wait.
        if (emitted.state === 'queued' && this.#mail.isSent(emitted.uuid)) return;
        this.#mail.onTurn(emitted);
    }
    // The CLI may discard a message after its run is over.
    if (emitted.type === 'turn' || emitted.type === 'runOver') this.#noteIdle();
    const event = eventOf(emitted);
    if (event && event.type !== 'stateChanged') this.events.append(event);
  }

  #noteIdle(): void {
    if (this.#isIdle || !this.#mail.isAnswered || !hasNothingToDo(this.session)) return;
    this.#isIdle = true;
    this.#reportRunOver();
  }

  #reportRunOver(): void {
    const isOver = !isDeferred(this.#lastResult);
    // A resumed process may be idle before it comes back to a deferred call.
    if (isOver && this.#lastResult) this.#report({ type: 'host.continued' });
    this.#report({ type: isOver ? 'host.idle' : 'host.deferred' });
    if (isOver && this.waiting > 0) this.#services.notify('pool.message');
  }

  /** The CLI gives a conversation another id after `/clear`. */
  #noteId(id: unknown): void {
    if (typeof id !== 'string' || id === '') return;
    this.#exists = true;
    if (id === this.sessionId) return;
    this.sessionId = id;
    void this.#services.remember(this.key, id).catch(() => {});
  }

  /** The process has exited. Unanswered messages are lost; the next process gets those that wait. */
  #gone(error?: ClaudeActorsError): void {
    if (!this.#current) return;
    this.#current = undefined;
    this.#mail.lose(error);
    this.#report({ type: 'host.gone' });
  }

  /** Takes back a message that no process has been given. */
  #withdraw(uuid: string): boolean {
    if (!this.#mail.withdraw(uuid)) return false;
    if (this.waiting === 0) this.#services.notify('pool.withdrawn');
    return true;
  }
}
