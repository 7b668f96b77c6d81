import { ClaudeActorsError } from '../../errors.js';
import { didYouMean, nearestName } from '../../util/nearestName.js';
import { isRecord } from '../../util/typeGuards.js';
import type { OptionWarning } from '../normalizeOptions.js';
import { isOptionName } from './checkOptions.js';
import { readGiven } from './readGiven.js';

const callKeys = ['prompt', 'options'];

/**
 * Checks that a call's argument is a `{ prompt, options }` object. Anything else in it, or after it,
 * has no effect: that is a warning, or an error if the options are strict.
 */
export function checkCall(call: unknown, functionName: string, rest?: unknown): OptionWarning[] {
  return readGiven(undefined, () => checkReadableCall(call, functionName, rest));
}

function checkReadableCall(call: unknown, functionName: string, rest: unknown): OptionWarning[] {
  if (!isRecord(call)) {
    throw invalidCall(`${functionName} takes an object. Pass { prompt, options }.`);
  }
  const problems = Object.keys(call)
    .filter((key) => !callKeys.includes(key) && call[key] !== undefined)
    .map((key) => unknownArgument(key, functionName));
  if (rest !== undefined) problems.push(secondArgument());
  const [first] = problems;
  if (first && (call.options as { strict?: unknown } | undefined)?.strict === true) throw first;
  return problems.map(({ message, details: { option } }) => ({
    code: 'UnknownOption',
    message,
    context: { option },
  }));
}

function unknownArgument(name: string, functionName: string): ClaudeActorsError {
  const remedy = isOptionName(name)
    ? ` Put it into \`options\`: pass { options: { ${name}: … } }.`
    : didYouMean(nearestName(name, callKeys) ?? 'options');
  return invalidCall(`${functionName} has no argument \`${name}\`.${remedy}`, name);
}

function secondArgument(): ClaudeActorsError {
  const message = 'The options must be part of the first argument. Pass { prompt, options }.';
  return invalidCall(message, 'options');
}

function invalidCall(message: string, option?: string): ClaudeActorsError {
  return new ClaudeActorsError('InvalidOption', message, option === undefined ? {} : { option });
}

/** Throws `InvalidPrompt` for what is no prompt. Does not read from an iterable. */
export function checkPrompt(prompt: unknown): asserts prompt is string | AsyncIterable<unknown> {
  if (typeof prompt === 'string' || isAsyncIterable(prompt)) return;
  throw invalidPrompt(
    `is ${describe(prompt)}. Pass a string, or an async iterable of user messages.`,
  );
}

/** A warning if a message, or only its content, is empty. With `strict` it is thrown. */
export function emptyPrompt(message: unknown, strict = false): OptionWarning | undefined {
  const content = contentOf(message);
  const isEmpty =
    typeof content === 'string'
      ? content.trim() === ''
      : Array.isArray(content) && content.length === 0;
  if (!isEmpty) return undefined;
  const error = invalidPrompt('is empty. Pass the text you want Claude to answer.');
  if (strict) throw error;
  return { code: 'EmptyPrompt', message: error.message, context: { option: 'prompt' } };
}

/** Throws `InvalidPrompt` for what is not the content of a message. */
export function checkContent(content: unknown): void {
  if (typeof content !== 'string' && !Array.isArray(content)) {
    throw invalidPrompt(`is ${describe(content)}. Pass text, or a list of content blocks.`);
  }
  emptyPrompt(content, true);
}

function contentOf(message: unknown): unknown {
  const frame = message as { message?: { content?: unknown } | null } | null | undefined;
  return typeof frame === 'object' && !Array.isArray(frame) ? frame?.message?.content : message;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  const candidate = value as Partial<AsyncIterable<unknown>> | null | undefined;
  return typeof candidate?.[Symbol.asyncIterator] === 'function';
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function invalidPrompt(problem: string): ClaudeActorsError {
  return new ClaudeActorsError('InvalidPrompt', `The prompt ${problem}`, { option: 'prompt' });
}
