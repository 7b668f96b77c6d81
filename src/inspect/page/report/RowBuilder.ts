import type { Signal } from '../../../actors/observing/Signal.js';
import type { Content } from '../../../options/runtimeTypes.js';
import { Secrets } from '../../content/SecretFilter.js';
import type { Chart, RowBody, UnnumberedRow } from '../model/rows.js';
import { SystemRows } from './ActorRowBuilder.js';
import { WireRows } from './ProcessRowBuilder.js';

interface Wire {
  system: string;
  rows: WireRows;
  gone: boolean;
}

/** What came from a process may still be on its way when it is gone. */
const mostGoneWires = 64;

/** Makes rows of signals: the one place where something of them is read. */
export class RowMaker {
  readonly #content: Content;
  readonly #secrets = new Secrets();
  readonly #systems: SystemRows;
  readonly #wires = new Map<number, Wire>();
  #rows: UnnumberedRow[] = [];
  #lastSystem: string | undefined;

  constructor(content: Content) {
    this.#content = content;
    this.#systems = new SystemRows(
      (system, at, body) => this.#tell(system, at, body),
      content,
      this.#secrets,
    );
  }

  /** The rows of these signals, and the charts that they name for the first time. */
  make(signals: readonly Signal[]): { rows: UnnumberedRow[]; charts: Chart[] } {
    for (const signal of signals) {
      try {
        this.#take(signal);
      } catch {
        // An event of a user's may throw when it is read; it is left out, and ends nothing.
        this.#take({ kind: 'lost', at: signal.at, count: 1 });
      }
    }
    const rows = this.#rows;
    this.#rows = [];
    return { rows, charts: this.#systems.takeCharts() };
  }

  #take(signal: Signal): void {
    switch (signal.kind) {
      case 'xstate':
        this.#systems.take(signal.event, signal.at);
        break;
      case 'known':
        this.#systems.known(signal);
        break;
      case 'lost':
        // Nobody knows whose they were.
        if (this.#lastSystem !== undefined) {
          this.#tell(this.#lastSystem, signal.at, { kind: 'dropped', count: signal.count });
        }
        break;
      case 'joined': {
        const { sessionId } = signal.owner;
        let root = signal.owner;
        while (root._parent) root = root._parent;
        const rows = new WireRows(sessionId, this.#content, this.#secrets);
        this.#wires.set(signal.wire, { system: root.sessionId, rows, gone: false });
        this.#forgetWires();
        break;
      }
      default:
        this.#wire(signal);
    }
  }

  #wire(signal: Extract<Signal, { wire: number }>): void {
    const wire = this.#wires.get(signal.wire);
    if (!wire) return;
    const { system, rows } = wire;
    const tell = (body: RowBody) => this.#tell(system, signal.at, body);
    switch (signal.kind) {
      case 'spawned':
        this.#secrets.learn(signal.command.env);
        tell(rows.spawned(signal.pid, signal.command.args));
        break;
      case 'in':
        rows.in(signal.line).forEach(tell);
        break;
      case 'out':
        rows.out(signal.bytes).forEach(tell);
        break;
      case 'stderr':
        tell(rows.stderr(signal.bytes));
        break;
      case 'eof':
        tell({ kind: 'eof', id: rows.id });
        break;
      case 'exited':
        wire.gone = true;
        tell({ kind: 'exited', id: rows.id, code: signal.code, signal: signal.signal });
        break;
      default:
        break;
    }
  }

  #forgetWires(): void {
    const gone = [...this.#wires].filter(([, wire]) => wire.gone);
    for (const [wire] of gone.slice(0, -mostGoneWires)) this.#wires.delete(wire);
  }

  #tell(system: string, at: number, body: RowBody): void {
    this.#lastSystem = system;
    this.#rows.push({ ...body, at, system });
  }
}
