import { compareVersions } from '../../util/versionNumber.js';
import type { Check } from './Check.js';

const neededNode = '20.19.0';
const triedPlatforms: readonly string[] = ['linux', 'darwin', 'win32'];

export function nodeCheck(version: string): Check {
  const facts = { version, needed: neededNode };
  if (compareVersions(version, neededNode) >= 0) {
    return { name: 'Node', status: 'ok', message: `${version} (${neededNode} or later)`, facts };
  }
  return {
    name: 'Node',
    status: 'fail',
    message: `${version} is older than ${neededNode}.`,
    advice: `Install Node ${neededNode} or later.`,
    facts,
  };
}

export function platformCheck(platform: string, arch: string): Check {
  const check = { name: 'Platform', message: `${platform} ${arch}`, facts: { platform, arch } };
  if (triedPlatforms.includes(platform)) return { ...check, status: 'ok' };
  return {
    ...check,
    status: 'warn',
    advice: `This package is tried on ${triedPlatforms.join(', ')}; elsewhere, watch whether processes are ended.`,
  };
}
