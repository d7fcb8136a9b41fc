import { computed } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';

import { reasonWords } from '../i18n/words.ts';
import type { Executor, ReachabilityView } from '../logic/index.ts';
import { addressOf } from '../state/listing.ts';
import type { Overview } from '../state/overview.ts';
import { hrefOf } from '../state/router.ts';
import { Age } from './Age.tsx';
import { useI18n, useWorkspace } from './context.ts';
import { shownState, useFreshness } from './presentation.ts';
import { Mark, StateBadge } from './StateBadge.tsx';

const CHUNK = 60;

export function HostList({ overview }: { overview: Overview }) {
  const i18n = useI18n();
  const shown = overview.shown.value;
  const [limit, setLimit] = useState(CHUNK);
  // A row whose executor is the same object is the same node: only its own signals render it.
  const rows = useRef(new WeakMap<Executor, VNode>());
  const rowOf = (executor: Executor) => {
    const known = rows.current.get(executor);
    if (known !== undefined) return known;
    const made = <HostRow key={executor.id} executor={executor} overview={overview} />;
    rows.current.set(executor, made);
    return made;
  };
  if (shown.length === 0) {
    return (
      <div class="empty" data-empty>
        <p>{i18n.text('hosts-none-match')}</p>
        <button
          type="button"
          class="button"
          onClick={() => {
            overview.filter.value = 'all';
            overview.search.value = '';
          }}
        >
          {i18n.text('hosts-clear-filter')}
        </button>
      </div>
    );
  }
  return (
    <>
      <ul class="hosts">{shown.slice(0, limit).map(({ executor }) => rowOf(executor))}</ul>
      {shown.length > limit ? <MoreRows onSeen={() => setLimit((rendered) => rendered + CHUNK)} /> : null}
    </>
  );
}

/** The end of the rows so far: coming near it renders more of them. */
export function MoreRows({ onSeen }: { onSeen: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (end.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) onSeen();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  });
  return <div ref={end} class="more-rows" />;
}

function HostRow({ executor, overview }: { executor: Executor; overview: Overview }) {
  const record = useWorkspace().records.of(executor.id).value;
  const freshness = useFreshness(record);
  const shown = shownState(executor, record, overview.recordsLoading.value);
  return (
    <li
      class="host"
      data-executor={executor.id}
      data-state={shown}
      data-reason={record?.reason ?? ''}
      data-freshness={freshness ?? ''}
      data-status={executor.status}
    >
      <a class="host-link" href={hrefOf({ page: 'host', id: executor.id })}>
        <span class="host-name">{executor.name}</span>
        <span class="host-address">{addressOf({ executor, record })}</span>
      </a>
      <span class="host-state">
        <StateBadge shown={shown} />
        <Marks executor={executor} isStale={freshness === 'stale'} isOff={freshness === 'off'} />
        <RunningSessions executorId={executor.id} />
      </span>
      <span class="host-detail">
        <ReasonLine record={record} />
        {executor.type === 'ssh' && record !== null ? <CheckedAge record={record} /> : null}
      </span>
    </li>
  );
}

function RunningSessions({ executorId }: { executorId: string }) {
  const i18n = useI18n();
  const { sessions } = useWorkspace();
  // Rows of other hosts must not render when a session of one changes.
  const count = useMemo(() => computed(() => sessions.runningOn(executorId)), [sessions, executorId]).value;
  if (count === 0) return null;
  return (
    <span data-running={count}>
      <Mark tone="quiet">{i18n.text('sessions-running', { count })}</Mark>
    </span>
  );
}

export function Marks({ executor, isStale, isOff }: { executor: Executor; isStale: boolean; isOff: boolean }) {
  const i18n = useI18n();
  return (
    <>
      {executor.status === 'inactive' ? <Mark tone="quiet">{i18n.text('mark-inactive')}</Mark> : null}
      {isStale ? <Mark tone="stale">{i18n.text('mark-stale')}</Mark> : null}
      {isOff ? <Mark tone="quiet">{i18n.text('mark-probing-off')}</Mark> : null}
    </>
  );
}

function ReasonLine({ record }: { record: ReachabilityView | null }) {
  const i18n = useI18n();
  if (record === null || record.reason === '') return null;
  const reason = i18n.text(reasonWords(record.reason).label);
  return (
    <span class="host-reason">
      {record.state === 'unreachable' ? reason : i18n.text('below-threshold', { reason })}
    </span>
  );
}

function CheckedAge({ record }: { record: ReachabilityView }) {
  return (
    <span class="host-age">
      <Age at={record.checked_at} missing="age-never-checked" inWords="age-checked" />
    </span>
  );
}
