import { beforeEach, describe, expect, it } from 'vitest';

import { FakeNetwork, problem } from '../testing/network.ts';
import { MemoryStorage } from '../testing/storage.ts';
import { Access, takeFragmentToken } from './access.ts';

const base = new URL('https://reach.example/prefix/');
let network: FakeNetwork;
let storage: MemoryStorage;

beforeEach(() => {
  network = new FakeNetwork();
  storage = new MemoryStorage();
});

const accessWith = (linkToken: string | null = null) => new Access(base, network, storage, linkToken);

describe('at start', () => {
  it('checks the token of the login link, and keeps it for this tab', async () => {
    network.on('POST', 'api/v1/login', () => ({ status: 204 }));
    const access = accessWith('good');
    expect(access.state.value.kind).toBe('starting');
    await access.start();
    expect(network.sent[0]?.body).toEqual({ token: 'good' });
    expect(access.state.value).toEqual({ kind: 'signed-in', token: 'good' });
    expect(storage.getItem('reach.token')).toBe('good');
  });

  it('trusts a token that was good in this tab, without asking again', async () => {
    storage.setItem('reach.token', 'good');
    const access = accessWith();
    await access.start();
    expect(access.state.value).toEqual({ kind: 'signed-in', token: 'good' });
    expect(network.sent).toEqual([]);
  });

  it('asks for a token when one is needed', async () => {
    network.on('GET', 'api/v1/executors', () => problem(401, 'unauthorized'));
    const access = accessWith();
    await access.start();
    expect(access.state.value).toEqual({ kind: 'signed-out', error: null });
  });

  it('asks for none when the server needs none', async () => {
    network.on('GET', 'api/v1/executors', () => ({ status: 200, body: [] }));
    const access = accessWith();
    await access.start();
    expect(access.state.value).toEqual({ kind: 'signed-in', token: null });
  });
});

describe('signing in', () => {
  it.each([
    [401, 'refused'],
    [422, 'refused'],
    [403, 'foreign'],
    [429, 'too-many'],
    [500, 'failed'],
  ])('an answer %i is told as %s', async (status, error) => {
    network.on('POST', 'api/v1/login', () => problem(status, 'x'));
    const access = accessWith();
    await access.signIn('bad');
    expect(access.state.value).toEqual({ kind: 'signed-out', error });
    expect(storage.getItem('reach.token')).toBeNull();
  });

  it('tells a server that cannot be reached from a wrong token', async () => {
    const access = accessWith();
    await access.signIn('good');
    expect(access.state.value).toEqual({ kind: 'signed-out', error: 'failed' });
  });

  it('takes the whole login link too', async () => {
    network.on('POST', 'api/v1/login', () => ({ status: 204 }));
    const access = accessWith();
    await access.signIn(' http://127.0.0.1:7878/#token=good ');
    expect(network.sent[0]?.body).toEqual({ token: 'good' });
  });

  it('sends no cookie', async () => {
    network.on('POST', 'api/v1/login', () => ({ status: 204 }));
    await accessWith().signIn('good');
    expect(network.sent[0]?.credentials).toBe('omit');
  });
});

describe('leaving', () => {
  it('forgets the token', async () => {
    storage.setItem('reach.token', 'good');
    const access = accessWith();
    await access.start();
    access.signOut();
    expect(access.state.value).toEqual({ kind: 'signed-out', error: null });
    expect(storage.getItem('reach.token')).toBeNull();
  });

  it('says why when the server no longer takes the token', async () => {
    storage.setItem('reach.token', 'old');
    const access = accessWith();
    await access.start();
    access.expire();
    expect(access.state.value).toEqual({ kind: 'signed-out', error: 'expired' });
  });
});

describe('the login link', () => {
  it('gives its token, and is taken out of the address', () => {
    expect(opened('#token=abc-_1')).toEqual({ token: 'abc-_1', replaced: ['/prefix/'] });
  });

  it('leaves other addresses alone', () => {
    expect(opened('#/hosts/token')).toEqual({ token: null, replaced: [] });
  });
});

function opened(hash: string) {
  const replaced: string[] = [];
  const history = { replaceState: (_: unknown, __: string, url?: string | URL | null) => void replaced.push(String(url)) };
  const token = takeFragmentToken({ hash, pathname: '/prefix/', search: '' }, history);
  return { token, replaced };
}
