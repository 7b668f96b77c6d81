/** Which of idle, working, requiresAction and interrupting a running session must be in. */
export class TurnStateRules {
  /** The interrupts of the open turn, except those that failed. */
  readonly #interrupts = new Set<string>();

  interruptSent(label: string, turnIsOpen: boolean): void {
    if (turnIsOpen) this.#interrupts.add(label);
  }

  interruptFailed(label: string): void {
    this.#interrupts.delete(label);
  }

  /** A result of ours, or an idle. */
  turnOver(): void {
    this.#interrupts.clear();
  }

  check(real: string | undefined, working: boolean, permissions: number): void {
    if (real === undefined) return;
    const quiet = working ? 'working' : 'idle';
    const asked = permissions > 0 ? 'requiresAction' : quiet;
    const must = this.#interrupts.size > 0 ? 'interrupting' : asked;
    if (real !== must) throw new Error(`the turn must be ${must}, and is ${real}`);
  }
}
