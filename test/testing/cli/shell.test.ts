import { describe, expect, it } from '@jest/globals';
import { runShell, touchedBy } from '../../../src/testing/cli/shell.js';
import { VirtualFiles } from '../../../src/testing/cli/VirtualFiles.js';

const project = () =>
  new VirtualFiles('/home/dev/project', {
    'build/a.js': '1',
    'build/deep/b.js': '2',
    'builder.js': '3',
    '-odd': '4',
  });

function left(command: string) {
  const files = project();
  const { code, stderr } = runShell(command, files);
  return { code, stderr, files: Object.keys(files.all()) };
}

describe('rm in the simulated shell', () => {
  it('understands flags, and removes a folder with its contents', () => {
    expect(left('rm -rf build')).toEqual({ code: 0, stderr: '', files: ['builder.js', '-odd'] });
    expect(left('rm -r -f build/')).toMatchObject({ code: 0, files: ['builder.js', '-odd'] });
  });

  it('fails for a missing file, unless it is forced', () => {
    expect(left('rm none.js')).toMatchObject({
      code: 1,
      stderr: "rm: cannot remove 'none.js': No such file or directory\n",
    });
    expect(left('rm -f none.js')).toMatchObject({ code: 0, stderr: '' });
  });

  it('does not remove a folder without -r', () => {
    expect(left('rm -f build').files).toContain('build/a.js');
  });

  it('reads everything after -- as paths', () => {
    expect(left('rm -- -odd').files).not.toContain('-odd');
  });

  it('lists only paths as what it touches', () => {
    expect(touchedBy('rm -rf build && touch -c a.txt')).toEqual(['build', 'a.txt']);
  });
});
