import { ClaudeActorsError } from '../errors.js';

/** Throws `InvalidPrompt` for what Claude cannot be asked. What an iterable gives is not looked at. */
export function checkPrompt(prompt: unknown): asserts prompt is string | AsyncIterable<unknown> {
  if (isAsyncIterable(prompt)) return;
  if (typeof prompt !== 'string') {
    throw invalidPrompt(
      `is ${describe(prompt)}. Pass a string, or an async iterable of user messages.`,
    );
  }
  checkText(prompt);
}

/** The same for the content of one message, or for a whole message. */
export function checkMessage(message: unknown): void {
  const content = contentOf(message);
  if (typeof content === 'string') checkText(content);
  else if (Array.isArray(content) && content.length === 0) throw isEmpty();
}

function contentOf(message: unknown): unknown {
  const frame = message as { message?: { content?: unknown } | null } | null | undefined;
  return typeof frame === 'object' && !Array.isArray(frame) ? frame?.message?.content : message;
}

function checkText(text: string): void {
  if (text.trim() === '') throw isEmpty();
  if (text.includes('\0')) {
    throw invalidPrompt('holds a NUL character, which no command line can carry. Remove it.');
  }
}

function isEmpty(): ClaudeActorsError {
  return invalidPrompt('is empty. Pass the text that Claude is to answer.');
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  const candidate = value as Partial<AsyncIterable<unknown>> | null | undefined;
  return typeof candidate?.[Symbol.asyncIterator] === 'function';
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function invalidPrompt(problem: string): ClaudeActorsError {
  return new ClaudeActorsError('InvalidPrompt', `The prompt ${problem}`, { option: 'prompt' });
}
