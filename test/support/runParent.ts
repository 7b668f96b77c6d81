import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endProcesses } from './processes.js';
import { cliFixture, parentFixture, smallEnv } from './startCli.js';
import { until } from './until.js';

export interface ParentPlan {
  mood: 'idle' | 'busy' | 'deaf' | 'tidy' | 'endsAtEof' | 'notesEof';
  /** The file in which it notes that it was told to end. */
  note?: string;
  stdin: 'pipe' | 'ignore';
  guard: boolean;
  die: 'exit' | 'throw' | 'wait';
  habit: 'none' | 'on' | 'once' | 'signalExit3' | 'signalExit4';
  clis: number;
  holdStdin?: true;
  /** A module that is loaded before the program. */
  preload?: string;
}

/** One line that the parent, or a CLI through it, said. */
interface News {
  cli?: number;
  tool?: number;
  ready?: boolean;
  handled?: string;
}

export interface Parent {
  pid: number;
  /** The CLIs and their tools, once the parent is ready. */
  family: number[];
  heard(): readonly News[];
  death: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  cleanUp(): void;
}

/** Runs a program that starts CLIs, up to the moment at which they all live. */
export async function runParent(port: string, plan: ParentPlan): Promise<Parent> {
  const { mood, note, preload, ...rest } = plan;
  const config = {
    ...rest,
    port,
    cli: cliFixture('family.mjs'),
    args: note ? [mood, note] : [mood],
  };
  const nodeArgs = preload ? ['--import', preload] : [];
  const args = [...nodeArgs, parentFixture('parent.mjs'), JSON.stringify(config)];
  const child = spawn(process.execPath, args, {
    env: smallEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid as number;
  const news: News[] = [];
  let complaints = '';
  createInterface({ input: child.stdout }).on('line', (line) => news.push(JSON.parse(line)));
  child.stderr.on('data', (text) => {
    complaints += text;
  });
  const death: Parent['death'] = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const family = () =>
    news.flatMap(({ cli, tool }) => (cli === undefined || tool === undefined ? [] : [cli, tool]));
  const cleanUp = () => endProcesses([...family(), pid]);
  try {
    await until('the CLIs to live', () => news.some(({ ready }) => ready));
  } catch (cause) {
    cleanUp();
    throw new Error(`The parent did not get ready: ${complaints}`, { cause });
  }
  return { pid, family: family(), heard: () => news, death, cleanUp };
}
