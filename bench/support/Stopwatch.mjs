/** Time on the wall, and the CPU time of this process, since it was made. */
export class Stopwatch {
  #cpu = process.cpuUsage();
  #start = performance.now();

  read() {
    const ms = performance.now() - this.#start;
    const { user, system } = process.cpuUsage(this.#cpu);
    return { ms, cpuMs: (user + system) / 1000 };
  }
}
