import { toolSubject } from '../model/displayNames.js';
import type {
  StoryBlock,
  StoryNotice,
  StoryTask,
  StoryText,
  StoryTool,
  ToolDecision,
} from '../model/story/story.js';
import { html } from './dom.js';
import { formatDuration, plural } from './format.js';

/** What the blocks of a conversation need from their panel. */
export interface BlockContext {
  isHidden: boolean;
  /** Whether a block that can be opened is open. The user's choice survives a redraw. */
  isOpen(id: string): boolean | undefined;
  setOpen(id: string, open: boolean): void;
  /** Shows the frame behind a block. */
  select(n: number): void;
  /** Moves the whole page to the moment of a row. */
  goTo(n: number): void;
}

/** Draws a block. Texts that are still being written have a cursor. */
export function drawBlock(block: StoryBlock, context: BlockContext): HTMLElement {
  switch (block.kind) {
    case 'text':
      return drawText(block);
    case 'thinking':
      return drawThinking(block, context);
    case 'tool':
      return drawTool(block, context);
    case 'task':
      return drawTask(block);
    case 'notice':
      return drawNotice(block, context);
  }
}

/** Two blocks with the same signature look the same. */
export function signatureOf(block: StoryBlock): string {
  switch (block.kind) {
    case 'text':
    case 'thinking':
      return `${block.text?.length} ${block.endedAt}`;
    case 'task':
      return `${block.endedAt} ${block.tokens} ${block.toolUses}`;
    case 'notice':
      return block.code;
    case 'tool': {
      const { endedAt, outcome, decisions, children, task, input } = block;
      const inner = [...children, ...(task ? [task] : [])].map(signatureOf);
      const isWhole = input !== undefined && Object.keys(input as object).length > 0;
      const verdicts = decisions.map(({ verdict }) => verdict);
      return `${endedAt} ${outcome} ${verdicts} ${isWhole} [${inner.join()}]`;
    }
  }
}

/** A time span that grows until `endedAt` is known. The panel updates its text. */
export function elapsed(startedAt: number, endedAt: number | undefined): HTMLElement {
  if (endedAt !== undefined) {
    return html('span', { class: 'duration', text: formatDuration(endedAt - startedAt) });
  }
  return html('span', { class: 'duration running', 'data-since': startedAt, text: '…' });
}

function drawText({ n, text, endedAt }: StoryText): HTMLElement {
  const isWriting = endedAt === undefined;
  return html('p', {
    class: `said ${isWriting ? 'writing' : ''} ${text === undefined ? 'hidden-text' : ''}`,
    'data-n': n,
    text: text ?? 'text hidden',
  });
}

function drawThinking({ n, text, at, endedAt }: StoryText, context: BlockContext): HTMLElement {
  return foldable(
    { id: `thinking ${n}`, class: 'thinking', n, isOpenAtFirst: endedAt === undefined },
    context,
    [html('span', { class: 'kind', text: 'thinking' }), elapsed(at, endedAt)],
    [html('p', { class: 'said', text: text || (context.isHidden ? 'text hidden' : 'not shown') })],
  );
}

const outcomeLabels = { ok: '', failed: 'failed', refused: 'refused', cancelled: 'no result' };

function drawTool(tool: StoryTool, context: BlockContext): HTMLElement {
  const { id, n, name, input, startedAt, endedAt, outcome, result, decisions, children } = tool;
  const subject = toolSubject(input);
  const label = outcome === undefined ? '' : outcomeLabels[outcome];
  const head = [
    html('span', { class: 'kind', text: name }),
    html('code', { class: 'subject', text: subject, title: subject }),
    label !== '' && html('span', { class: `verdict ${outcome}`, text: label }),
    elapsed(startedAt, endedAt),
  ];
  const isHidden = context.isHidden && subject === '';
  const changed = decisions.findLast(({ changedInput }) => changedInput !== undefined);
  const body = [
    isHidden
      ? html('p', { class: 'hidden-text', text: 'input and result hidden' })
      : html('pre', { tabindex: 0, 'aria-label': 'Input', text: inputText(input) }),
    changed &&
      html('p', { class: 'quiet', text: `The tool got another input from ${changed.name}:` }),
    changed &&
      html('pre', {
        ...{ tabindex: 0, 'aria-label': 'Changed input' },
        text: inputText(changed.changedInput),
      }),
    result !== undefined &&
      html('pre', { class: 'result', tabindex: 0, 'aria-label': 'Result', text: result }),
    html(
      'div',
      { class: 'links' },
      linkButton('Show the frame', () => context.select(n)),
      linkButton('Go to this moment', () => context.goTo(n)),
    ),
  ];
  const call = foldable({ id, class: `tool ${outcome ?? 'open'}`, n }, context, head, body);
  const nested = [
    ...decisions.map(drawDecision),
    tool.task && drawTask(tool.task),
    ...children.map((child) => drawBlock(child, context)),
  ];
  return html(
    'div',
    { class: 'call', 'data-n': n },
    call,
    nested.some(Boolean) && html('div', { class: 'nested' }, ...nested),
  );
}

function linkButton(text: string, click: () => void): HTMLElement {
  return html('button', { type: 'button', class: 'link', text, on: { click } });
}

const verdictMarks = {
  ...{ allowed: '✓', refused: '✗', asked: '?', passed: '–', failed: '!' },
  ...{ pending: '…', unanswered: '–' },
};
const verdictTexts = {
  ...{ allowed: 'allowed it', refused: 'refused it', asked: 'asked for a permission' },
  ...{ passed: 'let it pass', failed: 'failed' },
  ...{ pending: 'is being asked', unanswered: 'did not answer' },
};

function drawDecision({ name, verdict, reason, remark, at, ms }: ToolDecision): HTMLElement {
  const waited = ms === undefined ? '' : ` · ${formatDuration(ms)}`;
  const said = [verdictTexts[verdict], remark].filter(Boolean).join(' ');
  return html(
    'p',
    { class: `decision ${verdict}` },
    html('span', { 'aria-hidden': 'true', text: `${verdictMarks[verdict]} ` }),
    html('strong', { text: name }),
    ` ${said}${reason ? `: ${reason}` : ''}${waited} `,
    verdict === 'pending' && elapsed(at, undefined),
  );
}

function drawTask(task: StoryTask): HTMLElement {
  const { n, description, taskType, startedAt, endedAt, outcome, tokens, toolUses } = task;
  const details = [
    tokens !== undefined && plural(tokens, 'token'),
    toolUses !== undefined && plural(toolUses, 'tool'),
    outcome === 'failed' && 'failed',
    outcome === 'cancelled' && 'stopped',
  ].filter(Boolean);
  return html(
    'p',
    { class: `task ${outcome ?? 'open'}`, 'data-n': n },
    html('span', { class: 'kind', text: taskKind(task) }),
    html('span', { class: 'subject', text: description ?? taskType ?? 'task' }),
    html('span', { class: 'quiet', text: details.join(' · ') }),
    elapsed(startedAt, endedAt),
  );
}

/** `subagent`, `background agent`, `background command`. */
function taskKind({ taskType = '', isBackground }: StoryTask): string {
  const isAgent = taskType.endsWith('_agent');
  if (isAgent && !isBackground) return 'subagent';
  return `background ${isAgent ? 'agent' : taskType.endsWith('_bash') ? 'command' : 'task'}`;
}

const levelLabels = { error: 'Error', warning: 'Warning', info: '' };

function drawNotice(
  { n, level, code, message, remedy }: StoryNotice,
  { isHidden }: BlockContext,
): HTMLElement {
  const text = message ?? (isHidden ? 'Its message is hidden.' : undefined);
  return html(
    'div',
    { class: `notice ${level}`, 'data-n': n, role: level === 'info' ? undefined : 'note' },
    level !== 'info' && html('strong', { text: `${levelLabels[level]} ${code}` }),
    text !== undefined && html('p', {}, ...withCode(text)),
    remedy !== undefined && html('p', { class: 'remedy' }, ...withCode(remedy)),
  );
}

/** A text whose parts between backticks are code. */
function withCode(text: string): (HTMLElement | string)[] {
  const parts = text.split(/`([^`\n]+)`/);
  return parts.map((part, index) => (index % 2 === 1 ? html('code', { text: part }) : part));
}

interface Foldable {
  id: string;
  class: string;
  n: number;
  isOpenAtFirst?: boolean;
}

function foldable(
  { id, class: className, n, isOpenAtFirst = false }: Foldable,
  context: BlockContext,
  head: Parameters<typeof html>[2][],
  body: Parameters<typeof html>[2][],
): HTMLElement {
  const isOpen = context.isOpen(id) ?? isOpenAtFirst;
  const element = html(
    'details',
    { class: className, 'data-n': n, open: isOpen && '' },
    html('summary', {}, ...head),
    ...body,
  );
  // A click on the summary, or a key. `toggle` would also fire when the element is drawn open.
  element.querySelector('summary')?.addEventListener('click', () => {
    context.setOpen(id, !element.open);
  });
  return element;
}

/** An input as JSON, but with its texts as they are: line for line, without escapes. */
function inputText(input: unknown): string {
  if (typeof input !== 'object' || input === null) return String(input ?? '');
  const fields = Object.entries(input).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
    return text.includes('\n') ? `${name}:\n${text.replace(/^/gm, '  ')}` : `${name}: ${text}`;
  });
  return fields.join('\n');
}
