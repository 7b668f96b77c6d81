export const hidden = '[hidden]';

const endings =
  /(?:token|secret|passphrase|authorization)$|(?:^|_)key$|(?:api|auth|access|secret|private)key$/;
/** Words of plain language; secret only where they surely name a value. */
const ordinary = new Set(['token', 'secret', 'passphrase']);

/**
 * Whether a variable, JSON property, header or flag of this name holds a secret.
 * In prose "token: x" is just a sentence.
 */
export function isSecretName(name: string, where: 'structure' | 'prose' = 'structure'): boolean {
  if (!/key|token|secret|pass|authorization/i.test(name)) return false;
  const words = name
    .replace(/^[-_]+/, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/[-.\s]/g, '_')
    .toLowerCase();
  if (words === 'key' || (where === 'prose' && ordinary.has(words))) return false;
  return endings.test(words) || /password|passwd/.test(words.replaceAll('_', ''));
}
