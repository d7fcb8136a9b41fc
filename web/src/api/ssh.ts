import type { ApiClient } from './client.ts';

/** Texts to import; a null one stands for the server's own files. */
export interface ImportSources {
  ssh_config: string | null;
  known_hosts: string | null;
}

export type ImportOutcome = 'created' | 'merged' | 'skipped';

export type ImportReason =
  | 'changed'
  | 'completed'
  | 'config'
  | 'exists'
  | 'key-differs'
  | 'name'
  | 'name-taken'
  | 'no-known-key'
  | 'no-usable-key'
  | 'not-expressible'
  | 'same-host'
  | 'wildcard';

/** What became, or would become, of one name in the ssh configuration. */
export interface ImportedHost {
  name: string;
  outcome: ImportOutcome;
  /** Null for a host that is created with its key. */
  reason: ImportReason | null;
  message: string | null;
  executor_id: string | null;
  fingerprint: string | null;
  key_algorithm: string | null;
  file: string;
  line: number;
}

export interface ImportReport {
  dry_run: boolean;
  hosts: ImportedHost[];
  warnings: string[];
}

export class SshApi {
  constructor(private readonly client: ApiClient) {}

  /** Says what an import would do, and changes nothing. */
  previewImport(sources: ImportSources, signal: AbortSignal): Promise<ImportReport> {
    return this.client.json('POST', 'api/v1/ssh/import', { body: { ...sources, dry_run: true }, signal });
  }

  runImport(sources: ImportSources): Promise<ImportReport> {
    return this.client.json('POST', 'api/v1/ssh/import', { body: { ...sources, dry_run: false } });
  }
}
