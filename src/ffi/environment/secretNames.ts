export const hidden = '[hidden]';

const endings = new RegExp(
  [
    '(?:token|secret|passphrase|authorization|credentials?|cookies?)$',
    // As words of their own: neither COMPAT nor OAUTH.
    '(?:^|_)(?:pat|auth)$',
    '_key$|(?:api|auth|access|secret|private)key$',
    // PWD alone is the working directory.
    '[a-z0-9]_(?:pass|pwd|sk)$',
  ].join('|'),
);
/** Words of plain language; secret only where they surely name a value. */
const ordinary = new Set(
  'token secret passphrase credential credentials cookies pat auth'.split(' '),
);
/** `API_KEY_2` and `CLIENT_SECRET_VALUE` are named after what they hold. */
const addition = /(?:_?\d|_(?:value|text|string|raw|json|base64|b64))+$/;
const longestEnding = 128;

/** Whether a variable, JSON property, header or flag of this name holds a secret. */
export function isSecretName(name: string): boolean {
  return namedAfter(name) !== undefined;
}

/** Whether all values of an object of this name may be secrets, whatever their own names. */
export function isSecretMap(name: string): boolean {
  return /^(?:env|headers)$/i.test(name);
}

/** Whether the name is also a word, or a count of them: in prose "token: x" is just a sentence. */
export function isWordToo(name: string): boolean {
  const kind = namedAfter(name);
  return kind !== undefined && (kind.plural || ordinary.has(kind.singular));
}

/** `input_tokens: 12` counts, where `tokens: ["…"]` holds. */
export function isCount(name: string, value: string): boolean {
  return /^[\d_.,/]{1,20}[km]?[,;:)}\]\\]*$/i.test(value) && namedAfter(name)?.plural === true;
}

/** What no sentence has after "token:". */
export function looksRandom(value: string): boolean {
  return /^[\w.~+/=-]{8,}/.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
}

interface Kind {
  singular: string;
  plural: boolean;
}

function namedAfter(name: string): Kind | undefined {
  if (!/key|token|secret|pass|auth|credential|cookie|pat|pwd|sk/i.test(name)) return undefined;
  const words = name
    .replace(/^[-_]+/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/[-.\s]/g, '_')
    .toLowerCase();
  const ending = words.slice(-longestEnding).replace(addition, '');
  const singular = ending.replace(/(key|token|secret|passphrase)s$/, '$1');
  const plural = singular !== ending;
  if (endings.test(singular)) return { singular, plural };
  return /password|passwd/.test(words.replaceAll('_', ''))
    ? { singular: words, plural: false }
    : undefined;
}
