import type { ModelOptions } from './modelOptions.js';
import type { OutputOptions } from './outputOptions.js';
import type { RuntimeOptions } from './runtimeOptions.js';
import type { SessionOptions } from './sessionOptions.js';
import type { ToolOptions } from './toolOptions.js';

// Each of the five interfaces has a file of rows in `table/`, in the same order. To add an option,
// add a field with JSDoc to an interface and a row to its table. The compiler and the tests point
// out what is missing.

/**
 * The options of `query()`, `startSession()` and `ClaudeSDKClient`. All are optional. The options of
 * the official SDK have the same names here.
 */
export type Options = ModelOptions &
  ToolOptions &
  SessionOptions &
  OutputOptions &
  RuntimeOptions & {};

export type OptionName = keyof Options;
