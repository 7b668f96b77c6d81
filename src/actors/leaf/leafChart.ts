import type { AnyStateNode, StateValue } from 'xstate';

/** The state that is active where `node` is entered. */
export function leafOf(node: AnyStateNode): AnyStateNode {
  const [first] = node.type === 'compound' ? (node.initial.target ?? []) : [];
  return first ? leafOf(first) : node;
}

export function isWithin(node: AnyStateNode, other: AnyStateNode): boolean {
  for (let one: AnyStateNode | undefined = node; one; one = one.parent) {
    if (one === other) return true;
  }
  return false;
}

/** The closest state above both. */
export function sharedParent(node: AnyStateNode, other: AnyStateNode): AnyStateNode {
  let one = node.parent as AnyStateNode;
  while (one.parent && !isWithin(other, one)) one = one.parent;
  return one;
}

/** The value of a snapshot in each atomic state. */
export function valuesOf(root: AnyStateNode): Map<AnyStateNode, StateValue> {
  const nodes = [root, ...descendants(root)].filter(
    ({ states }) => Object.keys(states).length === 0,
  );
  return new Map(nodes.map((node) => [node, valueAt(node.path)]));
}

function valueAt([first = '', ...rest]: readonly string[]): StateValue {
  return rest.length === 0 ? first : { [first]: valueAt(rest) };
}

/** Refuses a chart that needs more than one active state, or anything without a name. */
export function checkLeaf(root: AnyStateNode): void {
  for (const node of [root, ...descendants(root)]) {
    const problem = problemOf(node, root);
    if (problem) throw new Error(`The chart ${root.id} is no leaf: ${node.id} has ${problem}.`);
  }
}

function problemOf(node: AnyStateNode, root: AnyStateNode): string | undefined {
  const transitions = [...node.transitions.values()].flat();
  const named = (name: unknown) => name === undefined || typeof name === 'string';
  if (node.type === 'parallel') return 'parallel states';
  if (node.type === 'history') return 'history';
  if (node.type === 'final' && node.parent !== root) return 'a final state that is not the end';
  if (node.config.exit !== undefined) return 'actions at its exit';
  if (node.config.entry !== undefined && isWithin(leafOf(root), node)) {
    return 'actions at its entry, where the chart begins';
  }
  if (node.always && node.always.length > 0) return 'transitions without an event';
  if (transitions.some(({ eventType }) => eventType.includes('*'))) return 'a wildcard';
  if (transitions.some(({ guard }) => !named(guard))) return 'a guard without a name';
  if (transitions.some(({ actions }) => !actions.every(named))) return 'an action without a name';
  if (node.after.some(({ delay }) => typeof delay !== 'string')) return 'a delay without a name';
  if (new Set(node.after.map(({ eventType }) => eventType)).size < node.after.length) {
    return 'two transitions for one delay';
  }
  return undefined;
}

function descendants(node: AnyStateNode): AnyStateNode[] {
  return Object.values(node.states as Record<string, AnyStateNode>).flatMap((child) => [
    child,
    ...descendants(child),
  ]);
}
