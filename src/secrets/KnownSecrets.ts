import { secretLimits } from '../defaults/secretLimits.js';
import { hidden, isSecretName } from './secretNames.js';
import type { Span } from './secretSpan.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** Which ends of a text may be in the middle of a secret, because the text was cut there. */
export interface Cut {
  cutStart?: boolean;
  cutEnd?: boolean;
}

const { kept, minLength, hashes } = secretLimits;
const { imul } = Math;
const hashedLength = 4;

/**
 * The values of secret variables. Finds all of them in one pass over a text, however many there
 * are: only positions whose last characters end some value are compared with that value.
 */
export class KnownSecrets {
  /** In the order in which they were last learned. */
  #values = new Set<string>();
  #byEnding = new Map<string, string[]>();
  #isEnding = new Uint8Array(hashes);
  #revision = 0;
  readonly #limit: number;

  constructor(limit = kept) {
    this.#limit = limit;
  }

  /** Changes with every new value. A text that was clean before has to be checked again then. */
  get revision(): number {
    return this.#revision;
  }

  /** The length of the longest value. */
  get longest(): number {
    let longest = 0;
    for (const { length } of this.#values) longest = Math.max(longest, length);
    return longest;
  }

  /** Remembers the values of all variables whose names say that they are secret. */
  learn(env: Variables): void {
    for (const [name, value] of Object.entries(env)) {
      if (value && value.length >= minLength && isSecretName(name)) this.#add(value);
    }
    if (this.#values.size > this.#limit) this.#forgetOldest();
  }

  /** Replaces every known value in a text by `[hidden]`. */
  hide(text: string, { cutStart = false, cutEnd = false }: Cut = {}): string {
    if (this.#values.size === 0) return text;
    const spans = this.#find(text);
    const head = cutStart ? this.#partAtStart(text) : 0;
    const tail = cutEnd ? this.#partAtEnd(text) : 0;
    if (head > 0) spans.push({ start: 0, end: head });
    if (tail > 0) spans.push({ start: text.length - tail, end: text.length });
    if (spans.length === 0) return text;
    spans.sort((a, b) => a.start - b.start);
    let out = '';
    let done = 0;
    for (const { start, end } of spans) {
      if (start >= done) out += text.slice(done, start) + hidden;
      done = Math.max(done, end);
    }
    return out + text.slice(done);
  }

  #add(value: string): void {
    // A log may contain a single line of a multi-line key.
    for (const part of new Set([value, ...value.split(/\r?\n/).map((line) => line.trim())])) {
      for (const form of new Set([part, JSON.stringify(part).slice(1, -1)])) this.#addForm(form);
    }
  }

  #addForm(form: string): void {
    if (form.length < minLength || form.includes(hidden) || hidden.includes(form)) return;
    const isNew = !this.#values.delete(form);
    this.#values.add(form);
    if (!isNew) return;
    this.#revision += 1;
    this.#index(form);
  }

  #index(form: string): void {
    this.#isEnding[hashOfEnding(form, form.length)] = 1;
    const ending = form.slice(-minLength);
    const others = this.#byEnding.get(ending) ?? [];
    this.#byEnding.set(
      ending,
      [...others, form].sort((a, b) => b.length - a.length),
    );
  }

  #forgetOldest(): void {
    // A quarter at once, so that this is rare.
    this.#values = new Set([...this.#values].slice(-Math.ceil(this.#limit * 0.75)));
    this.#byEnding.clear();
    this.#isEnding.fill(0);
    for (const form of this.#values) this.#index(form);
  }

  /** Where values are, in order. Values that overlap are one span. */
  #find(text: string): Span[] {
    const spans: Span[] = [];
    for (let end = minLength; end <= text.length; end++) {
      if (this.#isEnding[hashOfEnding(text, end)] === 0) continue;
      const values = this.#byEnding.get(text.slice(end - minLength, end));
      const value = values?.find(
        (one) => one.length <= end && text.startsWith(one, end - one.length),
      );
      if (value === undefined) continue;
      let start = end - value.length;
      for (let last = spans.at(-1); last && last.end > start; last = spans.at(-1)) {
        start = Math.min(start, last.start);
        spans.pop();
      }
      spans.push({ start, end });
    }
    return spans;
  }

  #partAtStart(text: string): number {
    return this.#longestPart((value, length) => text.startsWith(value.slice(-length)));
  }

  #partAtEnd(text: string): number {
    return this.#longestPart((value, length) => text.endsWith(value.slice(0, length)));
  }

  #longestPart(matches: (value: string, length: number) => boolean): number {
    let longest = 0;
    for (const value of this.#values) {
      for (let length = value.length - 1; length >= minLength && length > longest; length--) {
        if (matches(value, length)) longest = length;
      }
    }
    return longest;
  }
}

function hashOfEnding(text: string, end: number): number {
  let hash = 0;
  for (let at = end - hashedLength; at < end; at++) {
    hash = (imul(hash, 31) + text.charCodeAt(at)) & (hashes - 1);
  }
  return hash;
}

/**
 * The secrets of this process and of every CLI that it has started. There is one such object,
 * because an error must not show a secret whoever creates it, and most places that create errors do
 * not know the environment of the run.
 */
export const knownSecrets = new KnownSecrets();
knownSecrets.learn(process.env);
