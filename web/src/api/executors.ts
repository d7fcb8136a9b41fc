import type { Executor, ExecutorPatch, ExecutorStatus } from '../logic/index.ts';
import type { ApiClient } from './client.ts';

const ROUTE = 'api/v1/executors';

export class ExecutorsApi {
  constructor(private readonly client: ApiClient) {}

  list(signal?: AbortSignal): Promise<Executor[]> {
    return this.client.json('GET', ROUTE, withSignal(signal));
  }

  get(id: string, signal?: AbortSignal): Promise<Executor> {
    return this.client.json('GET', one(id), withSignal(signal));
  }

  createSsh(members: ExecutorPatch): Promise<Executor> {
    return this.client.json('POST', ROUTE, { body: { ...members, type: 'ssh' } });
  }

  /** Refused with 412 when the executor was written after `seen`, its `updated_at`. */
  save(id: string, patch: ExecutorPatch, seen: string): Promise<Executor> {
    const headers = { 'If-Match': `"${seen}"` };
    return this.client.json('PATCH', one(id), { body: patch, headers });
  }

  setStatus(id: string, status: ExecutorStatus): Promise<Executor> {
    return this.client.json('PATCH', one(id), { body: { status } });
  }

  async remove(id: string): Promise<void> {
    await this.client.send('DELETE', one(id));
  }
}

function one(id: string): string {
  return `${ROUTE}/${encodeURIComponent(id)}`;
}

function withSignal(signal: AbortSignal | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
