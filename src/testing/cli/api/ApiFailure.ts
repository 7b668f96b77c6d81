const serverSide = '. This is a server-side issue, usually temporary — try again in a moment.';

/** A failed request to the Messages API. */
export class ApiFailure extends Error {
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  readonly type: string;

  constructor(status: number | null, message: string, type = 'unknown') {
    super(message);
    this.status = status;
    this.type = type;
  }

  /** The CLI's text for it. */
  get text(): string {
    const { status, message } = this;
    if (this.isLoggedOut) return message;
    if (status === null) return `API Error: ${message}`;
    if (status === 429) return `API Error: Request rejected (429) · ${message}`;
    return `API Error: ${status} ${message}${status >= 500 ? serverSide : ''}`;
  }

  /** The kind of error in the CLI's message in place of the model. */
  get messageKind(): string {
    if (this.isLoggedOut) return this.type;
    const { status } = this;
    if (status === 429) return 'rate_limit';
    return status !== null && status >= 500 ? 'server_error' : 'unknown';
  }

  get isLoggedOut(): boolean {
    return this.type === 'authentication_failed';
  }

  /** Whether a retry may help. */
  get isTransient(): boolean {
    const { status } = this;
    if (this.isLoggedOut) return false;
    return status === null || status === 408 || status === 409 || status === 429 || status >= 500;
  }

  /** The kind of error in `api_retry`. */
  get kind(): string {
    if (this.status === 429) return 'rate_limit';
    if (this.status === 529) return 'overloaded';
    if (this.status === null) return 'unknown';
    return this.status >= 500 ? 'server_error' : 'unknown';
  }
}
