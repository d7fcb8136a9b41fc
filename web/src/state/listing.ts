import { type Executor, type ReachabilityView, type State, timestampMillis } from '../logic/index.ts';

/** What a host is counted and filtered as: its state, or that it is switched off. */
export type Group = State | 'inactive' | 'local';

export type Filter = 'all' | Exclude<Group, 'local'>;
export const FILTERS: readonly Filter[] = ['all', 'unreachable', 'reachable', 'unknown', 'inactive'];

export type SortKey = 'severity' | 'name' | 'checked';
export const SORT_KEYS: readonly SortKey[] = ['severity', 'name', 'checked'];

export interface Host {
  executor: Executor;
  record: ReachabilityView | null;
}

export function groupOf({ executor, record }: Host): Group {
  if (executor.type === 'local') return 'local';
  if (executor.status === 'inactive') return 'inactive';
  return record?.state ?? 'unknown';
}

/** What a host is called by its address: the configured one, else where the alias led. */
export function addressOf({ executor, record }: Host): string {
  const { host, host_alias } = executor.config;
  return host ?? record?.host ?? host_alias ?? '';
}

export function countByFilter(hosts: readonly Host[]): Record<Filter, number> {
  const counts = { all: hosts.length, unreachable: 0, reachable: 0, unknown: 0, inactive: 0 };
  for (const host of hosts) {
    const group = groupOf(host);
    if (group !== 'local') counts[group]++;
  }
  return counts;
}

export function selectHosts(
  hosts: readonly Host[],
  choice: { filter: Filter; search: string; sort: SortKey },
): Host[] {
  const wanted = choice.search.trim().toLocaleLowerCase();
  const matches = (host: Host) =>
    (choice.filter === 'all' || groupOf(host) === choice.filter) &&
    [host.executor.name, host.executor.config.host_alias ?? '', addressOf(host)].some((text) =>
      text.toLocaleLowerCase().includes(wanted),
    );
  return hosts.filter(matches).toSorted(ORDERS[choice.sort]);
}

const SEVERITY: Record<Group, number> = {
  unreachable: 0,
  unknown: 1,
  reachable: 2,
  local: 3,
  inactive: 4,
};

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const byName = (a: Host, b: Host) =>
  collator.compare(a.executor.name, b.executor.name) || (a.executor.id < b.executor.id ? -1 : 1);

/** A failure below the threshold goes before a host of the same state without one. */
const severity = (host: Host) => SEVERITY[groupOf(host)] * 2 + (host.record?.reason ? 0 : 1);

const ORDERS: Record<SortKey, (a: Host, b: Host) => number> = {
  severity: (a, b) => severity(a) - severity(b) || byName(a, b),
  name: byName,
  checked: (a, b) => checkedMillis(b) - checkedMillis(a) || byName(a, b),
};

/** Hosts that were never checked come last. */
function checkedMillis({ record }: Host): number {
  return timestampMillis(record?.checked_at ?? '') ?? 0;
}
