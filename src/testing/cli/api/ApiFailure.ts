const serverSide = '. This is a server-side issue, usually temporary — try again in a moment.';

/** The API did not answer. */
export class ApiFailure extends Error {
  /** None where there was no answer at all. */
  readonly status: number | null;
  readonly type: string;

  constructor(status: number | null, message: string, type = 'unknown') {
    super(message);
    this.status = status;
    this.type = type;
  }

  /** As the CLI tells it. */
  get text(): string {
    const { status, message } = this;
    if (this.isLoggedOut) return message;
    if (status === null) return `API Error: ${message}`;
    if (status === 429) return `API Error: Request rejected (429) · ${message}`;
    return `API Error: ${status} ${message}${status >= 500 ? serverSide : ''}`;
  }

  /** What the CLI's own message in the model's place calls it. */
  get messageKind(): string {
    if (this.isLoggedOut) return this.type;
    const { status } = this;
    if (status === 429) return 'rate_limit';
    return status !== null && status >= 500 ? 'server_error' : 'unknown';
  }

  get isLoggedOut(): boolean {
    return this.type === 'authentication_failed';
  }

  /** Whether it may pass. */
  get isTransient(): boolean {
    const { status } = this;
    if (this.isLoggedOut) return false;
    return status === null || status === 408 || status === 409 || status === 429 || status >= 500;
  }

  /** How the CLI calls it. */
  get kind(): string {
    if (this.status === 429) return 'rate_limit';
    if (this.status === 529) return 'overloaded';
    if (this.status === null) return 'unknown';
    return this.status >= 500 ? 'server_error' : 'unknown';
  }
}
