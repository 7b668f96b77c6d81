// Parts that inputs and outputs of tools share.

export type NonEmpty<Item> = [Item, ...Item[]];

type Choice = { label: string; description: string; preview?: string };

export type Question = {
  question: string;
  header: string;
  options: [Choice, Choice] | [Choice, Choice, Choice] | [Choice, Choice, Choice, Choice];
  multiSelect: boolean;
};

export type TodoStatus = 'pending' | 'in_progress' | 'completed';

export type Todo = { content: string; status: TodoStatus; activeForm: string };

export type Finding = {
  file: string;
  line?: number;
  summary: string;
  short_summary?: string;
  failure_scenario: string;
  category?: string;
  verdict?: 'CONFIRMED' | 'PLAUSIBLE';
  outcome?: 'fixed' | 'skipped' | 'no_change_needed';
};

/** What a file tool changed. */
export type FileChange = {
  structuredPatch: {
    oldStart: number;
    oldLines: number;
    newStart: number;
    newLines: number;
    lines: string[];
  }[];
  originalFile: string | null;
  gitDiff?: {
    filename: string;
    status: 'modified' | 'added';
    additions: number;
    deletions: number;
    changes: number;
    patch: string;
    repository?: string | null;
  };
  staged?: boolean;
};
