import { homedir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { homeDirectory } from '../../src/util/homeDirectory.js';

describe('homeDirectory', () => {
  it('is the home of the user', () => {
    expect(homeDirectory()).toBe(homedir());
  });

  it('is the root if the system does not know the user', () => {
    const read = () => {
      throw new Error('uv_os_homedir returned ENOENT');
    };
    expect(homeDirectory(read)).toBe('/');
  });

  it('is the root if HOME is empty, and not the working directory', () => {
    expect(homeDirectory(() => '')).toBe('/');
  });
});
