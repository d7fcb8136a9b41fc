import { expect, it } from 'vitest';

import { hrefOf, parseRoute } from './router.ts';

it.each([
  [{ page: 'hosts' }],
  [{ page: 'add' }],
  [{ page: 'host', id: 'gpu-1' }],
  [{ page: 'host', id: 'a/b c%' }],
  [{ page: 'edit', id: 'gpu-1' }],
  [{ page: 'trust', id: 'a/b c%' }],
  [{ page: 'trust', id: null }],
  [{ page: 'import' }],
  [{ page: 'sessions' }],
  [{ page: 'session', id: 's/1' }],
  [{ page: 'start', executor: null }],
  [{ page: 'start', executor: 'gpu-1' }],
  [{ page: 'settings' }],
] as const)('%j is where its own address leads', (route) => {
  expect(parseRoute(hrefOf(route))).toEqual(route);
});

it.each(['', '#', '#/'])('%j is the list of hosts', (hash) => {
  expect(parseRoute(hash)).toEqual({ page: 'hosts' });
});

it.each(['#/nowhere', '#/hosts', '#/hosts/%E0%A4%A', '#/hosts/a/b', '#/hosts/a/edit/more', '#/trust/more', '#/add/more', '#/settings/more', '#/sessions/a/b', '#/start/more', '#/hosts/a/start/more'])(
  '%j is no page',
  (hash) => {
    expect(parseRoute(hash)).toEqual({ page: 'missing' });
  },
);

it('addresses stay in the fragment, so a path prefix does not matter', () => {
  expect(hrefOf({ page: 'host', id: 'gpu-1' })).toMatch(/^#/);
});
