export const newerNode: string;
export function runtime(kind: 'node' | 'nodeForWindows' | 'bun' | 'deno', version: string): string;
