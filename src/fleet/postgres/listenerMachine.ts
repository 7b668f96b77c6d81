import { assign, fromPromise, setup } from 'xstate';
import { defaultListener } from '../../defaults/fleetBackends.js';
import type { PostgresClient } from './postgresTypes.js';

interface ListenerContext {
  client: PostgresClient | undefined;
}

type ListenerEvent = { type: 'lost'; client: PostgresClient } | { type: 'close' };

/**
 * The one connection that listens for notifications. A connection can be dead without anybody being
 * told, so a silent one is asked now and then. `connect` subscribes and catches up before it is done.
 */
export const listenerMachine = setup({
  types: { context: {} as ListenerContext, events: {} as ListenerEvent },
  actors: {
    connect: fromPromise<PostgresClient>(() => Promise.reject(new Error('not provided'))),
    check: fromPromise<void, PostgresClient | undefined>(() => Promise.resolve()),
  },
  actions: {
    drop: () => {},
    announce: () => {},
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
      entry: 'announce',
      exit: ['drop', assign({ client: undefined })],
      initial: 'silent',
      states: {
        silent: { after: { check: 'asking' } },
        asking: {
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
