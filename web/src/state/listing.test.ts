import { describe, expect, it } from 'vitest';

import type { ReachabilityView } from '../logic/index.ts';
import { at, executorOf, viewOf } from '../testing/views.ts';
import { type Host, addressOf, countByFilter, groupOf, selectHosts } from './listing.ts';

function host(name: string, record: Partial<ReachabilityView> | null, members = {}): Host {
  return {
    executor: executorOf({ id: name, name, ...members }),
    record: record === null ? null : viewOf({ executor_id: name, ...record }),
  };
}

const hosts = [
  host('fine', { checked_at: at(3) }),
  host('node-10', { state: 'unreachable', reason: 'network', checked_at: at(1) }),
  host('node-9', { state: 'unreachable', reason: 'timeout', checked_at: at(2) }),
  host('shaky', { reason: 'timeout', checked_at: at(4) }),
  host('new', { state: 'unknown', checked_at: null }),
  host('off', { state: 'unreachable', checked_at: at(5) }, { status: 'inactive' }),
  host('here', null, { type: 'local' }),
];

const all = { filter: 'all', search: '', sort: 'severity' } as const;
const names = (list: readonly Host[]) => list.map(({ executor }) => executor.name);

describe('the list of hosts', () => {
  it('puts the most urgent first, and numbers in their order', () => {
    expect(names(selectHosts(hosts, all))).toEqual(['node-9', 'node-10', 'new', 'shaky', 'fine', 'here', 'off']);
  });

  it('sorts by name', () => {
    expect(names(selectHosts(hosts, { ...all, sort: 'name' })).slice(0, 3)).toEqual(['fine', 'here', 'new']);
  });

  it('sorts by the last check, those without one last', () => {
    const sorted = names(selectHosts(hosts, { ...all, sort: 'checked' }));
    expect(sorted).toEqual(['off', 'shaky', 'fine', 'node-9', 'node-10', 'here', 'new']);
  });

  it('counts each host once, under its state or as deactivated', () => {
    expect(countByFilter(hosts)).toEqual({ all: 7, unreachable: 2, reachable: 2, unknown: 1, inactive: 1 });
  });

  it('filters by what is counted', () => {
    expect(names(selectHosts(hosts, { ...all, filter: 'unreachable' }))).toEqual(['node-9', 'node-10']);
    expect(names(selectHosts(hosts, { ...all, filter: 'inactive' }))).toEqual(['off']);
  });

  it('searches names, addresses and aliases, ignoring case', () => {
    const config = { ...executorOf().config, host: null, host_alias: 'Bastion' };
    const listed = [...hosts, host('jump', { host: '192.0.2.7' }, { config })];
    const found = (search: string) => names(selectHosts(listed, { ...all, search }));
    expect(found(' NODE-1')).toEqual(['node-10']);
    expect(found('192.0.2.')).toEqual(['jump']);
    expect(found('bastion')).toEqual(['jump']);
  });

  // covers: SSH-REACHABILITY-001.12
  it('takes a host without a record as unknown', () => {
    expect(groupOf(host('x', null))).toBe('unknown');
  });
});

it('a host’s address is the configured one, else where its alias led', () => {
  const config = { ...executorOf().config, host: null, host_alias: 'gpu' };
  expect(addressOf(host('x', {}))).toBe('10.0.0.5');
  expect(addressOf(host('x', { host: '192.0.2.1' }, { config }))).toBe('192.0.2.1');
  expect(addressOf(host('x', null, { config }))).toBe('gpu');
});
