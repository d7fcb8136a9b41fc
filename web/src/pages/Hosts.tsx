import { useVisit, useI18n, useWorkspace } from '../components/context.ts';
import { HostList } from '../components/HostList.tsx';
import { LiveLostNotice } from '../components/LiveStatus.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageTitle } from '../components/PageTitle.tsx';
import { FILTER_WORDS, SORT_WORDS, problemText } from '../i18n/words.ts';
import { FILTERS, SORT_KEYS } from '../state/listing.ts';
import type { Overview } from '../state/overview.ts';
import { hrefOf } from '../state/router.ts';

export function HostsPage() {
  const i18n = useI18n();
  const workspace = useWorkspace();
  const overview = useVisit(() => workspace.openOverview());
  const total = overview.hosts.value.length;
  return (
    <div data-page="hosts">
      <div class="page-head">
        <PageTitle title={i18n.text('hosts-title')} />
        <div class="page-actions">
          <a class="button" href={hrefOf({ page: 'import' })} data-action="import">
            {i18n.text('hosts-import')}
          </a>
          <a class="button primary" href={hrefOf({ page: 'add' })} data-action="add">
            {i18n.text('hosts-add')}
          </a>
        </div>
      </div>
      <LiveLostNotice />
      <ListNotices overview={overview} />
      {total > 0 ? (
        <>
          <Tools overview={overview} />
          <HostList overview={overview} />
        </>
      ) : (
        <NoHosts overview={overview} />
      )}
    </div>
  );
}

function ListNotices({ overview }: { overview: Overview }) {
  const i18n = useI18n();
  const { records } = useWorkspace();
  const executors = overview.loading.value;
  const recordsLoading = overview.recordsLoading.value;
  const failed = executors.kind === 'failed' ? executors : recordsLoading.kind === 'failed' ? recordsLoading : null;
  const hasHosts = overview.hosts.value.length > 0;
  return (
    <>
      {failed === null ? null : (
        <Notice
          tone="error"
          name="load-failed"
          action={
            <button type="button" class="button" data-action="retry" onClick={() => void overview.read()}>
              {i18n.text('retry')}
            </button>
          }
        >
          {i18n.text(hasHosts ? 'hosts-refresh-failed' : 'hosts-load-failed', {
            problem: problemText(i18n, failed.problem),
          })}
        </Notice>
      )}
      {records.intervalSeconds.value === 0 ? (
        <Notice tone="info" name="probing-off">
          {i18n.text('probing-off')}
        </Notice>
      ) : null}
      {overview.changedKeys.value > 1 ? (
        <Notice
          tone="warning"
          name="changed-keys"
          action={
            <a class="button" href={hrefOf({ page: 'trust', id: null })} data-action="review-keys">
              {i18n.text('trust-review')}
            </a>
          }
        >
          {i18n.text('hosts-changed-keys', { count: overview.changedKeys.value })}
        </Notice>
      ) : null}
    </>
  );
}

function Tools({ overview }: { overview: Overview }) {
  const i18n = useI18n();
  const counts = overview.counts.value;
  return (
    <form class="tools" role="search" onSubmit={(event) => event.preventDefault()}>
      <fieldset class="filters">
        <legend class="visually-hidden">{i18n.text('hosts-filter')}</legend>
        {FILTERS.map((filter) => (
          <label key={filter} class="filter" data-filter={filter} data-count={counts[filter]}>
            <input
              type="radio"
              name="filter"
              value={filter}
              checked={overview.filter.value === filter}
              onChange={() => {
                overview.filter.value = filter;
              }}
            />
            <span>
              {i18n.text('filter-count', {
                label: i18n.text(FILTER_WORDS[filter]),
                count: counts[filter],
              })}
            </span>
          </label>
        ))}
      </fieldset>
      <div class="tools-row">
        <label class="search">
          <span class="visually-hidden">{i18n.text('hosts-search')}</span>
          <input
            type="search"
            placeholder={i18n.text('hosts-search')}
            value={overview.search.value}
            data-field="search"
            onInput={(event) => {
              overview.search.value = event.currentTarget.value;
            }}
          />
        </label>
        <label class="sort">
          <span>{i18n.text('hosts-sort')}</span>
          <select
            value={overview.sort.value}
            data-field="sort"
            onChange={(event) => {
              const { value } = event.currentTarget;
              overview.sort.value = SORT_KEYS.find((key) => key === value) ?? 'severity';
            }}
          >
            {SORT_KEYS.map((key) => (
              <option key={key} value={key}>
                {i18n.text(SORT_WORDS[key])}
              </option>
            ))}
          </select>
        </label>
      </div>
    </form>
  );
}

function NoHosts({ overview }: { overview: Overview }) {
  const i18n = useI18n();
  const loading = overview.loading.value;
  if (loading.kind === 'failed') return null;
  if (loading.kind === 'loading') {
    return (
      <p class="faint" role="status">
        {i18n.text('loading')}
      </p>
    );
  }
  return (
    <section class="empty card" data-empty>
      <h2>{i18n.text('hosts-empty-title')}</h2>
      <p>{i18n.text('hosts-empty-body')}</p>
      <div class="page-actions">
        <a class="button primary" href={hrefOf({ page: 'add' })}>
          {i18n.text('hosts-add')}
        </a>
        <a class="button" href={hrefOf({ page: 'import' })} data-action="empty-import">
          {i18n.text('hosts-import-long')}
        </a>
      </div>
    </section>
  );
}
