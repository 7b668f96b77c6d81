import { describe, expect, it } from '@jest/globals';
import { type TaskEvent, taskChart } from '../../../src/machines/taskChart.js';
import { fromCli, taskNotification, taskStarted } from './fromCli.js';
import { gone, running, said, stop, taskEnd } from './sessionWalk.js';
import { Walk } from './Walk.js';

const about = { id: 't', taskType: 'local_agent', description: 'work' };
const task = () => new Walk(taskChart, about);
const withTask = () => running().take(...fromCli(taskStarted('t')));
const updated = (id: string, status: string) => ({
  type: 'system',
  subtype: 'task_updated',
  task_id: id,
  patch: { status },
});

describe('task', () => {
  it('`running`', () => {
    expect(task().state).toBe('running');
  });

  it.each(['completed', 'failed', 'stopped'] as const)('`running` → `%s`', (state) => {
    const walk = task().take({ type: `task.${state}` } as TaskEvent);
    expect(walk.state).toBe(state);
    expect(walk.snapshot.output).toEqual({ id: 't', outcome: state });
  });

  it('progress', () => {
    const walk = task().take({ type: 'task.progressed', description: 'half' });
    expect(walk.state).toBe('running');
    expect(walk.snapshot.context.progress).toBe('half');
  });
});

describe('what the session tells a task', () => {
  it('`running`: a child for each background task that the CLI reports', () => {
    const walk = withTask();
    expect(walk.spawned).toEqual([{ id: 'task#t', src: 'task', input: about }]);
    expect(said(walk, 'task')).toEqual([
      { type: 'task', id: 't', state: 'running', description: 'work' },
    ]);
  });

  it.each([
    ['completed', 'task.completed'],
    ['failed', 'task.failed'],
    ['stopped', 'task.stopped'],
  ])('by `task_notification` with status %s', (status, type) => {
    const walk = withTask().take(...fromCli(taskNotification('t', status)));
    expect(walk.sentTo('task#t')).toEqual([{ type }]);
  });

  it.each([
    ['completed', 'task.completed'],
    ['failed', 'task.failed'],
    ['stopped', 'task.stopped'],
    ['killed', 'task.stopped'],
  ])('by a `task_updated` patch with status %s', (status, type) => {
    const walk = withTask().take(...fromCli(updated('t', status)));
    expect(walk.sentTo('task#t')).toEqual([{ type }]);
  });

  it('not by a `task_updated` patch with another status', () => {
    const walk = withTask().take(...fromCli(updated('t', 'running')));
    expect(walk.sentTo('task#t')).toEqual([]);
  });

  it.each([
    ['`task_notification`', taskNotification('t', 'failed'), updated('t', 'completed')],
    ['`task_updated`', updated('t', 'failed'), taskNotification('t')],
  ])('whichever comes first: %s', (_, first, second) => {
    const walk = withTask().take(...fromCli(first), taskEnd('t', 'failed'));
    expect(said(walk, 'task')).toEqual([{ type: 'task', id: 't', state: 'failed' }]);
    walk.take(...fromCli(second));
    expect(walk.sentTo('task#t')).toEqual([]);
    expect(said(walk, 'task')).toEqual([]);
  });

  it('progress by `task_progress`', () => {
    const progress = {
      type: 'system',
      subtype: 'task_progress',
      task_id: 't',
      description: 'half',
    };
    const walk = withTask().take(...fromCli(progress));
    expect(walk.sentTo('task#t')).toEqual([{ type: 'task.progressed', description: 'half' }]);
  });

  it.each([
    ['is interrupted by a stop while a task is open', withTask, true],
    ['is not if there is none', running, false],
  ])('a CLI that calls itself idle %s', (_, begin, working) => {
    const idle = { type: 'system', subtype: 'session_state_changed', state: 'idle' };
    const walk = begin()
      .take(...fromCli(idle))
      .take(stop);
    expect(walk.sentTo('process')).toEqual([{ type: 'process.stop', working }]);
  });

  it('tasks still open when the process ends are `stopped`', () => {
    const walk = withTask().take(gone());
    expect(walk.sentTo('task#t')).toEqual([{ type: 'task.stopped' }]);
    walk.take(taskEnd('t', 'stopped'));
    expect(said(walk, 'task')).toEqual([{ type: 'task', id: 't', state: 'stopped' }]);
    expect(walk.state).toBe('stopped');
  });
});
