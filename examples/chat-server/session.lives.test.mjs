// Made by `claude-actors generate-tests` --machine session --runner node --cover transitions.
// Make it anew after an update of claude-actors. What is yours is in the driver.
import { test } from 'node:test';
import { sessionModel } from 'claude-actors/testing';
import { driver } from './session.driver.mjs';

/** One life, one test. It is skipped where the driver leaves out what the life needs. */
function life(name, steps, options) {
  const path = { name, steps, options };
  const declare = sessionModel.canRun(path, driver) ? test : test.skip;
  declare(name, () => sessionModel.run(path, driver).then(() => {}));
}

life('a conversation: app sends a message, cli is idle, app sends another message', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'cli is idle',
  'app sends another message',
]);

life('a conversation: app sends a message, cli is idle, cli answers', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'cli is idle',
  'cli answers',
]);

life('a conversation: app sends a message, cli exits', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'cli exits',
]);

life('a conversation: app ends the session, app stops the session', [
  'cli starts',
  'cli accepts the handshake',
  'app ends the session',
  'app stops the session',
]);

life('a conversation: cli exits', [
  'cli starts',
  'cli accepts the handshake',
  'cli exits',
]);

life('the start: cli starts, cli calls a hook, app ends the session, app sends a message', [
  'cli starts',
  'cli calls a hook',
  'app ends the session',
  'app sends a message',
]);

life('the start: cli starts, cli accepts the handshake, app asks the CLI for something, app takes its request back', [
  'cli starts',
  'cli accepts the handshake',
  'app asks the CLI for something',
  'app takes its request back',
]);

life('the start: cli starts, cli calls a hook, cli accepts the handshake', [
  'cli starts',
  'cli calls a hook',
  'cli accepts the handshake',
]);

life('the start: cli starts, cli calls a hook, cli refuses the handshake', [
  'cli starts',
  'cli calls a hook',
  'cli refuses the handshake',
]);

life('the start: cli starts, cli calls a hook, time passes, 30 seconds', [
  'cli starts',
  'cli calls a hook',
  'time passes, 30 seconds',
]);

life('the start: cli starts, app asks the CLI for something, app takes its request back', [
  'cli starts',
  'app asks the CLI for something',
  'app takes its request back',
]);

life('the start: cli starts, cli says something', [
  'cli starts',
  'cli says something',
]);

life('the start: app stops the session, app sends a message', [
  'app stops the session',
  'app sends a message',
]);

life('the start: app stops the session, cli exits', [
  'app stops the session',
  'cli exits',
]);

life('the start: app stops the session, app stops the session', [
  'app stops the session',
  'app stops the session',
]);

life('the start: cli starts, cli refuses the handshake', [
  'cli starts',
  'cli refuses the handshake',
]);

life('the start: cli starts, cli exits', [
  'cli starts',
  'cli exits',
]);

life('the start: cli starts, time passes, 30 seconds', [
  'cli starts',
  'time passes, 30 seconds',
]);

life('the start: cli starts, cli calls a hook that nobody has', [
  'cli starts',
  'cli calls a hook that nobody has',
]);

life('the start: cli starts, app sends a message', [
  'cli starts',
  'app sends a message',
]);

life('the start: cli starts, app ends the session', [
  'cli starts',
  'app ends the session',
]);

life('the start: app stops the session, cli calls a hook', [
  'app stops the session',
  'cli calls a hook',
]);

life('the start: app stops the session, cli calls a hook that nobody has', [
  'app stops the session',
  'cli calls a hook that nobody has',
]);

life('the start: app stops the session, app asks the CLI for something', [
  'app stops the session',
  'app asks the CLI for something',
]);

life('the start: app asks the CLI for something, app takes its request back', [
  'app asks the CLI for something',
  'app takes its request back',
]);

life('the start: app asks for something within a second, time passes, 30 seconds', [
  'app asks for something within a second',
  'time passes, 30 seconds',
]);

life('the start: cli cannot be started', [
  'cli cannot be started',
]);

life('the start: app sends a message', [
  'app sends a message',
]);

life('the start: app ends the session', [
  'app ends the session',
]);

life('permissions and interrupts: cli asks for permission, cli takes its question back', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'cli asks for permission',
  'cli takes its question back',
]);

life('permissions and interrupts: cli asks for permission, app interrupts', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'cli asks for permission',
  'app interrupts',
]);

life('permissions and interrupts: cli asks for permission, time passes, 2 minutes', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'cli asks for permission',
  'time passes, 2 minutes',
]);

life('permissions and interrupts: app interrupts, cli refuses the interrupt', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'app interrupts',
  'cli refuses the interrupt',
]);

life('permissions and interrupts: cli is idle, time passes, 5 seconds', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'cli is idle',
  'time passes, 5 seconds',
]);

life('permissions and interrupts: time passes, 2 minutes', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'time passes, 2 minutes',
]);

life('messages and their fate: cli takes the message up', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'cli takes the message up',
]);

life('background tasks: cli begins a task, cli ends a task', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'cli begins a task',
  'cli ends a task',
]);

life('lines that cannot be read: cli writes garbage', [
  'cli starts',
  'cli accepts the handshake',
  'cli writes garbage',
]);

life('lines that cannot be read: cli writes a long line', [
  'cli starts',
  'cli accepts the handshake',
  'cli writes a long line',
]);

life('lines that cannot be read: cli asks what nobody can answer', [
  'cli starts',
  'cli accepts the handshake',
  'cli asks what nobody can answer',
]);

life('a line over the limit: cli writes a line over the limit', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'cli writes a line over the limit',
], {"limits":{"lineBytes":4194304}});

life('a pipe that fails: app sends a message that the CLI never reads, time passes, 5 seconds', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message that the CLI never reads',
  'time passes, 5 seconds',
]);

life('a pipe that fails: app sends a message, and the pipe breaks', [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message, and the pipe breaks',
]);

life('an answer that is never read: app ends the session, app allows, which the CLI never reads, time passes, and the CLI still reads nothing', [
  'cli starts',
  'cli accepts the handshake',
  'cli asks for permission',
  'app ends the session',
  'app allows, which the CLI never reads',
  'time passes, and the CLI still reads nothing',
]);

life("silence, and stall: 'interrupt': app sends a message, time passes, 2 minutes", [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'time passes, 2 minutes',
], {"stall":{"action":"interrupt"}});

life("silence, and stall: 'stop': app sends a message, time passes, 2 minutes", [
  'cli starts',
  'cli accepts the handshake',
  'app sends a message',
  'time passes, 2 minutes',
], {"stall":{"action":"stop"}});
