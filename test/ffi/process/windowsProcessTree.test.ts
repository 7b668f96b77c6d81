import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  taskkillArguments,
  taskkillPath,
  windowsProcessTree,
} from '../../../src/ffi/process/processTree.js';
import { until } from '../../support/until.js';

/** A `taskkill` that cannot be run, so that the fallback shows who was meant. */
function brokenTaskkill() {
  const fallen: number[] = [];
  return {
    fallen,
    timeoutMs: 2_000,
    path: '/no/such/taskkill',
    fallback: (pid: number) => fallen.push(pid),
  };
}

describe('windowsProcessTree', () => {
  it('kills the whole tree by force', () => {
    expect(taskkillArguments(42)).toEqual(['/pid', '42', '/T', '/F']);
  });

  it('runs the taskkill of the system, wherever we are', () => {
    expect(taskkillPath({ SystemRoot: 'D:\\Windows' })).toBe('D:\\Windows\\System32\\taskkill.exe');
  });

  it.each([{}, { SystemRoot: '' }, { SystemRoot: 'Windows' }, { SystemRoot: '\\Windows' }])(
    'runs it from the usual place with %j',
    (env) => {
      expect(taskkillPath(env)).toBe('C:\\Windows\\System32\\taskkill.exe');
    },
  );

  it('does not wait for a hanging taskkill when the parent exits', () => {
    const directory = mkdtempSync(join(tmpdir(), 'claude-actors-taskkill-'));
    try {
      const path = join(directory, 'taskkill');
      writeFileSync(path, '#!/bin/sh\nexec sleep 600\n', { mode: 0o755 });
      const taskkill = { ...brokenTaskkill(), path, timeoutMs: 50 };
      windowsProcessTree(42, taskkill).killNow(false, []);
      expect(taskkill.fallen).toEqual([42]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'on %s ends the process itself if taskkill fails',
    async (signal) => {
      const taskkill = brokenTaskkill();
      windowsProcessTree(42, taskkill).signal(signal);
      await until('the fallback', () => taskkill.fallen.length > 0);
      expect(taskkill.fallen).toEqual([42]);
    },
  );

  it.each(['signal', 'killNow'] as const)(
    'ends the process itself if taskkill reports an error (%s)',
    async (method) => {
      // Every `false` exits with 1, as taskkill does if it could not end all of a tree.
      const taskkill = { ...brokenTaskkill(), path: '/bin/false' };
      const tree = windowsProcessTree(42, taskkill);
      if (method === 'signal') tree.signal('SIGTERM');
      else tree.killNow(false, []);
      await until('the fallback', () => taskkill.fallen.length > 0);
      expect(taskkill.fallen).toEqual([42]);
    },
  );

  it('does the same synchronously when the parent exits', () => {
    const taskkill = brokenTaskkill();
    windowsProcessTree(42, taskkill).killNow(false, []);
    expect(taskkill.fallen).toEqual([42]);
  });

  it('sends no SIGINT, which Windows cannot deliver', () => {
    // A path with a NUL fails at once, so that an attempt would show at once.
    const taskkill = { ...brokenTaskkill(), path: 'taskkill\0' };
    windowsProcessTree(42, taskkill).signal('SIGINT');
    expect(taskkill.fallen).toEqual([]);
    windowsProcessTree(42, taskkill).signal('SIGTERM');
    expect(taskkill.fallen).toEqual([42]);
  });

  it('finds nothing that outlived it: Windows cannot tell', async () => {
    expect(await windowsProcessTree(42, brokenTaskkill()).sweep('SIGKILL')).toEqual([]);
  });
});
