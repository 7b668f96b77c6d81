/** Wall time, and CPU time of this process, since the stopwatch was created. */
export class Stopwatch {
  #cpu = process.cpuUsage();
  #start = performance.now();

  read() {
    const ms = performance.now() - this.#start;
    const { user, system } = process.cpuUsage(this.#cpu);
    return { ms, cpuMs: (user + system) / 1000 };
  }
}
