import { never, toolAnswered } from '../../support/liveCli.js';
import type { ApiRequest, Model, Saying } from '../../support/messagesApi.js';

/** Creates a fresh model for each side of a comparison. */
export type Script = () => Model;

/** Says the answers one after another, the last one again and again. */
export function saying(...answers: Saying[][]): Script {
  return () => {
    let given = -1;
    return () => {
      given = Math.min(given + 1, answers.length - 1);
      return answers[given] ?? [];
    };
  };
}

export type ToolCall = [tool: string, input: Record<string, unknown>];

/** Uses the tools or says the words, one an answer, and then says that it is done. */
export function using(...steps: (ToolCall | string)[]): Script {
  const answers = steps.map((step, index) => {
    if (typeof step === 'string') return [{ text: step }];
    const [tool, input] = step;
    return [{ tool, id: `toolu_${index}`, input }];
  });
  return saying(...answers, [{ text: 'Done.' }]);
}

/** Writes the note in answer to a prompt, and is done when it hears of it. */
export const writingOncePerPrompt: Script = () => (request: ApiRequest) =>
  toolAnswered(request)
    ? [{ text: 'Done.' }]
    : [{ tool: 'Write', id: 'toolu_note', input: { file_path: 'note.txt', content: 'note' } }];

/** Gives a structured answer to every prompt that allows one. */
export const structured: Script = () => (request: ApiRequest) => {
  const isAllowed = request.tools?.some(({ name }) => name === 'StructuredOutput') ?? false;
  if (!isAllowed || toolAnswered(request)) return [{ text: 'Done.' }];
  return [{ tool: 'StructuredOutput', id: 'toolu_answer', input: { answer: 42 } }];
};

export const hello = saying([{ text: 'Hello there.' }]);

/** Says which prompt it heard last. */
export const echoing: Script = () => (request: ApiRequest) => {
  const heard = JSON.stringify(request.messages).match(/One|Two|Three|Four/g);
  return [{ text: `You said ${heard?.at(-1)}.` }];
};

/** Begins to talk and does not end; answers after that. */
export const endless = saying(
  [{ text: 'Once upon a time' }, { wait: never }],
  [{ text: 'Later.' }],
);

/** Stops in the middle of a text: no message follows its first words. */
export const midText = saying([{ text: 'Once upon a time', wait: never }]);

/** Hands the work to the agent of the program, and waits for it. */
export const delegating: Script = () => (request: ApiRequest) => {
  if (JSON.stringify(request.system).includes('You are a poet.')) {
    return [{ text: 'Roses are red.' }];
  }
  if (toolAnswered(request)) return [{ text: 'Here is the poem.' }];
  const task = { description: 'Poem', prompt: 'A poem on roses', run_in_background: false };
  return [{ tool: 'Agent', id: 'toolu_poem', input: { subagent_type: 'poet', ...task } }];
};
