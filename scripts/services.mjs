// Starts a private Redis and a private PostgreSQL on free ports of loopback, in temporary folders.
// `node scripts/services.mjs` prints their addresses and stops them on Ctrl-C; with `--check` it only
// says whether they can be started.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const startsWithinMs = 30_000;

/** What to install so that the services can start; empty if they can. */
export function missingServices() {
  const missing = [];
  if (!redisPath()) missing.push('redis-server');
  if (!postgresFolder()) missing.push('postgresql');
  return missing;
}

/** A Redis that appends every write to its file, so that it survives a kill. */
export function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), 'claude-actors-redis-'));
  return start(folder, {
    command: (port) => [
      ...[redisPath(), '--port', String(port), '--bind', '127.0.0.1', '--dir', folder],
      ...['--save', '', '--appendonly', 'yes', '--appendfsync', 'no'],
    ],
    url: (port) => `redis://127.0.0.1:${port}`,
    isReady: async (port) => (await ask(port, 'PING\r\n')).startsWith('+PONG'),
    stopSignal: 'SIGTERM',
  });
}

/** A PostgreSQL with its data in `root`. `durable` waits for the disk at each commit, as in production. */
export function startPostgres({ durable = false, root = tmpdir() } = {}) {
  const folder = mkdtempSync(join(root, 'claude-actors-postgres-'));
  const binaries = postgresFolder();
  const owner = postgresOwner();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const locale = ['--encoding', 'UTF8', '--no-locale'];
  const auth = ['--auth', 'trust', '--username', 'fleet'];
  execFileSync(join(binaries, 'initdb'), ['-D', data, ...auth, ...locale, '--no-sync'], {
    ...owner,
    cwd: folder,
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const settings = { fsync: durable ? 'on' : 'off', max_connections: '300' };
  return start(folder, {
    owner,
    command: (port) => [
      ...[join(binaries, 'postgres'), '-D', data, '-h', '127.0.0.1', '-p', String(port)],
      ...['-k', folder],
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    url: (port) => `postgres://fleet@127.0.0.1:${port}/postgres`,
    isReady: (port) =>
      exits0(join(binaries, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]),
    stopSignal: 'SIGINT',
  });
}

async function start(folder, service) {
  const port = await freePort();
  let child;
  let gone;
  let said = '';
  const up = async () => {
    const [command, ...args] = service.command(port);
    // The kernel ends the service if this program is killed.
    const tied = ['--pdeathsig', 'KILL', '--', command, ...args];
    const user = service.owner
      ? ['--reuid', service.owner.uid, '--regid', service.owner.gid, '--clear-groups'].map(String)
      : [];
    child = spawn('setpriv', [...user, ...tied], {
      cwd: folder,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        said = `${said}${text}`.slice(-4000);
      });
    }
    gone = new Promise((resolve) => child.once('close', resolve));
    const deadline = Date.now() + startsWithinMs;
    while (!(await service.isReady(port).catch(() => false))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`${command} did not start. It said: ${said}`);
      }
      await sleep(20);
    }
  };
  const down = async (signal = service.stopSignal) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await gone;
  };
  await up();
  return {
    port,
    url: service.url(port),
    get pid() {
      return child.pid;
    },
    /** Ends it, by default as an administrator would, and starts it on the same port and data. */
    async restart({ signal, pauseMs = 0 } = {}) {
      await down(signal);
      await sleep(pauseMs);
      await up();
    },
    async stop() {
      await down();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function redisPath() {
  return ['/usr/bin/redis-server', '/usr/local/bin/redis-server'].find(existsSync);
}

/** The newest PostgreSQL that Debian installed. */
function postgresFolder() {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** PostgreSQL refuses to run as root. */
function postgresOwner() {
  if (userInfo().uid !== 0) return undefined;
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function environment() {
  return { PATH: process.env.PATH, LANG: 'C.UTF-8' };
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The first thing that a server says to a line. */
function ask(port, line) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(line));
    socket.once('error', reject);
    socket.once('data', (data) => {
      socket.destroy();
      resolve(String(data));
    });
  });
}

function exits0(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: environment(), stdio: 'ignore' });
    child.once('close', (code) => resolve(code === 0));
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const missing = missingServices();
  if (missing.length > 0) throw new Error(`Install ${missing.join(' and ')} first.`);
  if (!process.argv.includes('--check')) await serveUntilSignal();
}

async function serveUntilSignal() {
  const services = await Promise.all([startRedis(), startPostgres()]);
  for (const { url } of services) console.log(url);
  await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  await Promise.all(services.map((service) => service.stop()));
}
