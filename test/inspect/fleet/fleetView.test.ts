import { afterEach, describe, expect, it } from '@jest/globals';
import { describeFleet } from '../../../src/inspect/fleet/describeFleet.js';
import { FleetFeed } from '../../../src/inspect/fleet/FleetFeed.js';
import {
  conversationState,
  conversationTone,
  type FleetView,
} from '../../../src/inspect/page/model/fleetView.js';
import { Hub } from '../../../src/inspect/page/server/Hub.js';
import { until } from '../../support/until.js';
import { approval, conversation, ListedFleet } from './support.js';

const shown = { content: 'shown', answers: false } as const;
const hidden = { content: 'hidden', answers: false } as const;

describe('the view of a fleet', () => {
  it('lists what waits for an answer first, then what is at work, then the newest', () => {
    const { conversations, workers, cost } = describeFleet(
      {
        conversations: [
          conversation('old', { at: 1 }),
          conversation('new', { at: 9 }),
          conversation('idle', { state: 'leased.idle', worker: 'w2' }),
          conversation('busy', { state: 'leased.working', worker: 'w1' }),
          conversation('asks', { approvals: ['a1'], worker: 'w1' }),
        ],
        approvals: [],
      },
      shown,
    );
    expect(conversations.map(({ id }) => id)).toEqual(['asks', 'idle', 'busy', 'new', 'old']);
    expect(workers).toEqual([
      { name: 'w1', conversations: 1, working: 1 },
      { name: 'w2', conversations: 1, working: 0 },
    ]);
    expect(cost).toBeCloseTo(0.05);
    const [asks, idle, busy] = conversations;
    const states = [asks, idle, busy].map((one) => one && conversationState(one));
    expect(states).toEqual(['needs an answer', 'idle', 'working']);
    expect([asks, idle].map((one) => one && conversationTone(one))).toEqual(['waiting', 'idle']);
  });

  it('hides the inputs of tools by default, and secrets always', () => {
    const secret = approval('a1', {
      input: { command: 'curl -H "authorization: Bearer abc.def"' },
    });
    const facts = { conversations: [], approvals: [secret] };
    expect(JSON.stringify(describeFleet(facts, hidden))).not.toContain('curl');
    const text = JSON.stringify(describeFleet(facts, shown));
    expect(text).toContain('curl');
    expect(text).not.toContain('abc.def');
  });

  it('shows characters that would make a command look like another one', () => {
    const { approvals } = describeFleet(
      {
        conversations: [],
        approvals: [approval('a1', { input: { command: 'rm \u202e\u200bsl' } })],
      },
      shown,
    );
    expect(approvals[0]?.input).toContain('rm \\u{202e}\\u{200b}sl');
  });

  it('has limits, and counts what is beyond them', () => {
    const many = Array.from({ length: 400 }, (_, index) => conversation(String(index)));
    const long = approval('a1', { input: { command: 'x'.repeat(30_000) } });
    const approvals = [long, ...Array.from({ length: 149 }, (_, index) => approval(`b${index}`))];
    const view = describeFleet({ conversations: many, approvals }, shown);
    expect([view.conversations.length, view.totalConversations]).toEqual([300, 400]);
    expect([view.approvals.length, view.totalApprovals]).toEqual([100, 150]);
    expect(view.approvals[0]).toMatchObject({ isCut: true });
    expect(view.approvals[0]?.input?.length).toBe(20_000);
    expect(view.cost).toBeCloseTo(4);
  });
});

describe('the feed of a fleet', () => {
  const feeds: FleetFeed[] = [];
  afterEach(() => {
    for (const feed of feeds.splice(0)) feed.close();
  });

  it('reads only while a page is open, and keeps the lists if a read fails', async () => {
    const [fleet, hub] = [new ListedFleet(), new Hub()];
    fleet.conversationList = [conversation('chat-1')];
    feeds.push(new FleetFeed(fleet, hub, shown));
    const view = () => JSON.parse(hub.fleet ?? '{}') as FleetView;
    await new Promise(setImmediate);
    expect(fleet.reads).toBe(0);

    const close = hub.addPage(() => {});
    await until('the first read', () => view().totalConversations === 1);
    fleet.failure = Object.assign(new Error('no connection'), { code: 'StoreFailed' });
    await until('the failure', () => view().problem === 'no connection');
    expect(view().conversations.map(({ id }) => id)).toEqual(['chat-1']);
    fleet.failure = undefined;
    await until('the next read', () => view().problem === undefined);
    close();
    await until('the last read', () => fleet.reads > 2);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const { reads } = fleet;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(fleet.reads).toBe(reads);
  }, 20_000);
});
