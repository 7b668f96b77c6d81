import { posix } from 'node:path';

/** Resolves and displays paths, based on the session's directory and the current one. */
export class WorkingDirectory {
  readonly #root: string;
  #cwd: string;

  constructor(root: string) {
    this.#root = root;
    this.#cwd = root;
  }

  get cwd(): string {
    return this.#cwd;
  }

  enter(cwd: string): void {
    this.#cwd = cwd;
  }

  resolve(path: string): string {
    const isAbsolute = path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
    return isAbsolute ? path : posix.join(this.cwd.replaceAll('\\', '/'), path);
  }

  display(path: string): string {
    const base = `${this.#root.replaceAll('\\', '/')}/`;
    const whole = this.resolve(path);
    return whole.startsWith(base) ? whole.slice(base.length) : whole;
  }

  isInside(path: string): boolean {
    return this.display(path) !== this.resolve(path);
  }
}
