import { assign, fromPromise, setup } from 'xstate';
import { defaultListener } from '../../defaults/fleetBackends.js';
import type { PostgresClient } from './postgresTypes.js';

interface ListenerContext {
  client: PostgresClient | undefined;
}

type ListenerEvent = { type: 'lost'; client: PostgresClient } | { type: 'close' };

/**
 * The connection that listens for notifications. It can die without an error, so it is checked while it
 * is silent. `connect` subscribes, and catches up with missed changes, before it is done.
 */
export const listenerMachine = setup({
  types: { context: {} as ListenerContext, events: {} as ListenerEvent },
  actors: {
    connect: fromPromise<PostgresClient>(() => Promise.reject(new Error('not provided'))),
    check: fromPromise<void, PostgresClient | undefined>(() => Promise.resolve()),
  },
  actions: {
    releaseClient: () => {},
    sendNotes: () => {},
  },
  guards: {
    isCurrent: ({ context, event }) => event.type === 'lost' && event.client === context.client,
  },
  delays: {
    connection: defaultListener.connectionMs,
    check: defaultListener.checkMs,
    answer: defaultListener.answerMs,
    retry: defaultListener.retryMs,
  },
}).createMachine({
  id: 'listener',
  context: { client: undefined },
  initial: 'connecting',
  states: {
    connecting: {
      invoke: {
        src: 'connect',
        onDone: { target: 'connected', actions: assign({ client: ({ event }) => event.output }) },
        onError: 'pausing',
      },
      after: { connection: 'pausing' },
    },
    connected: {
      entry: 'sendNotes',
      exit: ['releaseClient', assign({ client: undefined })],
      initial: 'silent',
      states: {
        silent: { after: { check: 'checking' } },
        checking: {
          invoke: {
            src: 'check',
            input: ({ context }) => context.client,
            onDone: 'silent',
            onError: '#listener.pausing',
          },
          after: { answer: '#listener.pausing' },
        },
      },
      on: { lost: { guard: 'isCurrent', target: 'pausing' } },
    },
    pausing: { after: { retry: 'connecting' } },
    closed: { type: 'final' },
  },
  on: { close: '.closed' },
});
