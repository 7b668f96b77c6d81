/** Given to every query: the one thing that a machine decides. */
export const cli = { pathToClaudeCodeExecutable: process.env.DROP_IN_CLI };

/** What the program saw, for the comparison. */
export function tell(channel, value) {
  process.stdout.write(`${JSON.stringify({ channel, value })}\n`);
}

/** Reads a query to its end, however it ends; gives its last result. */
export async function tellAll(query) {
  let result;
  try {
    for await (const message of query) {
      tell('message', message);
      if (message.type === 'result') result = message;
    }
    tell('ending', 'done');
  } catch (error) {
    tell('ending', error instanceof Error ? 'thrown' : 'not an error');
  }
  return result;
}

/** A message as streaming input has it. */
export function said(content) {
  return {
    type: 'user',
    message: { role: 'user', content },
    parent_tool_use_id: null,
    session_id: '',
  };
}
