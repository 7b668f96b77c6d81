import type { FlagEncoding } from '../../codec/encodeFlag.js';
import type { OptionName, Options } from '../types.js';

export type ValueKind =
  | 'string'
  | 'stringList'
  | 'boolean'
  | 'positiveInteger'
  | 'wholeNumber'
  | 'positiveNumber'
  /** One of the row's `values`. */
  | 'oneOf'
  /** An object of data. */
  | 'record'
  | 'recordList'
  | 'function'
  /** An object with methods. */
  | 'object';

/** How a value combines with one from a source of lower precedence. */
export type MergeRule =
  /** Takes its place. */
  | 'replace'
  /** Objects are merged key by key, at every depth. */
  | 'deep'
  /** Lists are concatenated; entries of an object are added. */
  | 'append';

/** A value that is computed from the option. Without `from`, it is the option's own value. */
interface Derived<Value> {
  /** Return undefined to pass nothing. */
  from?(value: Value, options: Options): unknown;
}

export type RowFlag<Value> = FlagEncoding &
  Derived<Value> & {
    /** Pass the flag in session mode too, although the row has `initialize` fields. */
    alsoInSession?: true;
    /** The values with which it is passed in session mode too. */
    isForSession?(value: Value): boolean;
    /** For a flag of kind `pairs`: the names it can produce, if they are known. */
    names?: readonly string[];
  };

export interface RowField<Value> extends Derived<Value> {
  field: string;
}

/**
 * Everything the library needs to know about one option. Validation, the command line, the
 * `initialize` request and docs/options.md are derived from it; the description and the default are
 * in the JSDoc of the option's type.
 */
export interface OptionRow<Value = unknown> {
  /** The kinds of value it accepts. */
  type: readonly ValueKind[];
  /** Throws `InvalidOption` for what is wrong inside a value of the right type. */
  check?(value: Value): void;
  /** For `oneOf`, the only values; for `string`, the values known today. */
  values?: readonly string[];
  /** The CLI flags that carry it. */
  flags?: readonly RowFlag<Value>[];
  /** Fields of the `initialize` request, which replace the flags in session mode. */
  initialize?: readonly RowField<Value>[];
  /**
   * Whether a value only works in a session. Without it, that is every value but an empty one if
   * the row has fields and no flags.
   */
  needsSession?(value: Value, options: Options): boolean;
  /** The environment variable it is read from. */
  variable?: string;
  /** False if a config file may not set it. Functions and objects with methods never can. */
  inConfigFile?: false;
  /** `replace` by default. */
  merge?: MergeRule;
  /** The environment variable that passes it to the CLI. */
  cliVariable?: Derived<Value> & { name: string };
  /** What to do if it is too long for a command line. */
  whenTooLong?: string;
}

export type OptionRows = {
  [Name in OptionName]?: OptionRow<NonNullable<Options[Name]>>;
};
