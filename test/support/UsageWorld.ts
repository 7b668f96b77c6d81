import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gate, lastMessage, never } from './liveCli.js';
import { type MessagesApi, messagesApi, type Saying } from './messagesApi.js';
import { type Sandbox, sandbox } from './sandbox.js';

/** A Messages API that counts what it served, an empty home, and a model that does as it is told. */
export class UsageWorld {
  readonly api: MessagesApi;
  readonly box: Sandbox;
  /** Opens when the model has got to where it is to be cut off. */
  busy = gate();
  /** Whether the model never finishes its answer to the report of a background agent. */
  hangsOnReports = false;
  #ids = 0;

  static async open(): Promise<UsageWorld> {
    const say = { answer: (_asked: string): Saying[] => [] };
    const api = await messagesApi(
      (request) => say.answer(lastMessage(request)),
      // Odd figures, so that no two sums of responses are equal by chance.
      (n) => ({
        input_tokens: 101 * n + (n % 7) * 13,
        output_tokens: 7 + n * n,
        cache_creation_input_tokens: (n * 37) % 101,
        cache_read_input_tokens: (n * 53) % 97,
      }),
    );
    const world = new UsageWorld(api);
    say.answer = (asked) => world.#say(asked);
    return world;
  }

  private constructor(api: MessagesApi) {
    this.api = api;
    this.box = sandbox(api.url);
  }

  async close(): Promise<void> {
    await this.api.close();
    this.box.remove();
  }

  /** What the model says depends on the last message only, so that requests may come in any order. */
  #say(asked: string): Saying[] {
    const bash = (command: string): Saying => ({
      tool: 'Bash',
      id: this.#nextId(),
      input: { command },
    });
    const agent = (prompt: string, run_in_background: boolean): Saying => ({
      tool: 'Agent',
      id: this.#nextId(),
      input: {
        ...{ description: 'help', prompt, subagent_type: 'general-purpose', model: 'haiku' },
        run_in_background,
      },
    });
    const answers: Record<string, () => Saying[]> = {
      tool_result: () =>
        asked.includes('HANG') ? [{ text: 'Well' }, { wait: never }] : [{ text: 'Done.' }],
      'use a tool': () => [{ text: 'So.' }, bash('echo hi')],
      'then hang': () => [bash('echo HANG')],
      'cut me off': () => {
        this.busy.open();
        return [{ text: 'Once' }, { wait: never }];
      },
      'ask a helper': () => [agent('use a tool', false)],
      delegate: () => [agent('use a tool', true)],
      summary: () => [{ text: '<summary>Nothing much.</summary>' }],
      'say hello': () => [{ text: 'Hello.' }],
    };
    if (this.hangsOnReports && asked.includes('task-notification')) {
      this.busy.open();
      return [{ wait: never }];
    }
    // After an interrupt, the message that was cut off comes again, before the new one.
    const place = (words: string) => asked.lastIndexOf(words);
    const [last = ''] = Object.keys(answers).toSorted((a, b) => place(b) - place(a));
    return answers[last]?.() ?? [];
  }

  #nextId(): string {
    return `toolu_${this.#ids++}`;
  }

  #transcripts(): string[] {
    const folder = join(this.box.home, '.claude', 'projects');
    if (!existsSync(folder)) return [];
    return readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((name) => name.endsWith('.jsonl'));
  }

  isStored(sessionId = ''): boolean {
    return this.#transcripts().some(
      (file) =>
        file.endsWith(`${sessionId}.jsonl`) && readFileSync(file, 'utf8').includes('"user"'),
    );
  }

  /** The ids of the responses whose final figures are in a transcript. */
  finalResponses(): Set<string> {
    const lines = this.#transcripts().flatMap((file) => readFileSync(file, 'utf8').split('\n'));
    const found = new Set<string>();
    for (const line of lines) {
      if (!line.includes('"assistant"') || !line.endsWith('}')) continue;
      const { message } = JSON.parse(line) as { message?: { id: string; stop_reason?: string } };
      if (message?.stop_reason) found.add(message.id);
    }
    return found;
  }
}
