import type { ConfigPatch, Executor, KeyType, Reason } from '../logic/index.ts';
import { type ApiClient, TEST_DEADLINE_MS } from './client.ts';

export type TestStepName = 'resolve' | 'connect' | 'host_key' | 'authenticate' | 'platform' | 'git';

/** One step of a connection test. */
export interface TestStep {
  name: TestStepName;
  ok: boolean;
  /** One line for a human. */
  detail: string;
  duration_ms: number;
}

/** What a connection test found. A test that ran and failed is an answer too. */
export interface TestReport {
  ok: boolean;
  /** In order; after the first that failed there is none, but for git, which is not needed. */
  steps: TestStep[];
  host: string;
  /** The key that the target showed; null when it did not come to that. */
  fingerprint: string | null;
  key_algorithm: KeyType | null;
  server_version: string | null;
  reason: Reason | '';
  /** The key that was to be shown; null for a test without a pin. */
  expected: string | null;
}

/** A key to be pinned, as it was shown. */
export interface Trust {
  executor_id: string;
  fingerprint: string;
  key_algorithm: KeyType;
}

/** What became of it: the executor as saved, or why it was not. */
export interface TrustResult {
  executor_id: string;
  executor: Executor | null;
  error: { type: string; detail: string } | null;
}

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

  /** Tries a configuration, stored or not, and writes nothing. */
  test(config: ConfigPatch, signal: AbortSignal): Promise<TestReport> {
    const request = { body: config, signal, deadlineMs: TEST_DEADLINE_MS };
    return this.client.json('POST', 'api/v1/ssh/test', request);
  }

  /** Pins what was shown; one result for each, in order. */
  async trust(keys: readonly Trust[]): Promise<TrustResult[]> {
    const { results } = await this.client.json<{ results: TrustResult[] }>('POST', 'api/v1/ssh/trust', { body: keys });
    return results;
  }

  /** Says what an import would do, and changes nothing. */
  previewImport(sources: ImportSources, signal: AbortSignal): Promise<ImportReport> {
    return this.client.json('POST', 'api/v1/ssh/import', { body: { ...sources, dry_run: true }, signal });
  }

  runImport(sources: ImportSources): Promise<ImportReport> {
    return this.client.json('POST', 'api/v1/ssh/import', { body: { ...sources, dry_run: false } });
  }
}
