import type { Executor, LaunchWarning, Session } from '../logic/index.ts';
import type { ApiClient } from './client.ts';
import { takeTicket } from './access.ts';

/** What the server pushes and this page understands. */
export type Push =
  | { type: 'hello'; payload: Hello; at: string }
  | { type: 'executor.created' | 'executor.updated'; payload: Executor; at: string }
  | { type: 'executor.deleted'; payload: { id: string }; at: string }
  | { type: 'executor.reachability.changed'; payload: unknown; at: string }
  | { type: 'session.updated'; payload: Session; at: string }
  | { type: 'session.launch.warning'; payload: LaunchWarning; at: string }
  | { type: 'session.transport.lost'; payload: TransportLoss; at: string }
  | { type: 'resync'; payload: unknown; at: string };

export interface Hello {
  server_version: string;
  probing_enabled: boolean;
  probe_interval_seconds: number;
}

/** A session's connection was given up. */
export interface TransportLoss {
  session_id: string;
  executor_id: string;
  host: string;
  /** Since the last answer. */
  silence_ms: number;
}

const TYPES: ReadonlySet<string> = new Set<Push['type']>([
  'hello',
  'executor.created',
  'executor.updated',
  'executor.deleted',
  'executor.reachability.changed',
  'session.updated',
  'session.launch.warning',
  'session.transport.lost',
  'resync',
]);

/** Messages of types that this page does not know are no error: a newer server may send them. */
export function readPush(text: string): Push | null {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof message !== 'object' || message === null) return null;
  const { type, payload, at } = message as Record<string, unknown>;
  if (typeof type !== 'string' || !TYPES.has(type)) return null;
  if (typeof payload !== 'object' || payload === null || typeof at !== 'string') return null;
  return message as Push;
}

/** What a client says: it wants to hear of one session's launch, or no more. */
export function followMessage(type: 'subscribe' | 'unsubscribe', sessionId: string): string {
  return JSON.stringify({ type, session_id: sessionId });
}

/** Opens one connection: a ticket first, since a WebSocket carries no header. */
export async function openSocket(client: ApiClient): Promise<WebSocket> {
  const ticket = await takeTicket(client);
  return client.socket(`api/v1/ws?ticket=${encodeURIComponent(ticket)}`);
}
