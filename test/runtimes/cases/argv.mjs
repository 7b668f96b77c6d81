// A scenario: the CLI writes down how it was started.
import { writeFileSync } from 'node:fs';
import process from 'node:process';

const { argv } = process;
writeFileSync(process.env.CASE_ARGV_FILE, JSON.stringify({ argv, cwd: process.cwd() }));
export default {};
