// The same as `npx claude-actors demo`: a session on the simulated CLI, without a key, a CLI or a
// network. In a clone, run it with `npm run demo`. The program itself is in src/cli/demo.
import process from 'node:process';

process.argv.splice(2, Number.POSITIVE_INFINITY, 'demo');
await import(new URL('cli/main.js', import.meta.resolve('claude-actors')).href);
