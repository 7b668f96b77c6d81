import { describe, expect, it } from '@jest/globals';
import type { HookEvent } from '../../src/codec/hooks.js';
import type { ToCliSubtype } from '../../src/codec/requestsToCli.js';
import type { Query, Session } from '../../src/index.js';
import { hookEventNames, hookEventProblem } from '../../src/options/hookEvents.js';
import {
  type OperationName,
  operationProblem,
  operationSubtypes,
  subtypeOf,
} from '../../src/options/operationNames.js';

/** Does not compile if an operation is no method of sessions and queries. */
const areMethods: [OperationName] extends [keyof Session & keyof Query] ? true : never = true;

describe('the names of control operations', () => {
  it('are methods of sessions and queries, and know their subtypes', () => {
    expect(areMethods).toBe(true);
    for (const [method, subtype] of Object.entries(operationSubtypes)) {
      expect(subtypeOf(method)).toBe(subtype);
      expect(subtypeOf(subtype)).toBe(subtype);
    }
  });

  it.each<ToCliSubtype>(['get_usage', 'mcp_message', 'rewind_files'])('include %s', (subtype) => {
    expect(operationProblem(subtype)).toBeUndefined();
  });

  it('include unknown subtypes that a newer CLI may have', () => {
    expect(operationProblem('brand_new_thing')).toBeUndefined();
  });
});

describe('the names of hook events', () => {
  it('are known, or those of a newer CLI', () => {
    const known: HookEvent = 'PreToolUse';
    expect(hookEventNames).toContain(known);
    expect(hookEventProblem(known)).toBeUndefined();
    expect(hookEventProblem('BrandNew')).toBeUndefined();
    expect(hookEventProblem('pre_tool_use')).toContain('`PreToolUse`');
  });
});
