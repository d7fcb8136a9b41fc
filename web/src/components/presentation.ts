import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';

import { type Executor, type Freshness, type ReachabilityView, freshness } from '../logic/index.ts';
import type { Loading } from '../state/hostView.ts';
import { useWorkspace } from './context.ts';
import type { Shown } from './StateBadge.tsx';

/** A load that failed is "not known"; only a record can say "unreachable". */
export function shownState(
  executor: Executor,
  record: ReachabilityView | null,
  loading: Loading,
): Shown {
  if (executor.type === 'local') return 'local';
  if (record !== null) return record.state;
  return loading.kind === 'failed' ? 'not-loaded' : 'loading';
}

/** How to present the record's age, by the server's clock, changing by itself as time passes. */
export function useFreshness(record: ReachabilityView | null): Freshness | null {
  const { clock, records } = useWorkspace();
  const decided = useMemo(
    () =>
      computed(() => {
        if (record === null) return null;
        const interval = records.intervalSeconds.value ?? record.probe_interval_seconds;
        return freshness(record.checked_at, interval, clock.now.value);
      }),
    [record, clock, records],
  );
  return decided.value;
}
