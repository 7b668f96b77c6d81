import { secretLimits } from '../defaults/secretLimits.js';

const { nameEnding, valueStart } = secretLimits;

export const hidden = '[hidden]';

const endings = new RegExp(
  [
    '(?:token|secret|passphrase|authorization|credentials?|cookies?)$',
    // Only as separate words: neither COMPAT nor OAUTH.
    '(?:^|_)(?:pat|auth)$',
    '_key$|(?:api|auth|access|secret|private)key$',
    // PWD alone is the working directory.
    '[a-z0-9]_(?:pass|pwd|sk)$',
  ].join('|'),
);
/** Ordinary words. They count as secret only if they clearly name a value. */
const ordinaryWords = new Set(
  'token secret passphrase credential credentials cookies pat auth'.split(' '),
);
/** Ignored at the end of a name, like a number: `API_KEY_2`, `CLIENT_SECRET_VALUE`. */
const suffixes = '_value _text _string _raw _json _base64 _b64'.split(' ');

/** Whether a variable, JSON property, header or flag of this name contains a secret. */
export function isSecretName(name: string): boolean {
  return secretKind(name) !== undefined;
}

/** Whether every value in an object of this name may be a secret, whatever its own name. */
export function isSecretMap(name: string): boolean {
  return /^(?:env|headers)$/i.test(name);
}

/** Whether the name is also an ordinary word or a plural: in prose, "token: x" is just a sentence. */
export function isOrdinaryWord(name: string): boolean {
  const kind = secretKind(name);
  return kind !== undefined && (kind.plural || ordinaryWords.has(kind.singular));
}

/** Whether this is a count, like `input_tokens: 12`, and not a value, like `tokens: ["…"]`. */
export function isCount(name: string, value: string): boolean {
  return (
    /^[\d_.,/]{1,20}[km]?[,;:)}\]\\]{0,256}$/i.test(value) && secretKind(name)?.plural === true
  );
}

/** Whether the value looks generated: no word that could follow "token:" in a sentence. */
export function looksRandom(value: string): boolean {
  const head = value.slice(0, valueStart);
  return /^[\w.~+/=-]{8,}/.test(head) && /\d/.test(head) && /[a-z]/i.test(head);
}

interface SecretKind {
  singular: string;
  plural: boolean;
}

function secretKind(name: string): SecretKind | undefined {
  if (!/key|token|secret|pass|auth|credential|cookie|pat|pwd|sk/i.test(name)) return undefined;
  const words = name
    .replace(/^[-_]{1,256}/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/[-.\s]/g, '_')
    .toLowerCase();
  const ending = withoutSuffixes(words.slice(-nameEnding));
  const singular = ending.replace(/(key|token|secret|passphrase)s$/, '$1');
  const plural = singular !== ending;
  if (endings.test(singular)) return { singular, plural };
  return /password|passwd/.test(words.replaceAll('_', ''))
    ? { singular: words, plural: false }
    : undefined;
}

function withoutSuffixes(words: string): string {
  let rest = words;
  for (;;) {
    const suffix = suffixes.find((one) => rest.endsWith(one)) ?? numberAtEnd(rest);
    if (suffix === '') return rest;
    rest = rest.slice(0, -suffix.length);
  }
}

function numberAtEnd(words: string): string {
  return /\d/.test(words.at(-1) ?? '') ? words.slice(words.at(-2) === '_' ? -2 : -1) : '';
}
