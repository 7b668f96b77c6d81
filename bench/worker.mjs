// Runs tasks for the harness, one at a time: bench/tasks/<task>.mjs, on and on in this process.
// Whoever asked is gone, or has asked enough; what was started ends with this process.
process.on('disconnect', () => process.exit());

process.on('message', async ({ task, ...given }) => {
  try {
    const { run } = await import(`./tasks/${task}.mjs`);
    globalThis.gc?.();
    process.send({ value: await run(given) });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});
