import type { NonEmpty } from './toolParts.js';

type Written = { written?: { url: string }; owned?: boolean };

type Asset = { id: string; url: string; size_bytes: number; content_type: string; sha256?: string };

type Upload =
  | ({ file_path: string; status: 'uploaded'; file_name: string } & Asset)
  | {
      file_path: string;
      status: 'failed' | 'not_attempted';
      reason: string;
      message: string;
      may_be_stored?: true;
    };

type Watch =
  | {
      url: string;
      task_id: string;
      since: number;
      explicit: boolean;
      connected: boolean;
      connecting?: boolean;
      token_expires_at: number;
      armed_via?: string;
    }
  | {
      url: string;
      rail: 'durable_wake';
      trigger_id: string;
      since: string;
      events?: string[];
      restored?: boolean;
    }
  | {
      url: string;
      rail: 'live_stopped';
      since?: number;
      explicit?: boolean;
      armed_via?: string;
      stop_kind: string;
    };

type Published = {
  url: string;
  path: string;
  artifact_id?: string;
  title?: string;
  version?: string;
  capabilities?: unknown;
  stored?: {
    contract: string;
    preferredContract?: string;
    capabilities?: Record<string, unknown>;
    carried?: boolean;
    read?: string;
  };
  warnings?: string[];
  publishesRemaining?: number;
  publishesResetAt?: number;
  contract?: string;
  updated?: boolean;
  owned?: boolean;
  icon?: string;
  faviconSent?: true;
  iconDropped?: true;
  audience?: string;
  seq?: number;
  unchanged?: true;
  liveSubscription?: string;
  pinned?: boolean;
};

type Listed = {
  artifacts: {
    title: string;
    url: string;
    favicon?: string;
    updatedAt?: string;
    rel?: 'mine' | 'shared';
    external?: true;
    role?: 'editor' | 'commenter' | 'reader' | 'viewer';
    outsidersMayHaveWritten?: true;
    pinned?: boolean;
  }[];
  truncated?: boolean;
  total?: number;
  total_at_least?: true;
  next_page_token?: string;
  pins_enabled?: boolean;
  scope?: 'shared' | 'all';
  external_listed?: true;
};

type ReadArtifact = {
  read: {
    url: string;
    bytes: number;
    code: number;
    codeText: string;
    result: string;
    durationMs: number;
    title?: string;
  };
  owned?: boolean;
  artifactRead?: { slug: string; ver?: string; seeded?: false };
};

type Watched = {
  watch: {
    url: string;
    watching: boolean;
    outcome: string;
    reason?: string;
    durable_skip_reason?: string;
    task_id?: string;
    since?: number;
    token_expires_at?: number;
    rail?: string;
    trigger_id?: string;
    durable_since?: string;
    status?: number;
    detail?: string;
    note?: string;
    events?: string[];
  };
};

type Watches = {
  watches: Watch[];
  filter_url?: string;
  arms?: {
    url: string;
    rail?: string;
    state: string;
    reconnect?: boolean;
    failures?: number;
    max_failures?: number;
    next_in_s?: number;
    last_failure?: string;
    reason?: string;
    detail?: string;
    server_message?: string;
    at?: number;
  }[];
};

type Outside = { cowritten?: true; outside_writer?: true };

export type ArtifactOutput =
  | Published
  | Listed
  | ReadArtifact
  | Watched
  | { unwatch: { url: string; was_watching: boolean } }
  | Watches
  | (Written & { asset_upload: Asset & { file_name: string } })
  | (Written & { asset_uploads: { url: string; results: NonEmpty<Upload> } })
  | {
      asset_list: Outside & {
        url: string;
        assets: (Asset & { created_at: string })[];
        usage: { files: number; bytes: number; max_files: number; max_bytes: number };
        next?: string;
      };
    }
  | {
      asset_read: Outside & {
        id: string;
        path: string;
        size_bytes: number;
        content_type: string;
        sha256: string;
        public_read?: true;
        foreign?: true;
      };
    }
  | (Written & { asset_delete: { id: string; deleted: boolean } })
  | { pin: { action: 'pin' | 'unpin'; url: string; pinned: boolean; title?: string } };
