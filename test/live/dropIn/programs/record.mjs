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
    tell('ending', failure(error));
  }
  return result;
}

/** What programs look at in an error: its name, and words that they search the message for. */
const searched =
  /returned an error result: .*|process exited with code \d+|terminated by signal \w+|aborted by user|native binary not found|cannot be used with \w+/;

export function failure(error) {
  if (!(error instanceof Error)) return 'not an error';
  return { name: error.name, words: searched.exec(error.message)?.[0] ?? 'others' };
}

/** The failure of a promise, or `resolved`. */
export function settled(promise) {
  return promise.then(() => 'resolved', failure);
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
