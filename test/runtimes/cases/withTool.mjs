// A scenario: the CLI has a tool running, a process of its own, and works on its turn forever.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import process from 'node:process';

if (!process.argv.includes('--version')) {
  const { pid } = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    stdio: 'ignore',
  });
  writeFileSync(process.env.CASE_TOOL_FILE, String(pid));
}

export default { turns: [[{ silence: true }]] };
