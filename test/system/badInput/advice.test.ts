import { describe, expect, it } from '@jest/globals';
import { nextSteps } from './support.js';

describe('the check for a next step', () => {
  it.each([
    'The CLI ended with code 1.',
    'The query was aborted by its signal.',
    'A line is not JSON and was skipped. A wrapper may write to its stdout.',
    'It said: nothing to install, and the start failed.',
    'The CLI refused to start: settings are broken',
  ])('finds none in %j', (message) => {
    expect(nextSteps(message)).toEqual([]);
  });

  it.each([
    ['It is longer than 5 bytes. Raise limits.lineBytes.', 'Raise limits.lineBytes.'],
    ['Unknown option `modle`. Did you mean `model`?', 'Did you mean `model`?'],
    ['Option `cwd` must be a string.', 'must be a string.'],
    ['It is stuck: start a new session.', 'start a new session.'],
  ])('finds that of %j', (message, step) => {
    expect(nextSteps(message)).toEqual([step]);
  });
});
