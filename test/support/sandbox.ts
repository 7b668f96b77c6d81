import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
export interface Sandbox {
  home: string;
  cwd: string;
  /** The whole environment of the CLI: it must find nothing of this machine's own. */
  env: Record<string, string>;
  remove(): void;
}

export function sandbox(apiUrl: string): Sandbox {
  const root = mkdtempSync(join(tmpdir(), 'claude-actors-live-'));
  const home = join(root, 'home');
  const cwd = join(root, 'project');
  mkdirSync(home);
  mkdirSync(cwd);
  return {
    home,
    cwd,
    env: {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      HOME: home,
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
      ANTHROPIC_API_KEY: 'sk-ant-dummy',
      ANTHROPIC_BASE_URL: apiUrl,
      HTTPS_PROXY: apiUrl,
      NO_PROXY: '127.0.0.1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      IS_SANDBOX: '1',
    },
    remove: () => rmSync(root, { recursive: true, force: true, maxRetries: 10 }),
  };
}
