import { ApiClient } from './client.ts';
import type { Network } from './network.ts';

export interface Ticket {
  ticket: string;
}

/** Asks whether a token is the server's; throws if not, or if that cannot be known. */
export async function checkToken(base: URL, network: Network, token: string): Promise<void> {
  const client = new ApiClient({ base, network, token: null });
  await client.send('POST', 'api/v1/login', { body: { token } });
}

/** Asks for something without a token; throws if one is needed, or if that cannot be known. */
export async function checkOpenDoor(base: URL, network: Network): Promise<void> {
  await new ApiClient({ base, network, token: null }).send('GET', 'api/v1/executors');
}

/** A single-use ticket for one WebSocket connection. */
export async function takeTicket(client: ApiClient): Promise<string> {
  const { ticket } = await client.json<Ticket>('POST', 'api/v1/ws-ticket');
  return ticket;
}
