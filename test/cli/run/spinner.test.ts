import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { Output } from '../../../src/cli/Output.js';
import { Spinner } from '../../../src/cli/run/Spinner.js';
import { stylesFor } from '../../../src/cli/terminal.js';

/** A terminal whose width can change, and what was written to it since the last look. */
function screen(columns: number) {
  let written = '';
  const stream = Object.assign(
    new Writable({
      write(chunk, _, done) {
        written += String(chunk);
        done();
      },
    }),
    { isTTY: true, columns },
  );
  const output = new Output(stream);
  const look = () => {
    const seen = written.replaceAll('\u001b', '^');
    written = '';
    return seen;
  };
  return { stream, output, styles: stylesFor(output, { NO_COLOR: '1' }), look };
}

const details = () => '↑ 12.3k ↓ 420 tokens · $0.0123';

describe('the live line', () => {
  it('cuts the name of a tool before the numbers', () => {
    const { output, styles, look } = screen(50);
    const spinner = new Spinner(output, styles, details);
    spinner.show('Running mcp__a_server__a_tool_with_a_long_name');
    expect(look()).toBe('^[G^[2K⠋ Running mcp__… · ↑ 12.3k ↓ 420 tokens · $0.0123');
    spinner.hide();
  });

  it('fits on one line even if nothing has room', () => {
    const { output, styles, look } = screen(20);
    const spinner = new Spinner(output, styles, details);
    spinner.show('Running 世界世界世界');
    expect(look()).toBe('^[G^[2K⠋ Running 世… · ↑ …');
    spinner.hide();
  });

  it('is erased as a whole if the terminal has become narrower', () => {
    const { stream, output, styles, look } = screen(80);
    const spinner = new Spinner(output, styles, details);
    spinner.show('Thinking');
    look();
    stream.columns = 20;
    spinner.show('Still thinking');
    expect(look()).toMatch(/^\^\[G\^\[2K\^\[A\^\[2K\^\[A\^\[2K⠙ Still/);
    spinner.hide();
    expect(look()).toBe('^[G^[2K');
  });
});
