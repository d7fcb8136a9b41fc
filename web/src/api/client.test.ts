import { beforeEach, describe, expect, it, vi } from 'vitest';

import { FakeNetwork, problem } from '../testing/network.ts';
import { ApiClient } from './client.ts';
import { type Problem, RequestError } from './problem.ts';

const base = new URL('https://reach.example/behind/a/proxy/');
let network: FakeNetwork;
let unauthorized: number;
let client: ApiClient;

beforeEach(() => {
  network = new FakeNetwork();
  unauthorized = 0;
  client = new ApiClient({ base, network, token: 'secret', onUnauthorized: () => unauthorized++ });
});

async function problemFrom(request: Promise<unknown>): Promise<Problem> {
  const error = await request.then(() => null, (thrown: unknown) => thrown);
  if (!(error instanceof RequestError)) throw new Error('no RequestError');
  return error.problem;
}

describe('a request', () => {
  it('goes to the server under its path prefix, with the token and no cookie', async () => {
    network.on('GET', 'api/v1/executors', () => ({ status: 200, body: [] }));
    await client.json('GET', 'api/v1/executors');
    const [sent] = network.sent;
    expect(sent?.url).toBe('https://reach.example/behind/a/proxy/api/v1/executors');
    expect(sent?.headers.get('Authorization')).toBe('Bearer secret');
    expect(sent?.credentials).toBe('omit');
  });

  it('reads a problem document', async () => {
    const errors = [{ field: 'config.port', code: 'out_of_range', message: 'x' }, 'nonsense'];
    network.on('POST', 'api/v1/executors', () => problem(422, 'invalid', { errors }));
    expect(await problemFrom(client.json('POST', 'api/v1/executors', { body: {} }))).toEqual({
      kind: 'refused',
      status: 422,
      slug: 'invalid',
      detail: 'because',
      errors: [errors[0]],
    });
  });

  it('takes a type that is a URI by its last part', async () => {
    network.on('GET', 'api/v1/executors', () => problem(503, 'https://reach.example/problems/store-unavailable'));
    expect(await problemFrom(client.json('GET', 'api/v1/executors'))).toMatchObject({ slug: 'store-unavailable' });
  });

  it('tells of a token that is no longer taken', async () => {
    network.on('GET', 'api/v1/executors', () => problem(401, 'unauthorized'));
    await problemFrom(client.json('GET', 'api/v1/executors'));
    expect(unauthorized).toBe(1);
  });

  it('without an answer is offline', async () => {
    expect(await problemFrom(client.json('GET', 'api/v1/executors'))).toEqual({ kind: 'offline' });
  });

  it('with an answer that is not JSON is offline', async () => {
    network.on('GET', 'api/v1/executors', () => ({ status: 200 }));
    expect(await problemFrom(client.json('GET', 'api/v1/executors'))).toEqual({ kind: 'offline' });
  });

  it('ends at its deadline', async () => {
    const asked: number[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      asked.push(ms);
      return AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    });
    network.on('GET', 'api/v1/executors', () => ({ status: 200, body: [] }));
    expect(await problemFrom(client.json('GET', 'api/v1/executors'))).toEqual({ kind: 'timeout' });
    expect(asked).toEqual([15_000]);
  });
});

it('opens its socket beside the page, secure if the page is', () => {
  client.socket('api/v1/ws?ticket=t');
  expect(network.socket.url).toBe('wss://reach.example/behind/a/proxy/api/v1/ws?ticket=t');
});
