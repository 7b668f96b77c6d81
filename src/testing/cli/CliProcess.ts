import { Buffer } from 'node:buffer';
import type { JsonObject } from '../../codec/jsonObject.js';
import type { StopSignal } from '../../ffi/process/port.js';
import type { Scenario } from '../scenario.js';
import { CliParts } from './CliParts.js';
import type { ProcessEnd, ToolRun } from './cli.js';
import { projectDirectory } from './configFiles.js';
import { openSession } from './disk/openSession.js';
import type { Pipes } from './FrameWriter.js';
import { type CliFlags, readArgv } from './readArgv.js';
import { startErrorFrame } from './resultFrame.js';
import { type CliClock, Timers } from './Timers.js';
import { traitsOf } from './traits.js';

export interface CliProcessInput {
  args: readonly string[];
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  pid: number;
  scenario: Scenario;
  clock: CliClock;
  pipes: Pipes;
  exited(end: ProcessEnd): void;
}

const noApiUrl =
  "The scenario has `model: 'api'`, but ANTHROPIC_BASE_URL is not set. Set it to the URL of your Messages API.";

/** How long the CLI waits for a prompt on stdin. */
const stdinPatienceMs = 3_000;
const noStdin =
  'Warning: no stdin data received in 3s, proceeding without it. If piping from a slow command, redirect stdin explicitly: < /dev/null to skip, or wait longer.\n';
const noPrompt =
  'Error: Input must be provided either through stdin or as a prompt argument when using --print\n';
const blankPrompt =
  'Error: Input contained only whitespace. Provide a prompt with text through stdin or as a prompt argument when using --print\n';

/** One run of the simulated CLI, from its arguments to its exit. Works without a real process. */
export class CliProcess {
  readonly #input: CliProcessInput;
  readonly #lifetime = new AbortController();
  readonly #timers: Timers;
  #parts: CliParts | undefined;
  #isOver = false;
  /** What has come of the prompt, while it is read from stdin. */
  #prompt: string | undefined;
  readonly #promptBegan = new AbortController();

  constructor(input: CliProcessInput) {
    this.#input = input;
    this.#timers = new Timers(input.clock, this.#lifetime.signal);
  }

  /** The tools that have run, in order. */
  get ran(): readonly ToolRun[] {
    return this.#parts?.ran ?? [];
  }

  get files(): Record<string, string> {
    return this.#parts?.files.all() ?? {};
  }

  start(): void {
    const { args, scenario, pipes } = this.#input;
    const { versionText, exitAtStart } = scenario.faults ?? {};
    const reading = readArgv(args);
    if (reading.kind === 'version') {
      const { version } = traitsOf(scenario.version);
      pipes.stdout(Buffer.from(`${versionText ?? `${version} (Claude Code)`}\n`));
      this.#exit({ code: 0 });
    } else if (exitAtStart) {
      this.#fail(exitAtStart.stderr ?? '', exitAtStart.code);
    } else if (reading.kind === 'error') {
      this.#fail(`${reading.message}\n`);
    } else {
      this.#run(reading.flags);
    }
  }

  /** Handles text on stdin: part of the prompt, or whole lines. */
  receive(text: string): void {
    if (this.#prompt !== undefined) {
      this.#promptBegan.abort();
      this.#prompt += text;
    } else for (const line of text.split('\n')) this.#receiveLine(line);
  }

  #receiveLine(line: string): void {
    if (this.#isOver || line.trim() === '') return;
    let frame: JsonObject;
    try {
      frame = JSON.parse(line) as JsonObject;
    } catch {
      const what = this.#isRecent ? ` (type=unknown, ${line.length} chars)` : `: ${line}`;
      this.#fail(`Error parsing streaming input line${what}: SyntaxError\n`);
      return;
    }
    this.#frame(frame, line);
  }

  /** Whether stdin holds a prompt, not lines. */
  get readsPrompt(): boolean {
    return this.#prompt !== undefined;
  }

  endInput(): void {
    if (this.#prompt !== undefined) this.#usePrompt(this.#prompt);
    if (this.#isOver || this.#input.scenario.faults?.ignoreEndOfInput) return;
    this.#parts?.hostRequests.close();
    this.#parts?.session.endInput();
  }

  signal(signal: StopSignal): void {
    if (this.#isOver) return;
    if (signal === 'SIGKILL') this.#exit({ signal });
    else if (signal === 'SIGINT') this.#parts?.session.interruptAndExit();
    else if (!this.#input.scenario.faults?.ignoreSigterm) this.#exit({ code: 143 });
  }

  get #isRecent(): boolean {
    return traitsOf(this.#input.scenario.version).recent;
  }

  #frame(frame: JsonObject, line: string): void {
    const parts = this.#parts;
    if (frame.type === 'control_request') {
      parts?.controlHandler.receive(String(frame.request_id), (frame.request ?? {}) as JsonObject);
    } else if (frame.type === 'control_response') {
      parts?.hostRequests.receive((frame.response ?? {}) as JsonObject);
    } else if (frame.type === 'user') {
      const message = frame.message as { role?: string; content?: unknown } | undefined;
      if (message?.role !== 'user') {
        const why = this.#isRecent
          ? `Error: Expected message role 'user', got '${message?.role}'`
          : `Error parsing streaming input line: ${line}: TypeError`;
        this.#fail(`${why}\n`);
        return;
      }
      const uuid = typeof frame.uuid === 'string' ? frame.uuid : undefined;
      parts?.session.receive({ content: message.content, uuid });
    }
  }

  #run(flags: CliFlags): void {
    const { scenario, env, cwd, pid, pipes } = this.#input;
    if (scenario.model === 'api' && !env.ANTHROPIC_BASE_URL) {
      this.#fail(`${noApiUrl}\n`);
      return;
    }
    const openedSession =
      scenario.tools === 'real' ? openSession(flags, projectDirectory({ env, cwd })) : undefined;
    if (openedSession && 'error' in openedSession) {
      this.#refuse(openedSession, flags);
      return;
    }
    const parts = new CliParts({
      openedSession,
      scenario,
      flags,
      env,
      cwd,
      pid,
      pipes,
      timers: this.#timers,
      lifetime: this.#lifetime.signal,
      exit: (end) => this.#exit(end),
    });
    this.#parts = parts;
    if (flags.session) return;
    parts.hostRequests.close();
    if (flags.prompt !== '') this.#answer(flags.prompt);
    else this.#awaitPrompt();
  }

  #awaitPrompt(): void {
    this.#prompt = '';
    const proceedWithoutIt = () => {
      this.#input.pipes.stderr(noStdin);
      this.#usePrompt('');
    };
    this.#timers.sleep(stdinPatienceMs, this.#promptBegan.signal).then(proceedWithoutIt, () => {});
  }

  #usePrompt(prompt: string): void {
    this.#promptBegan.abort();
    this.#prompt = undefined;
    if (this.#isOver) return;
    if (prompt === '') this.#fail(noPrompt);
    else if (prompt.trim() !== '') this.#answer(prompt);
    else if (this.#isRecent) this.#fail(blankPrompt);
    else this.#exit({ code: 0 });
  }

  #answer(content: string): void {
    this.#parts?.session.receive({ content });
    this.#parts?.session.endInput();
  }

  /** The session to resume does not exist. */
  #refuse({ id, error }: { id: string; error: string }, { outputFormat }: CliFlags): void {
    const { pipes, scenario } = this.#input;
    const frame = startErrorFrame(traitsOf(scenario.version), id, error);
    if (outputFormat === 'stream-json') pipes.stdout(Buffer.from(`${JSON.stringify(frame)}\n`));
    this.#fail(`${error}\n`);
  }

  #fail(stderr: string, code = 1): void {
    this.#input.pipes.stderr(stderr);
    this.#exit({ code });
  }

  #exit(end: ProcessEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    // As in the real CLI, a process that is killed saves nothing.
    if ('code' in end) this.#parts?.savedUsage.save(this.#parts.meter);
    const leave = () => {
      this.#parts?.output.silence();
      this.#parts?.session.abandon();
      this.#lifetime.abort();
      const { scenario, pipes } = this.#input;
      const held = this.#parts && scenario.faults?.holdsStdout;
      if (held !== undefined) pipes.holdStdout(held);
      this.#input.exited(end);
    };
    // A process that exits on its own has flushed its output. A killed one has not.
    if ('signal' in end || !this.#parts) leave();
    else void this.#parts.output.flushed().then(leave, leave);
  }
}
