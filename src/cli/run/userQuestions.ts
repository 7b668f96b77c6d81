import { isObject, type JsonObject } from '../../codec/jsonObject.js';
import { visible } from '../../util/printable.js';
import type { Output } from '../Output.js';

interface UserQuestion {
  question: string;
  multiSelect?: boolean;
  options?: readonly { label: string; description?: string }[];
}

/** Whether a tool call is a question to the user: permission for it is the answer. */
export function isQuestions(
  tool: string,
  input: JsonObject,
): input is JsonObject & { questions: UserQuestion[] } {
  if (tool !== 'AskUserQuestion' || !Array.isArray(input.questions)) return false;
  return input.questions.every((one) => isObject(one) && typeof one.question === 'string');
}

/** Asks each question. Undefined if the user does not answer one. */
export async function answerQuestions(
  { questions }: { questions: readonly UserQuestion[] },
  output: Output,
  read: (prompt: string) => Promise<string | undefined>,
): Promise<Record<string, string> | undefined> {
  const answers: Record<string, string> = {};
  for (const { question, options = [], multiSelect } of questions) {
    output.line(`? ${visible(question)}`);
    for (const [index, { label, description }] of options.entries()) {
      const more = description ? `: ${description}` : '';
      output.line(`  ${index + 1}. ${visible(`${label}${more}`)}`);
    }
    const several = multiSelect ? 'numbers, separated by commas' : 'a number';
    const typed = await read(options.length > 0 ? `  Type ${several}, or your answer: ` : '  > ');
    if (typed === undefined) return undefined;
    answers[question] = chosen(
      typed.trim(),
      options.map(({ label }) => label),
    );
  }
  return answers;
}

/** The labels that the numbers stand for. Anything else is the answer itself. */
function chosen(typed: string, labels: readonly string[]): string {
  const picked = typed.split(',').map((part) => labels[Number(part) - 1]);
  return picked.every((label) => label !== undefined) ? picked.join(', ') : typed;
}
