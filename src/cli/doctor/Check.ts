/** One thing that the doctor looked at. */
export interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  message: string;
  /** What to do where all is not well. */
  advice?: string;
  /** Lines that say more. */
  lines?: readonly string[];
  /** For programs. */
  facts?: Readonly<Record<string, unknown>>;
}
