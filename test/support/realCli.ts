import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The versions that everything is proved against. */
export const cliVersions = ['2.1.197', '2.1.325'] as const;

const cache = fileURLToPath(new URL('../../.cache/cli/', import.meta.url));

/** The path of the real CLI of this version, installed from the registry on first use. */
export function realCli(version: string): string {
  const folder = join(cache, version);
  const path = join(folder, 'node_modules/.bin/claude');
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const target = `@anthropic-ai/claude-code@${version}`;
  execFileSync('npm', ['install', target, '--no-audit', '--no-fund', '--silent'], { cwd: folder });
  return path;
}

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
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      IS_SANDBOX: '1',
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
