import { type ReachabilityView, readView } from '../logic/index.ts';
import { type ApiClient, PROBE_DEADLINE_MS } from './client.ts';

/** Reads records. Every one that leaves here has only well-formed timestamps. */
export class ReachabilityApi {
  #etag: string | null = null;

  constructor(private readonly client: ApiClient) {}

  /** Every record; `null` when nothing has changed since the last list that was taken (W4). */
  async list(signal?: AbortSignal): Promise<ReachabilityView[] | null> {
    const response = await this.client.send('GET', 'api/v1/ssh/reachability', {
      ...(this.#etag === null ? {} : { headers: { 'If-None-Match': this.#etag } }),
      ...(signal ? { signal } : {}),
    });
    if (response.status === 304) return null;
    const views = ((await response.json()) as unknown[]).map(readView);
    this.#etag = response.headers.get('ETag');
    return views;
  }

  async get(id: string, signal?: AbortSignal): Promise<ReachabilityView> {
    return readView(await this.client.json('GET', one(id), signal ? { signal } : {}));
  }

  /** Runs one probe now. A caller that leaves does not end it. */
  async probe(id: string): Promise<ReachabilityView> {
    const request = { deadlineMs: PROBE_DEADLINE_MS };
    return readView(await this.client.json('POST', `${one(id)}/probe`, request));
  }
}

function one(id: string): string {
  return `api/v1/ssh/executors/${encodeURIComponent(id)}/reachability`;
}
