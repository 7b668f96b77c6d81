// Outputs of tools that have several shapes.

type ImageType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';
type Data = Record<string, unknown>;

type Launched = { description: string; prompt: string; outputFile: string };
type ModelsUsed = { resolvedModel?: string; modelsUsed?: string[] };

export type AgentOutput =
  | (ModelsUsed & {
      status: 'completed';
      agentId: string;
      agentType?: string;
      content: { type: 'text'; text: string; citations?: unknown[] | null }[];
      prompt: string;
      totalToolUseCount: number;
      totalDurationMs: number;
      totalTokens: number;
      usage: {
        input_tokens: number;
        output_tokens: number;
        cache_creation_input_tokens: number | null;
        cache_read_input_tokens: number | null;
        server_tool_use: { web_search_requests: number; web_fetch_requests: number } | null;
        service_tier: string | null;
        cache_creation: {
          ephemeral_1h_input_tokens: number;
          ephemeral_5m_input_tokens: number;
        } | null;
        inference_geo?: string | null;
        speed?: string | null;
        iterations?: unknown;
        output_tokens_details?: { thinking_tokens?: number | null } | null;
        fallback_credit?: unknown;
      };
      toolsUsed?: string[];
      toolStats?: {
        readCount: number;
        searchCount: number;
        bashCount: number;
        editFileCount: number;
        linesAdded: number;
        linesRemoved: number;
        otherToolCount: number;
        frameCount?: number;
      };
      worktreePath?: string;
      worktreeBranch?: string;
    })
  | (Launched &
      ModelsUsed & {
        status: 'async_launched';
        isAsync?: true;
        agentId: string;
        canReadOutputFile?: boolean;
      })
  | (Launched & { status: 'remote_launched'; taskId: string; sessionUrl: string });

export type FileReadOutput =
  | {
      type: 'text';
      file: {
        filePath: string;
        content: string;
        numLines: number;
        startLine: number;
        totalLines: number;
        truncatedByTokenCap?: boolean;
      };
      artifactRead?: { slug: string; ver: string };
    }
  | {
      type: 'image';
      file: {
        base64: string;
        type: ImageType;
        originalSize: number;
        dimensions?: {
          originalWidth?: number;
          originalHeight?: number;
          displayWidth?: number;
          displayHeight?: number;
        };
      };
    }
  | { type: 'notebook'; file: { filePath: string; cells: unknown[] } }
  | { type: 'pdf'; file: { filePath: string; base64: string; originalSize: number } }
  | {
      type: 'parts';
      file: { filePath: string; originalSize: number; count: number; outputDir: string };
      firstPage?: number;
      pages?: { base64: string; mediaType: ImageType; error?: string }[];
    };

export type ListMcpResourcesOutput = {
  uri: string;
  name: string;
  mimeType?: string;
  description?: string;
  server: string;
}[];

export type McpOutput = string | { type: string; [field: string]: unknown }[] | Data;

export type RefreshMcpToolsOutput = {
  server: string;
  status: 'refreshed' | 'error' | 'not_connected';
  toolCount?: number;
  added?: string[];
  removed?: string[];
  error?: string;
}[];

type Notice = { notice?: string };
type MemoryFile = {
  path: string;
  size_bytes: number;
  updated_at: string | null;
  truncated: boolean;
};

export type ProjectsOutput =
  | (Notice & {
      method: 'project_info';
      local_file?: string;
      name: string;
      description: string;
      instructions: string;
      docs: { path: string; created_at: string | null }[];
      files?: { path: string; file_kind: string; created_at: string | null }[];
      sync_sources?: { type: string | null; config: Data }[];
      knowledge: { knowledge_size: number; max_knowledge_size: number };
    })
  | (Notice & {
      method: 'project_read';
      path: string;
      file_kind?: string;
      content?: string;
      local_file?: string;
      created_at: string | null;
    })
  | (Notice & {
      method: 'project_search';
      rag: boolean;
      hits?: {
        name?: string;
        doc_uuid?: string;
        text?: string;
        image_attached?: boolean;
        page?: number;
      }[];
      docs?: string[];
    })
  | (Notice & {
      method: 'project_write';
      path: string;
      doc_uuid: string;
      replaced: boolean;
      present_to_user?: boolean;
      local_path?: string;
    })
  | (Notice & { method: 'project_delete'; path: string; deleted: boolean })
  | (Notice & { method: 'project_memory_list'; files: MemoryFile[]; truncated: boolean })
  | (Notice &
      MemoryFile & { method: 'project_memory_read'; content?: string; local_file?: string });
