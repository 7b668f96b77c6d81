import { defaultLimits } from '../../src/defaults.js';
import type { MachineSettings } from '../../src/machines/settings.js';
import type { QueryModelEvent } from '../../src/testing/model/query/queryModelEvents.js';

const decodeErrors = { notJson: 'JsonDecodeError', badUtf8: 'Utf8DecodeError' } as const;

/** The rules of the one-shot stream, kept independently of the chart. */
export class QueryRules {
  /** `message`, `warning CODE`, `error CODE`, in the order of the pulls. */
  readonly items: string[] = [];
  /** Undefined while the stream is open; `''` if it ended without an error, else the error's code. */
  end: string | undefined;
  readonly #settings: MachineSettings;
  #phase: 'starting' | 'streaming' | 'resultReceived' | 'closed' = 'starting';
  /** Whether the process has been started. */
  started = false;
  #badLines = 0;
  #warnings = 0;
  #taskOpen = false;
  #lastIsError = false;
  #cutOff = false;
  #outputEnded = false;
  #held = false;

  constructor(settings: Partial<MachineSettings>) {
    this.#settings = {
      limits: defaultLimits,
      strictExitStatus: false,
      ...settings,
    } as MachineSettings;
  }

  get phase(): string {
    return this.#phase;
  }

  take(stimulus: QueryModelEvent): void {
    if (this.#phase === 'closed') return;
    switch (stimulus.type) {
      case 'spawnFail':
        this.#close('CliNotFound');
        break;
      case 'message':
        this.#message(stimulus.kind);
        break;
      case 'flood':
        this.#message('system');
        this.#held = true;
        break;
      case 'result':
        this.items.push('message');
        this.#badLines = 0;
        this.#lastIsError = stimulus.isError === true;
        if (this.#phase === 'streaming') this.#phase = 'resultReceived';
        break;
      case 'line':
        this.#line(stimulus.kind);
        break;
      case 'control':
        if (this.#phase === 'streaming') this.items.push('error UnexpectedMessage');
        else this.#warnAfterResult();
        break;
      case 'exit':
        this.#exit(stimulus.code);
        break;
      case 'outputEnded':
        this.#outputEnded = true;
        break;
      case 'time':
        this.#time(stimulus.ms);
        break;
      case 'pull':
        this.#held = false;
        break;
      case 'close':
        this.items.length = 0;
        this.#close(stimulus.reason === 'abort' ? 'Aborted' : '');
        break;
      case 'interrupt':
        if (this.#phase === 'starting') this.#close('');
        break;
      case 'version':
        this.#version(stimulus.verdict);
        break;
      default:
        break;
    }
  }

  #close(end: string): void {
    this.end ??= end;
    this.#phase = 'closed';
  }

  #message(kind: string): void {
    if (kind === 'taskStarted') this.#taskOpen = true;
    const usual = kind !== 'text' || this.#taskOpen;
    if (kind === 'taskEnded') this.#taskOpen = false;
    if (this.#phase === 'streaming') {
      this.items.push('message');
      this.#badLines = 0;
    } else if (usual) this.items.push('message');
    else this.#warnAfterResult();
  }

  #warnAfterResult(): void {
    if (this.#phase !== 'resultReceived') return;
    this.items.push('warning UnexpectedMessageAfterResult');
    this.#warnings += 1;
    if (this.#warnings < this.#settings.limits.drainWarnings) return;
    this.items.push('warning DrainLimit');
    this.#close('');
  }

  #line(kind: string): void {
    if (kind === 'large') {
      this.items.push('warning LargeLine');
      this.#cutOff = true;
    } else if (kind === 'cutOff') {
      this.#outputEnded = true;
      if (this.#phase === 'streaming') this.#cutOff = true;
      else this.#warnAfterResult();
    } else if (this.#phase === 'resultReceived') this.#warnAfterResult();
    else if (kind === 'oversize') this.#close('BufferOverflow');
    else if (kind === 'noType') this.items.push('error UnexpectedMessage');
    else {
      this.#badLines += 1;
      if (this.#badLines >= this.#settings.limits.decodeErrors) this.#close('TooManyDecodeErrors');
      else this.items.push(`error ${decodeErrors[kind as 'notJson']}`);
    }
  }

  #noResult(): void {
    if (this.#cutOff) this.items.push('warning IncompleteLastLine');
    this.items.push('warning CleanExitNoResult');
    this.#close('');
  }

  #exit(code: number): void {
    if (this.#phase === 'streaming') {
      if (code === 0) this.#noResult();
      else this.#close('ProcessError');
    } else if (this.#phase === 'resultReceived') {
      if (code === 0) this.#close('');
      else if (this.#settings.strictExitStatus && !this.#lastIsError) this.#close('ProcessError');
      else {
        this.items.push('warning NonZeroExitAfterResult');
        this.#close('');
      }
    }
  }

  #time(ms: number): void {
    if (this.#settings.stall && ms >= 1000) this.#silence();
    if (this.#phase === 'streaming' && this.#outputEnded && ms >= 500) this.#noResult();
    // While the pipe is held up, its silence means nothing.
    const drained = !this.#taskOpen && !this.#settings.strictExitStatus && !this.#held;
    if (this.#phase === 'resultReceived' && drained && ms >= 100) this.#close('');
  }

  #silence(): void {
    const isWatched = this.#phase === 'starting' || this.#phase === 'streaming';
    if (!isWatched || this.#taskOpen || this.#held || this.#outputEnded) return;
    this.items.push('warning Stalled');
    if (this.#settings.stall.action === 'stop') this.#close('StallTimeout');
  }

  #version(verdict: string): void {
    if (this.#phase !== 'starting') return;
    if (verdict === 'rejected') {
      this.#close('UnsupportedCliVersion');
      return;
    }
    this.#phase = 'streaming';
    this.started = true;
    if (verdict === 'warning') this.items.push('warning VersionProbeFailed');
  }
}
