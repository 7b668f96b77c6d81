// A `ps` that knows the options of macOS and prints in its format. It reads Linux's /proc from the
// folder in REAL_PROC, because /proc itself is hidden from the case.
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

const proc = process.env.REAL_PROC;
const columns = [];
let pids;
let showsEnvironment = false;

const args = process.argv.slice(2);
for (let arg = args.shift(); arg !== undefined; arg = args.shift()) {
  // macOS has no long options, and `e` means something else there.
  if (arg === '-o') columns.push(args.shift());
  else if (arg === '-p') pids = [args.shift()];
  else if (/^-[axwE]+$/.test(arg)) showsEnvironment ||= arg.includes('E');
  else refuse(`ps: illegal option -- ${arg.replace(/^-+/, '')[0]}`);
}

const formats = {
  'pid=': ({ pid }) => pid.padStart(5),
  'ppid=': ({ stat }) => stat[1].padStart(5),
  'pgid=': ({ stat }) => stat[2].padStart(5),
  'stat=': ({ stat }) => `${stat[0]}s+`.padEnd(4),
  'lstart=': ({ stat }) => startTime(Number(stat[19])).padEnd(28),
  'command=': ({ pid }) =>
    [words(pid, 'cmdline'), ...(showsEnvironment ? [words(pid, 'environ')] : [])].join(' '),
};

const bootTime = Number(/btime (\d+)/.exec(readFileSync(`${proc}/stat`, 'utf8'))[1]);
const rows = (pids ?? readdirSync(proc).filter((name) => /^\d+$/.test(name))).flatMap((pid) => {
  const text = read(pid, 'stat');
  const stat = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return stat.length > 19 ? [{ pid, stat }] : [];
});
for (const row of rows) {
  const fields = columns.map((name) =>
    (formats[name] ?? refuse(`ps: ${name}: keyword not found`))(row),
  );
  process.stdout.write(`${fields.join(' ')}\n`);
}
process.exitCode = rows.length > 0 ? 0 : 1;

/** Such as `Wed Nov 18 07:23:06 2026`: macOS has whole seconds only. */
function startTime(ticks) {
  const date = new Date((bootTime + Math.floor(ticks / 100)) * 1000);
  const [, weekday, day, month, year, time] =
    /^(\w+), 0?(\d+) (\w+) (\d+) (\S+)/.exec(date.toUTCString()) ?? [];
  return `${weekday} ${month} ${day.padStart(2)} ${time} ${year}`;
}

function words(pid, file) {
  return read(pid, file).replace(/\0$/, '').replaceAll('\0', ' ');
}

function read(pid, file) {
  try {
    return readFileSync(`${proc}/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function refuse(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
