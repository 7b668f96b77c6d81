import { isObject, textOf } from '../codec/jsonObject.js';
import { ClaudeActorsError } from '../errors.js';
import type { OwnedFolder } from '../ffi/process/ownedFolder.js';
import { type SpareOutcome, settingsRequest } from '../machines/spareChart.js';
import { checkPrompt } from '../options/checks/checkCall.js';
import { invalidOption } from '../options/invalidOption.js';
import type { Options } from '../options/types.js';
import type { Query } from '../Query.js';
import { deferred } from '../util/deferred.js';
import { withoutFullStop } from '../util/withoutFullStop.js';
import { type ClaimRequest, claimRequests } from './claimRequests.js';
import type { SpareProcess } from './startEarly.js';
import { type StartedEarly, unavailable } from './startWarmQuery.js';

type Claimed = Awaited<SpareProcess['claimed']>;
type ClaimCall = Parameters<SpareProcess['claim']>[0];

/** Binds a CLI that was started with `--await-claim` to a session. */
export class ParkedSpare implements SpareProcess {
  readonly exited: Promise<void>;
  readonly #started: StartedEarly;
  readonly #options: Options;
  readonly #folder: OwnedFolder | undefined;
  readonly #claimed = deferred<Claimed>();
  #left: Promise<void> | undefined;

  constructor(started: StartedEarly, options: Options, folder: OwnedFolder | undefined) {
    this.#started = started;
    this.#options = options;
    this.#folder = folder;
    this.exited = started.stream.exited.then(() => this.#leaveFolder());
    started.spare.outcome.then((outcome) => this.#settle(outcome));
  }

  get claimed(): Promise<Claimed> {
    return this.#claimed.promise;
  }

  claim(call: ClaimCall): Query {
    const { prompt, options } = call;
    const started = this.#started;
    const { spare, query } = started;
    if (!spare.isParked) throw unavailable('SpareProcess.claim()', spare);
    checkPrompt(prompt);
    if (!isObject(options)) {
      throw invalidOption('cwd', 'of a claim is missing. Pass { prompt, options: { cwd } }.');
    }
    const requests = claimRequests(options, this.#options);
    started.prompt = prompt;
    // The requests come first: the machine releases the prompt at once if there are no settings.
    const answers = requests.map((request) => this.#send(request));
    const named = requests.flatMap(({ option }) => option ?? []);
    spare.send({ type: 'spare.claim', requests: [...new Set(named)] });
    this.#report(requests, answers);
    return query;
  }

  close(): void {
    this.#started.spare.send({ type: 'spare.close' });
    void this.#started.query.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
    await this.exited;
  }

  #send({ subtype, fields }: ClaimRequest): Promise<unknown> {
    return this.#started.stream.runtime.control(subtype, fields);
  }

  /** Tells the machine about the answers. The two requests that apply settings count as one. */
  #report(requests: readonly ClaimRequest[], answers: readonly Promise<unknown>[]): void {
    const byOption = new Map<string, Promise<unknown>[]>();
    requests.forEach(({ option }, index) => {
      const answer = answers[index] as Promise<unknown>;
      if (option === undefined) this.#reportClaim(answer);
      else byOption.set(option, [...(byOption.get(option) ?? []), answer]);
    });
    const { spare } = this.#started;
    for (const [name, some] of byOption) {
      Promise.all(some).then(
        () => spare.send({ type: 'request.answered', name }),
        (error: unknown) =>
          spare.send({ type: 'request.answered', name, refusal: ownWords(error) }),
      );
    }
  }

  #reportClaim(answer: Promise<unknown>): void {
    const { spare, stream } = this.#started;
    const parked = stream.runtime.initialization;
    const initialization = answer.then(
      (claim) => claimedInitialization(claim, parked),
      () => parked,
    );
    // Whoever reads it handles its rejection.
    initialization.catch(() => {});
    stream.runtime.replaceInitialization(initialization);
    answer.then(
      (claim) => {
        void this.#leaveFolder();
        spare.send({ type: 'claim.accepted', claim: isObject(claim) ? claim : {} });
      },
      (error: unknown) => spare.send({ type: 'claim.refused', error }),
    );
  }

  #settle(outcome: SpareOutcome): void {
    const { query, stream } = this.#started;
    const refuse = (text: string, claim?: object) => {
      const error = new ClaudeActorsError('ClaimRefused', text, { operation: 'claim_session' });
      this.#claimed.reject(claim ? Object.assign(error, { claim: claimInfo(claim) }) : error);
    };
    switch (outcome.kind) {
      case 'claimed':
        this.#claimed.resolve(claimInfo(outcome.claim));
        break;
      case 'optionsRefused':
        refuse(
          `option_not_applied: ${reasons(outcome.refused)}. The prompt was sent, and the session runs without these options.`,
          outcome.claim,
        );
        break;
      case 'settingsRefused':
        void query.close();
        refuse(
          `settings_not_applied: ${withoutFullStop(outcome.refused[settingsRequest] ?? '')}. The prompt was not sent. Start the session with query().`,
          outcome.claim,
        );
        break;
      case 'claimRefused':
        // The CLI answers a prompt that it has got with an error result, and exits.
        void stream.runtime.end();
        refuse(`${withoutFullStop(ownWords(outcome.error))}. Start the session with query().`);
        break;
      case 'exited':
        this.#claimed.reject(gone('spare_exited: the spare process exited', outcome.error));
        break;
      default:
        this.#claimed.reject(gone('spare_closed: the spare was closed'));
    }
  }

  /** The CLI works elsewhere, or is gone. */
  #leaveFolder(): Promise<void> {
    this.#left ??= this.#folder?.remove() ?? Promise.resolve();
    return this.#left;
  }
}

/** What the CLI said, without what this library adds to it. */
function ownWords(error: unknown): string {
  const { code, cause } = error as Partial<ClaudeActorsError>;
  return textOf(code === 'ControlRejected' && cause ? cause : error);
}

function reasons(refused: Readonly<Record<string, string>>): string {
  const parts = Object.entries(refused).map(([name, why]) => `${name}: ${withoutFullStop(why)}`);
  return parts.join('; ');
}

function gone(what: string, cause?: unknown): ClaudeActorsError {
  const message = `${what} before it was claimed. Start the session with query().`;
  return new ClaudeActorsError('SpareUnavailable', message, {}, { cause });
}

function claimInfo(claim: object): Claimed {
  const { cwd, session_id, parked_ms, sdk_mcp_settled } = claim as Record<string, unknown>;
  return {
    cwd: cwd as string,
    sessionId: session_id as string,
    parkedMs: parked_ms as number,
    sdkMcpSettled: sdk_mcp_settled as boolean,
  };
}

/** The handshake's answer for the claimed session. What was applied at the start still is. */
async function claimedInitialization(claim: unknown, parked: Promise<unknown>): Promise<unknown> {
  const latest = (claim as { initialize?: unknown } | undefined)?.initialize;
  const first = await parked;
  if (!isObject(latest)) return first;
  const applied = Object.entries(isObject(first) ? first : {}).filter(
    ([name, value]) => name.endsWith('_applied') && value !== undefined,
  );
  return { ...Object.fromEntries(applied), ...latest };
}
