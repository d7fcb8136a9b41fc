import type { Session } from '../logic/index.ts';
import type { ApiClient } from './client.ts';

/** A stop, a resume or a reset waits for the host, and the server goes on when the page gives up. */
const ACTION_DEADLINE_MS = 60_000;
const ROUTE = 'api/v1/sessions';

/** What is done to a session that is there. */
export type SessionAction = 'stop' | 'resume' | 'reset';

/**
 * A session to start, as it was filled in. Values go out as they were typed, even those that
 * cannot be right: the server names what is wrong with each.
 */
export interface NewSession {
  /** Chosen by the page: with the id of a session that is there, the server gives back that one. */
  id: string;
  executor_id: string;
  /** Absent: the server names it. */
  name?: string;
  controller: { command: string; port: number | string; workdir: string };
  prepare_script: string;
  cleanup_script: string;
  env: Record<string, string>;
  credential_broker_url: string;
}

export interface SessionStatus {
  state: 'running' | 'disconnected' | 'stopped' | 'unknown';
  error: string | null;
  /** Since the last sign of life; null where nothing watches. */
  silence_ms: number | null;
}

export class SessionsApi {
  constructor(private readonly client: ApiClient) {}

  list(signal?: AbortSignal): Promise<Session[]> {
    return this.client.json('GET', ROUTE, signal ? { signal } : {});
  }

  /** Those of one host, ended ones too. */
  listOn(executorId: string, signal?: AbortSignal): Promise<Session[]> {
    return this.client.json('GET', `${ROUTE}?executor_id=${encodeURIComponent(executorId)}`, signal ? { signal } : {});
  }

  get(id: string, signal?: AbortSignal): Promise<Session> {
    return this.client.json('GET', one(id), signal ? { signal } : {});
  }

  /** Starts a launch, which goes on in the background. */
  create(session: NewSession): Promise<Session> {
    return this.client.json('POST', ROUTE, { body: session });
  }

  act(id: string, action: SessionAction): Promise<Session> {
    return this.client.json('POST', `${one(id)}/${action}`, { deadlineMs: ACTION_DEADLINE_MS });
  }

  status(id: string, signal: AbortSignal): Promise<SessionStatus> {
    return this.client.json('GET', `${one(id)}/status`, { signal });
  }

  /** The end of the controller's log, read on the host now. */
  async log(id: string, signal: AbortSignal): Promise<string> {
    const request = { headers: { Accept: 'text/plain' }, deadlineMs: ACTION_DEADLINE_MS, signal };
    return this.client.text('GET', `${one(id)}/logs`, request);
  }

  /** With `force` also one whose controller may still run (S3). */
  async remove(id: string, force: boolean): Promise<void> {
    await this.client.send('DELETE', `${one(id)}${force ? '?force=true' : ''}`);
  }
}

function one(id: string): string {
  return `${ROUTE}/${encodeURIComponent(id)}`;
}
