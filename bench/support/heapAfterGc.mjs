/** The bytes in use on the heap once garbage is collected. Needs `--expose-gc`. */
export async function heapAfterGc() {
  await new Promise((resolve) => setImmediate(resolve));
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
