// A worker process. Runs the tasks that the harness sends, one at a time: bench/tasks/<task>.mjs.
const answer = (message) => {
  // The harness may already be gone.
  if (process.connected) process.send(message, () => {});
};

// The harness is done, or gone. Exiting also ends whatever this process started.
process.on('disconnect', () => process.exit());

process.on('message', async ({ task, ...input }) => {
  try {
    const { run } = await import(`./tasks/${task}.mjs`);
    answer({ value: await run(input) });
  } catch (error) {
    answer({ error: String(error?.stack ?? error) });
  }
});
