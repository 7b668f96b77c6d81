import { createRequire } from 'node:module';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The name of a conversation: the key itself if it is a UUID, which is the id of the conversation,
 * or else the tenant and the key. The tenant is quoted as JSON, so that the names of two tenants
 * never collide.
 */
export function conversationName(key: string, tenant = ''): string {
  if (uuid.test(key)) return key.toLowerCase();
  const isPlain = tenant === '' && !key.startsWith('"');
  return isPlain ? key : `${JSON.stringify(tenant)}:${key}`;
}

/**
 * The id of the conversation that a key stands for: the key itself if it is a UUID, else a UUID
 * made from it and from its tenant. So a program that is started again finds its conversations
 * without remembering them, and no tenant finds those of another by their key.
 */
export function conversationId(key: string, tenant = ''): string {
  const name = conversationName(key, tenant);
  if (uuid.test(name)) return name;
  const bytes = sha256(`claude-actors:${name}`).subarray(0, 16);
  // Version 8: made by a rule of our own. The variant is the one RFC 9562 defines.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return [...parts, hex.slice(20)].join('-');
}

/** Loads `node:crypto` on first use: a static import adds 2 ms to the import of this package. */
function sha256(text: string): Buffer {
  const { createHash }: typeof import('node:crypto') = createRequire(import.meta.url)(
    'node:crypto',
  );
  return createHash('sha256').update(text).digest();
}
