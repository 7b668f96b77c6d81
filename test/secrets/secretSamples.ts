import fc from 'fast-check';

export const names = [
  'ANTHROPIC_API_KEY',
  'GITHUB_TOKEN',
  'CLIENT_SECRET',
  'DB_PASSWORD',
  'PASSWORD_FILE_TEXT',
  'apiKey',
  'authToken',
  'x-api-key',
  'X-Auth-Token',
  'Authorization',
  'clientSecret',
  'APIKey',
  'AWSKey',
  '_authToken',
  'API_KEYS',
  'ANTHROPIC_API_KEY_2',
  'API_KEY2',
  'CLIENT_SECRET_VALUE',
  'DB_PASS',
  'authTokens',
  'GITHUB_PAT',
  'STRIPE_SK',
  'AWS_CREDENTIALS',
  'gitCredential',
  'DB_PWD',
  'Set-Cookie',
  'X-Custom-Auth',
  'basicAuth',
];

/** Long and odd enough to be in no other part of an output. */
export const secret = fc
  .string({ unit: 'binary', maxLength: 12 })
  .map((text) => `Zq7${text}9wX`)
  .filter((text) => !text.includes('\0') && !/(?:true|false|null|undefined)/.test(text));
export const name = fc.constantFrom(...names);
export const plainText = fc.stringMatching(/^[a-z ,.]{0,20}$/);
export const noSecretName = (text: string) =>
  !/key|token|secret|pass|auth|bearer|cookie|pat|pwd|sk|sig|credential|env|headers/i.test(text);
export const plainName = fc.stringMatching(/^[a-z]{1,8}$/).filter(noSecretName);

export function leaves(value: unknown): string[] {
  if (typeof value === 'string') {
    try {
      return [value, ...leaves(JSON.parse(value))];
    } catch {
      return [value];
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leaves);
}
