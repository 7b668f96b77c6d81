/** The uuid of the message that a control request takes back, where it is one of that kind. */
export function takenBack(subtype: string, fields: object): string | undefined {
  if (subtype !== 'cancel_async_message') return undefined;
  const { message_uuid: uuid } = fields as { message_uuid?: unknown };
  return typeof uuid === 'string' ? uuid : undefined;
}

/** The CLI's answer to such a request: it works on the message, so that only its turn can be ended. */
export function isTakenUp(answer: unknown): boolean {
  return (answer as { cancelled?: unknown } | undefined)?.cancelled === false;
}
