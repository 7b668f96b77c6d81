import { execFileSync } from 'node:child_process';
import { officialSdk } from '../../scripts/officialSdk.mjs';

/** A function of the official SDK to call, or a value of it to read. */
export interface OfficialCall {
  name: string;
  args?: readonly unknown[];
  env?: Readonly<Record<string, string>>;
}

const program = `
  const { sdk, calls } = JSON.parse(process.argv[1]);
  const official = await import(sdk);
  const answers = [];
  for (const { name, args, env } of calls) {
    Object.assign(process.env, env);
    answers.push(args ? await official[name](...args) : official[name]);
  }
  console.log(JSON.stringify(answers));`;

/** What the official SDK answers, in a process of its own: Jest takes minutes to load it. */
export function askOfficial(calls: readonly OfficialCall[]): unknown[] {
  const input = JSON.stringify({ sdk: officialSdk(), calls });
  const flags = ['--input-type=module', '-e', program, input];
  const env = { PATH: process.env.PATH };
  return JSON.parse(execFileSync(process.execPath, flags, { env, encoding: 'utf8' }));
}
