// A CLI that writes lines as a Windows program may.
import process from 'node:process';

if (process.argv.includes('--version')) {
  process.stdout.write('2.1.325 (Claude Code)\r\n');
} else {
  const session_id = '93eb6495-739b-47b8-8c7b-d71bb5038c4d';
  const result = { type: 'result', subtype: 'success', is_error: false, result: 'one\r\ntwo' };
  process.stdin.resume().on('end', () => {
    for (const frame of [
      { type: 'system', subtype: 'init', session_id },
      { ...result, session_id },
    ]) {
      process.stdout.write(`${JSON.stringify(frame)}\r\n`);
    }
  });
}
