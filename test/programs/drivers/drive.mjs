/** The CLI that every program gets. */
export const cli = process.env.PROGRAM_CLI;

/** What the program did, for the comparison. */
export function tell(channel, value) {
  process.stdout.write(`${JSON.stringify({ channel, value })}\n`);
}

/** Runs the step that the command line names, and tells how it failed, if it did. */
export async function drive(steps) {
  const step = steps[process.argv[2]];
  if (!step) {
    process.exitCode = 64;
    return;
  }
  try {
    await step();
  } catch (error) {
    tell('thrown', described(error));
  }
}

/** What programs look at: the name, the text, and what it was caused by. */
export function described(error) {
  if (!(error instanceof Error)) return { thrown: error };
  const { name, message, cause } = error;
  return { name, message, ...(cause !== undefined && { cause: described(cause) }) };
}
