import { describe, expect, it } from '@jest/globals';
import { withSandbox } from '../../src/options/sandboxSettings.js';
import type { SandboxSettings } from '../../src/options/settingsTypes.js';

function merged(settingsSandbox: SandboxSettings, sandbox: SandboxSettings): unknown {
  return withSandbox({ sandbox: settingsSandbox }, sandbox).sandbox;
}

describe('the sandbox option in the settings', () => {
  it('fails a run whose sandbox cannot be set up, unless told otherwise', () => {
    expect(withSandbox(undefined, { enabled: true })).toEqual({
      sandbox: { enabled: true, failIfUnavailable: true },
    });
    expect(merged({}, { enabled: true, failIfUnavailable: false })).toEqual({
      enabled: true,
      failIfUnavailable: false,
    });
    expect(merged({ failIfUnavailable: false }, { enabled: true })).toEqual({
      enabled: true,
      failIfUnavailable: false,
    });
    expect(merged({ enabled: true }, { autoAllowBashIfSandboxed: true })).toEqual({
      enabled: true,
      autoAllowBashIfSandboxed: true,
    });
    expect(merged({}, { enabled: false })).toEqual({ enabled: false });
  });

  it('keeps the other settings, given as an object or as JSON', () => {
    const sandbox = { enabled: false };
    expect(withSandbox({ model: 'opus' }, sandbox)).toEqual({ model: 'opus', sandbox });
    expect(withSandbox(' {"model":"opus"}', sandbox)).toEqual({ model: 'opus', sandbox });
  });

  it('replaces values at the same path and keeps those that it does not set', () => {
    expect(
      merged(
        { enabled: false, network: { allowLocalBinding: true, allowUnixSockets: ['/a'] } },
        { network: { allowUnixSockets: ['/b'] }, excludedCommands: undefined },
      ),
    ).toEqual({ enabled: false, network: { allowLocalBinding: true, allowUnixSockets: ['/b'] } });
  });

  it('combines the restrictions of both', () => {
    expect(
      merged(
        {
          filesystem: { denyRead: ['/a'], denyWrite: ['/c'] },
          network: { deniedDomains: ['one'] },
          credentials: {
            files: [{ path: '/f', mode: 'mask' }],
            envVars: [{ name: 'V', mode: 'deny' }],
          },
        },
        {
          filesystem: { denyRead: ['/a', '/b'] },
          network: { deniedDomains: ['two'] },
          credentials: {
            files: [{ path: '/f', mode: 'deny' }],
            envVars: [{ name: 'V', mode: 'deny' }],
          },
        },
      ),
    ).toEqual({
      filesystem: { denyRead: ['/a', '/b'], denyWrite: ['/c'] },
      network: { deniedDomains: ['one', 'two'] },
      credentials: {
        files: [
          { path: '/f', mode: 'mask' },
          { path: '/f', mode: 'deny' },
        ],
        envVars: [{ name: 'V', mode: 'deny' }],
      },
    });
  });

  it('replaces what makes sense only as a whole', () => {
    expect(
      merged(
        { ripgrep: { command: 'a', args: ['x'] }, network: { tlsTerminate: { caCertPath: '/a' } } },
        { ripgrep: { command: 'b' }, network: { tlsTerminate: { caKeyPath: '/b' } } },
      ),
    ).toEqual({ ripgrep: { command: 'b' }, network: { tlsTerminate: { caKeyPath: '/b' } } });
  });

  it('does not leave the file system open when it restricts files', () => {
    const open = { filesystem: { disabled: true, denyRead: ['/a'] } };
    expect(merged(open, { filesystem: { denyWrite: ['/b'] } })).toEqual({
      filesystem: { denyRead: ['/a'], denyWrite: ['/b'] },
    });
    const credentials = { files: [{ path: '/f', mode: 'deny' as const }] };
    expect(merged(open, { credentials })).toEqual({
      filesystem: { denyRead: ['/a'] },
      credentials,
    });
    expect(merged(open, { enabled: false })).toEqual({ ...open, enabled: false });
  });

  it('does not leave a proxy around the domains that it restricts', () => {
    const proxied = { network: { httpProxyPort: 1, socksProxyPort: 2 } };
    for (const network of [
      { allowedDomains: ['x'] },
      { deniedDomains: ['x'] },
      { strictAllowlist: true },
    ]) {
      expect(merged(proxied, { network })).toEqual({ network });
    }
    const own = { allowedDomains: ['x'], httpProxyPort: 3 };
    expect(merged(proxied, { network: own })).toEqual({ network: own });
    expect(merged(proxied, { network: { allowLocalBinding: true } })).toEqual({
      network: { ...proxied.network, allowLocalBinding: true },
    });
  });
});
