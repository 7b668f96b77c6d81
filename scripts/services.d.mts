export interface Service {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  restart(how?: { signal?: NodeJS.Signals; pauseMs?: number }): Promise<void>;
  stop(): Promise<void>;
}
export function missingServices(): string[];
export function startRedis(): Promise<Service>;
export function startPostgres(options?: { durable?: boolean; root?: string }): Promise<Service>;
