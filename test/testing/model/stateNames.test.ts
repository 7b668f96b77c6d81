import { describe, expect, it } from '@jest/globals';
import { queryModel } from '../../../src/testing/model/query/queryModel.js';
import { sessionModel } from '../../../src/testing/model/session/sessionModel.js';
import { plainQuery } from './plainQuery.js';
import { plainSession } from './plainSession.js';

const never = () => {
  throw new Error('no state has this name');
};
const misspelt = { 'running.turn.requireAction': never };
const unknown = expect.objectContaining({
  code: 'InvalidOption',
  message: expect.stringMatching(
    /'running\.turn\.requireAction'.*Did you mean `running\.turn\.requiresAction`/,
  ),
});

describe('a check for a state that does not exist is refused', () => {
  it('in the driver of a session', async () => {
    const driver = { ...plainSession, states: misspelt as object };
    const path = { name: 'a start', steps: ['cli starts'] as const };
    await expect(sessionModel.run(path, driver)).rejects.toEqual(unknown);
    expect(() => sessionModel.paths({ cover: 'states', driver })).toThrow(unknown as never);
  });

  it('in the driver of a query', async () => {
    const driver = { ...plainQuery, states: { streeming: never } as object };
    const path = { name: 'a start', steps: ['cli says something'] as const };
    await expect(queryModel.run(path, driver)).rejects.toThrow('Did you mean `streaming`?');
    expect(() => queryModel.paths({ driver })).toThrow('Did you mean `streaming`?');
  });
});
