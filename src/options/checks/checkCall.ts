import { ClaudeActorsError } from '../../errors.js';
import { didYouMean, nearestName } from '../../util/nearestName.js';
import { isRecord } from '../../util/typeGuards.js';
import { isOptionName } from './checkOptions.js';
import { readGiven } from './readGiven.js';

const callKeys = ['prompt', 'options'];

/**
 * Throws `InvalidOption` unless a call's argument is a `{ prompt, options }` object. Without this,
 * a misplaced option would be ignored silently.
 */
export function checkCall(call: unknown, functionName: string): void {
  readGiven(undefined, () => checkReadableCall(call, functionName));
}

function checkReadableCall(call: unknown, functionName: string): void {
  if (!isRecord(call)) {
    throw invalidCall(`${functionName} takes an object. Pass { prompt, options }.`);
  }
  const unknown = Object.keys(call).find((key) => !callKeys.includes(key));
  if (unknown === undefined) return;
  const remedy = isOptionName(unknown)
    ? ` Put it into \`options\`: pass { options: { ${unknown}: … } }.`
    : didYouMean(nearestName(unknown, callKeys) ?? 'options');
  throw invalidCall(`${functionName} has no argument \`${unknown}\`.${remedy}`, unknown);
}

/** Throws `InvalidOption` if options are passed as a second argument, where they would be lost. */
export function checkNoSecondArgument(options: unknown): void {
  if (options === undefined) return;
  throw invalidCall(
    'The options must be part of the first argument. Pass { prompt, options }.',
    'options',
  );
}

function invalidCall(message: string, option?: string): ClaudeActorsError {
  return new ClaudeActorsError('InvalidOption', message, option === undefined ? {} : { option });
}

/** Throws `InvalidPrompt` for a prompt Claude cannot answer. Does not read from an iterable. */
export function checkPrompt(prompt: unknown): asserts prompt is string | AsyncIterable<unknown> {
  if (isAsyncIterable(prompt)) return;
  if (typeof prompt !== 'string') {
    throw invalidPrompt(
      `is ${describe(prompt)}. Pass a string, or an async iterable of user messages.`,
    );
  }
  checkText(prompt);
}

/** Throws `InvalidPrompt` for an empty message. Takes the message, or only its content. */
export function checkMessage(message: unknown): void {
  const content = contentOf(message);
  if (typeof content === 'string') checkText(content);
  else if (Array.isArray(content) && content.length === 0) throw emptyPrompt();
}

function contentOf(message: unknown): unknown {
  const frame = message as { message?: { content?: unknown } | null } | null | undefined;
  return typeof frame === 'object' && !Array.isArray(frame) ? frame?.message?.content : message;
}

function checkText(text: string): void {
  if (text.trim() === '') throw emptyPrompt();
}

function emptyPrompt(): ClaudeActorsError {
  return invalidPrompt('is empty. Pass the text you want Claude to answer.');
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
