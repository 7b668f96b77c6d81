import type { Signal } from '../../../actors/observing/signal.js';
import { rowLimits } from '../../../defaults/inspectorDefaults.js';
import type { Content } from '../../../options/runtimeTypes.js';
import { knownSecrets } from '../../../secrets/KnownSecrets.js';
import { withoutSecretNames } from '../../../secrets/redactDeep.js';
import { rootOf } from '../../../util/parentOf.js';
import type { Chart, RowBody, UnnumberedRow } from '../model/rows.js';
import { ActorRowBuilder } from './ActorRowBuilder.js';
import { ProcessRowBuilder } from './ProcessRowBuilder.js';

interface ProcessEntry {
  system: string;
  builder: ProcessRowBuilder;
  hasExited: boolean;
}

/** Output of a process may still arrive after its exit, so some exited ones are remembered. */
const { maxExitedProcesses } = rowLimits;

/**
 * Turns the signals of inspected sessions into rows for the page. Nothing is read from a signal
 * before it gets here, so this is where content and secrets are removed.
 */
export class RowBuilder {
  readonly #content: Content;
  readonly #actors: ActorRowBuilder;
  readonly #processes = new Map<number, ProcessEntry>();
  #rows: UnnumberedRow[] = [];
  #lastSystem: string | undefined;

  constructor(content: Content) {
    this.#content = content;
    this.#actors = new ActorRowBuilder(
      (system, at, body) => this.#addRow(system, at, body),
      content,
    );
  }

  /** The rows for these signals, and the charts that they mention for the first time. */
  build(signals: readonly Signal[]): { rows: UnnumberedRow[]; charts: Chart[] } {
    for (const signal of signals) {
      try {
        this.#read(signal);
      } catch {
        // Reading an event of the user may throw. It is left out and counted.
        this.#read({ kind: 'lost', at: signal.at, count: 1 });
      }
    }
    const rows = this.#rows;
    this.#rows = [];
    return { rows, charts: this.#actors.takeNewCharts() };
  }

  #read(signal: Signal): void {
    switch (signal.kind) {
      case 'xstate':
        this.#actors.readEvent(signal.event, signal.at);
        break;
      case 'known':
        this.#actors.readExistingActor(signal);
        break;
      case 'lost':
        // A lost signal does not say which system it belonged to; the last one is a fair guess.
        if (this.#lastSystem !== undefined) {
          this.#addRow(this.#lastSystem, signal.at, { kind: 'dropped', count: signal.count });
        }
        break;
      case 'joined': {
        const { processKey, owner } = signal;
        const builder = new ProcessRowBuilder(owner.sessionId, this.#content);
        const system = rootOf(owner).sessionId;
        this.#processes.set(processKey, { system, builder, hasExited: false });
        this.#forgetExitedProcesses();
        break;
      }
      default:
        this.#readProcessSignal(signal);
    }
  }

  #readProcessSignal(signal: Extract<Signal, { processKey: number }>): void {
    const entry = this.#processes.get(signal.processKey);
    if (!entry) return;
    const { system, builder } = entry;
    const addRow = (body: RowBody) => this.#addRow(system, signal.at, body);
    switch (signal.kind) {
      case 'spawned':
        knownSecrets.learn(signal.command.env);
        addRow(builder.spawned(signal.pid, signal.command.args));
        break;
      case 'in':
        builder.stdin(signal.line).forEach(addRow);
        break;
      case 'out':
        builder.stdout(signal.bytes).forEach(addRow);
        break;
      case 'stderr':
        addRow(builder.stderr(signal.bytes));
        break;
      case 'problem':
        addRow(builder.problem(signal.level, signal.problem));
        break;
      case 'eof':
        addRow({ kind: 'eof', id: builder.id });
        break;
      case 'exited':
        entry.hasExited = true;
        addRow({ kind: 'exited', id: builder.id, code: signal.code, signal: signal.signal });
        break;
      default:
        break;
    }
  }

  #forgetExitedProcesses(): void {
    const exited = [...this.#processes].filter(([, { hasExited }]) => hasExited);
    for (const [key] of exited.slice(0, -maxExitedProcesses)) this.#processes.delete(key);
  }

  #addRow(system: string, at: number, body: RowBody): void {
    this.#lastSystem = system;
    // Texts are redacted already. A name or an id may still be a secret, because the CLI chose it.
    this.#rows.push({ ...withoutSecretNames(body), at, system });
  }
}
