// Runs tasks for the harness, one at a time: bench/tasks/<task>.mjs, on and on in this process.
const answer = (message) => {
  // Nobody may be there any more to hear it.
  if (process.connected) process.send(message, () => {});
};

// Whoever asked is gone, or has asked enough; what was started ends with this process.
process.on('disconnect', () => process.exit());

process.on('message', async ({ task, ...given }) => {
  try {
    const { run } = await import(`./tasks/${task}.mjs`);
    answer({ value: await run(given) });
  } catch (error) {
    answer({ error: String(error?.stack ?? error) });
  }
});
