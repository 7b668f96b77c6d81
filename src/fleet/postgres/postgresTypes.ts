/** What a query returns. */
export interface PostgresResult {
  /** The rows. */
  rows: Record<string, unknown>[];
  /** How many rows were returned or changed. */
  rowCount: number | null;
}

/** A connection that was taken from a pool. The `PoolClient` of the package `pg` is one. */
export interface PostgresClient {
  /** Runs a statement. */
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  /** Calls `listen` with each notification, or when the connection has failed or ended. */
  on(event: 'notification' | 'error' | 'end', listen: (payload?: unknown) => void): unknown;
  /** Gives it back to the pool, or closes it if `destroy` is true. */
  release(destroy?: boolean): void;
}

/** A pool of connections. The `Pool` of the package `pg` is one. */
export interface PostgresPool {
  /** Runs a statement on any connection. */
  query(text: string, values?: unknown[]): Promise<PostgresResult>;
  /** Takes a connection out of the pool. */
  connect(): Promise<PostgresClient>;
  /** Calls `listen` when an idle connection fails. */
  on(event: 'error', listen: (error: Error) => void): unknown;
  /** Closes all connections. */
  end(): Promise<void>;
}

/** How to keep a fleet in PostgreSQL. */
export interface PostgresStoreSettings {
  /** The schema of its tables, created if it does not exist. Default: `claude_actors`. */
  schema?: string;
}
