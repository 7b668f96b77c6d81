// The cases, by name. Each is a program in `cases/` and what must be seen of it.

import { diesBySigkill, endsWith, killedBy, succeeds } from './runCase.mjs';
import { servesPage } from './servesPage.mjs';

export const passes = (program, ...args) => ({ program, args, check: succeeds });
const parent = (check, ...args) => ({ program: 'parent.mjs', args, check });

/** The same everywhere. */
export const commonCases = {
  query: passes('query.mjs'),
  session: passes('session.mjs'),
  hooks: passes('hooks.mjs'),
  permissions: passes('permissions.mjs'),
  MCP: passes('mcp.mjs'),
  abort: passes('abort.mjs'),
  stop: passes('stop.mjs'),
  stall: passes('stall.mjs'),
  store: passes('store.mjs'),
  'arguments and folders': passes('arguments.mjs'),
  'CRLF lines': passes('crlf.mjs'),
  'embedded machine': passes('embedded.mjs'),
  'inspector page': passes('inspector.mjs'),
  'the command': passes('command.mjs'),
  'parent exits': parent(endsWith(7), 'exit'),
  'parent throws': parent(endsWith(1), 'throw'),
  'parent killed: SIGKILL': parent(killedBy('SIGKILL')),
};

/** Windows has no signals. SIGKILL is what Wine makes of a TerminateProcess. */
export const windowsCases = {
  discovery: passes('windowsDiscovery.mjs'),
  ...commonCases,
  // Under Wine, a program can listen on a port but not connect to one.
  'inspector page': { program: 'inspectorServer.mjs', check: servesPage },
};

/** What systems with signals have in addition. */
export const posixCases = {
  ...commonCases,
  'parent killed: SIGINT': parent(killedBy('SIGINT')),
  'parent killed: SIGTERM': parent(killedBy('SIGTERM')),
  'parent killed: SIGHUP': parent(killedBy('SIGHUP')),
  ...Object.fromEntries(
    [0, 1, 3, 10, 30].map((delay) => [
      `killed ${delay} ms after the start`,
      { program: 'early.mjs', args: [String(delay)], check: diesBySigkill },
    ]),
  ),
};
