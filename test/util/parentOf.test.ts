import { expect, it } from '@jest/globals';
import { createActor, createMachine, fromCallback } from 'xstate';
import { parentOf, rootOf } from '../../src/util/parentOf.js';

const leaf = fromCallback(() => {});
const inner = createMachine({ invoke: { src: leaf, id: 'leaf' } });
const outer = createMachine({ invoke: { src: inner, id: 'inner' } });

it('finds the parent and the root of an actor', () => {
  const root = createActor(outer).start();
  const child = root.getSnapshot().children.inner;
  const grandchild = child?.getSnapshot().children.leaf;
  if (!child || !grandchild) throw new Error('not invoked');
  expect(parentOf(grandchild)).toBe(child);
  expect(parentOf(child)).toBe(root);
  expect(parentOf(root)).toBeUndefined();
  expect(rootOf(grandchild)).toBe(root);
  expect(rootOf(root)).toBe(root);
  root.stop();
});
