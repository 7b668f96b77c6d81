import { join } from 'node:path';
import type { OnAdded } from '../Conversation.js';
import type { Cli } from '../cli.js';
import { projectDirectory } from '../configFiles.js';
import type { OpenedSession } from './openSession.js';
import { Transcript } from './Transcript.js';

/** Stores conversations on disk, if the scenario uses the disk and the host does not opt out. */
export class TranscriptStore {
  readonly #cli: Cli;

  constructor(cli: Cli) {
    this.#cli = cli;
  }

  get #isOff(): boolean {
    const { scenario, flags } = this.#cli;
    return scenario.tools !== 'real' || !flags.persists;
  }

  /** Starts the transcript of the session, or of a subagent. */
  start(agentId?: string): OnAdded | undefined {
    return this.#isOff ? undefined : addingTo(this.#transcript(agentId));
  }

  /** Continues the transcript of a resumed or forked session. */
  continueFrom({ entries, isFork }: OpenedSession): OnAdded | undefined {
    if (this.#isOff) return undefined;
    const transcript = this.#transcript();
    if (isFork) transcript.copy(entries);
    else transcript.follow(entries);
    return addingTo(transcript);
  }

  #transcript(agentId?: string): Transcript {
    const { output, cwd, traits, flags } = this.#cli;
    const { sessionId } = output;
    const name =
      agentId === undefined ? sessionId : join(sessionId, 'subagents', `agent-${agentId}`);
    return new Transcript({
      file: join(projectDirectory(this.#cli), `${name}.jsonl`),
      sessionId,
      cwd,
      version: traits.version,
      agentId,
      ...(flags.mirrors && {
        mirror: (filePath, entries) =>
          output.frame({ type: 'transcript_mirror', filePath, entries }),
      }),
    });
  }
}

function addingTo(transcript: Transcript): OnAdded {
  return (role, message, uuid) => transcript.add(role, message, uuid);
}
