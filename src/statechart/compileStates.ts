import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { compileAction, compileGuard, uncompilable } from './compileActions.js';
import {
  type CompiledState,
  type CompiledTransition,
  domainOf,
  entrySet,
} from './compiledStates.js';
import type { Macrostep } from './Macrostep.js';

/** Compiles a machine's states and transitions. Throws if it has a feature unknown here. */
export function compileStates(machine: AnyStateMachine): CompiledState {
  const states = new Map<AnyStateNode, CompiledState>();
  let transitionCount = 0;
  const root = compileState(machine.root, undefined);
  for (const state of states.values()) addTransitions(state);
  return root;

  function compileState(node: AnyStateNode, parent: CompiledState | undefined): CompiledState {
    const feature = unknownFeature(node, machine.root);
    if (feature) throw uncompilable(machine, `${feature} (${node.id})`);
    const invoked = node.invoke.map(({ id, src, input }) => ({ id, src: src as string, input }));
    const state: CompiledState = {
      node,
      parent,
      children: [],
      entry: [
        ...node.entry.map((action) => compileAction(machine, action)),
        ...invoked.map((one) => (step: Macrostep) => step.spawnChild(one.src, one)),
      ],
      exit: node.exit.map((action) => compileAction(machine, action)),
      invoked: invoked.map(({ id }) => id),
      transitions: new Map(),
      wildcards: [],
      always: [],
    };
    states.set(node, state);
    const nodes = Object.values(node.states as Record<string, AnyStateNode>);
    state.children.push(...nodes.map((child) => compileState(child, state)));
    return state;
  }

  function addTransitions(state: CompiledState): void {
    const { node, transitions, wildcards, always } = state;
    for (const [type, definitions] of node.transitions) {
      const compiled = definitions.map((definition) => compileTransition(state, definition));
      if (!type.endsWith('*')) {
        transitions.set(type, compiled);
        continue;
      }
      const name = type.replace(/\.?\*$/, '');
      wildcards.push({ name, prefix: name && `${name}.`, transitions: compiled });
    }
    wildcards.sort((a, b) => b.name.length - a.name.length);
    always.push(...(node.always ?? []).map((definition) => compileTransition(state, definition)));
  }

  function compileTransition(
    source: CompiledState,
    definition: AnyTransitionDefinition,
  ): CompiledTransition {
    const { target: [node, ...more] = [], reenter, guard, actions } = definition;
    const target = node && states.get(node);
    const domain = target && domainOf(source, target, reenter);
    if (more.length > 0 || (target && !domain)) {
      throw uncompilable(machine, `this kind of target (${source.node.id})`);
    }
    const asList: CompiledTransition[] = [];
    const transition: CompiledTransition = {
      id: transitionCount++,
      asList,
      definition,
      source,
      domain,
      entered: target && domain ? entrySet(source, target, domain) : [],
      guard: guard === undefined ? undefined : compileGuard(machine, guard, root),
      actions: actions.map((action) => compileAction(machine, action)),
    };
    asList.push(transition);
    return transition;
  }
}

function unknownFeature(node: AnyStateNode, root: AnyStateNode): string | undefined {
  if (node.type === 'history') return 'a history state';
  const endsMachine = node.parent === root && root.type === 'compound';
  if (node.type === 'final' && !endsMachine) return 'a final state below the top level';
  if (node.tags.length > 0) return 'tags';
  if (node.meta !== undefined) return 'meta data';
  if (node.type === 'compound' && node.initial.actions.length > 0) return 'initial actions';
  if (node.invoke.some(({ onSnapshot }) => onSnapshot)) return 'onSnapshot';
  return undefined;
}
