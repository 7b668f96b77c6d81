// Waits until the CLI of `withTool.mjs` has started its tool.
import { readFileSync } from 'node:fs';
import process from 'node:process';

export async function toolPid() {
  for (;;) {
    try {
      const text = readFileSync(process.env.CASE_TOOL_FILE, 'utf8');
      if (text) return Number(text);
    } catch {
      // Not yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
