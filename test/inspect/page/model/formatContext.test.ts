import { describe, expect, it } from '@jest/globals';
import { formatContext } from '../../../../src/inspect/page/model/formatContext.js';

const format = (value: unknown) => formatContext(JSON.stringify(value)).split('\n');

describe('a field of a context', () => {
  it('has a line for each part', () => {
    expect(
      format({ open: '0 entries', sent: 3, last: { type: 'result', ok: true }, none: {} }),
    ).toEqual(['open: 0 entries', 'sent: 3', 'last:', '  type: result', '  ok: true', 'none: {}']);
  });

  it('keeps short lists on a line, and gives others a line for each item', () => {
    expect(format([1, 'two', null])).toEqual(['[1, two, null]']);
    expect(format({ pending: [{ id: 'r1', kind: 'hook' }, { id: 'r2' }] })).toEqual([
      ...['pending:', '  - id: r1', '    kind: hook', '  - id: r2'],
    ]);
    expect(format({ pending: [{ id: 'r1' }] })).toEqual(['pending:', '  - id: r1']);
  });

  it('is shown as it is if it was cut', () => {
    expect(formatContext('{"a":"b')).toBe('{"a":"b');
  });
});
