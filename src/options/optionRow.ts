import type { FlagEncoding } from '../codec/encodeFlag.js';
import type { OptionName, Options } from './types.js';

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

/** How a value joins those of less weight: takes their place, is merged by key, or is added. */
export type MergeRule = 'replace' | 'deep' | 'append';

/** What is passed on, when it is not the value itself; undefined passes nothing. */
interface Derived<Value> {
  from?(value: Value, options: Options): unknown;
}

export type RowFlag<Value> = FlagEncoding &
  Derived<Value> & {
    /** Passed in session mode too, although the row has `initialize` fields. */
    always?: true;
    /** The flags that pairs can come to, where they are known. */
    names?: readonly string[];
  };

export interface RowField<Value> extends Derived<Value> {
  field: string;
}

/** All that is known of one option. Command line, documentation and validation come from it. */
export interface OptionRow<Value = unknown> {
  /** One line. */
  doc: string;
  type: readonly ValueKind[];
  /** Throws `InvalidOption` for what is wrong inside a value of the right type. */
  check?(value: Value): void;
  /** For `oneOf` the values; for `string` those known today. */
  values?: readonly string[];
  /** What stands in for an absent value, in words. */
  default?: string;
  flags?: readonly RowFlag<Value>[];
  /** Fields of the `initialize` request; in session mode they take the place of the flags. */
  initialize?: readonly RowField<Value>[];
  /** Whether only a session can do it; where absent, a set value without flags but with fields. */
  needsSession?(value: Value, options: Options): boolean;
  /** The environment variable that it is read from. */
  variable?: string;
  /** False where a config file may not set it; functions and objects never can. */
  inConfigFile?: false;
  /** `replace` where absent. */
  merge?: MergeRule;
  /** The environment variable of the CLI that it sets. */
  childVariable?: Derived<Value> & { name: string };
  /** What to do when it is too long for a command line. */
  whenTooLong?: string;
}

export type OptionRows = {
  [Name in OptionName]?: OptionRow<NonNullable<Options[Name]>>;
};
