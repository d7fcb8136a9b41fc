import { problemText, reasonWords } from '../i18n/words.ts';
import type { Executor, ReachabilityView } from '../logic/index.ts';
import type { HostView } from '../state/hostView.ts';
import { hrefOf } from '../state/router.ts';
import { Age } from './Age.tsx';
import { useI18n, useWorkspace } from './context.ts';
import { Fact } from './Fact.tsx';
import { Marks } from './HostList.tsx';
import { Notice } from './Notice.tsx';
import { shownState, useFreshness } from './presentation.ts';
import { ProbeButton } from './ProbeButton.tsx';
import { StateBadge } from './StateBadge.tsx';

/** All that is known of one host's reachability. */
export function ReachabilityCard({ view, executor }: { view: HostView; executor: Executor }) {
  const i18n = useI18n();
  const record = view.record.value;
  const loading = view.recordLoading.value;
  const freshness = useFreshness(record);
  const shown = shownState(executor, record, loading);
  return (
    <section
      class="card"
      aria-labelledby="reachability-title"
      data-card="reachability"
      data-state={shown}
      data-reason={record?.reason ?? ''}
      data-freshness={freshness ?? ''}
      data-failures={record?.consecutive_failures ?? ''}
      data-tone={shown}
    >
      <header class="card-head">
        <h2 id="reachability-title">{i18n.text('reachability-title')}</h2>
        {executor.type === 'ssh' ? <ProbeButton view={view} /> : null}
      </header>
      <p class="headline">
        <StateBadge shown={shown} />
        <Marks executor={executor} isStale={freshness === 'stale'} isOff={freshness === 'off'} />
      </p>
      <Explanations view={view} executor={executor} />
      {record === null ? null : (
        <>
          <Failure record={record} executor={executor} />
          <Facts record={record} isActive={executor.status === 'active'} />
        </>
      )}
      <UnsavedOutcome view={view} />
    </section>
  );
}

function Explanations({ view, executor }: { view: HostView; executor: Executor }) {
  const i18n = useI18n();
  const { records } = useWorkspace();
  const record = view.record.value;
  const loading = view.recordLoading.value;
  const freshness = useFreshness(record);
  if (executor.type === 'local') {
    return (
      <Notice tone="info" name="local">
        {i18n.text('reachability-local')}
      </Notice>
    );
  }
  return (
    <>
      {loading.kind === 'failed' ? (
        <Notice
          tone="error"
          name={record === null ? 'not-known' : 'refresh-failed'}
          action={
            <button type="button" class="button" onClick={() => void view.readRecord()}>
              {i18n.text('retry')}
            </button>
          }
        >
          {i18n.text(record === null ? 'reachability-not-known' : 'reachability-refresh-failed', {
            problem: problemText(i18n, loading.problem),
          })}
        </Notice>
      ) : null}
      {executor.status === 'inactive' ? (
        <Notice tone="info" name="inactive">
          {i18n.text('reachability-inactive')}
        </Notice>
      ) : null}
      {records.intervalSeconds.value === 0 ? (
        <Notice tone="info" name="probing-off">
          {i18n.text('probing-off')}
        </Notice>
      ) : null}
      {record !== null && record.checked_at === null ? (
        <p class="faint" data-notice="never">
          {i18n.text('reachability-never')}
        </p>
      ) : null}
      {freshness === 'stale' && executor.status === 'active' ? (
        <Notice tone="warning" name="stale">
          {i18n.text('reachability-stale')}
        </Notice>
      ) : null}
    </>
  );
}

/** The reason is shown below the threshold too, under a state that still stands (W3). */
function Failure({ record, executor }: { record: ReachabilityView; executor: Executor }) {
  const i18n = useI18n();
  if (record.reason === '') return null;
  const words = reasonWords(record.reason);
  const reason = i18n.text(words.label);
  const title = record.state === 'unreachable' ? reason : i18n.text('below-threshold', { reason });
  return (
    <div class="failure" data-failure={record.reason} data-tone={record.state}>
      <h3>{title}</h3>
      {record.message === '' ? null : (
        <p class="message" data-fact="message">
          <span class="visually-hidden">{i18n.text('failure-message')} </span>
          <code>{record.message}</code>
        </p>
      )}
      <p>{i18n.text(words.meaning)}</p>
      <p>
        <strong>{i18n.text('failure-next')}</strong> {i18n.text(words.next)}
      </p>
      <TrustLink record={record} executor={executor} />
    </div>
  );
}

/** Where a changed key is compared and trusted, or the first one of a host without a pin. */
function TrustLink({ record, executor }: { record: ReachabilityView; executor: Executor }) {
  const i18n = useI18n();
  const isChanged = record.reason === 'host_key';
  if (!isChanged && executor.config.host_fingerprint !== null) return null;
  return (
    <p>
      <a class="button" href={hrefOf({ page: 'trust', id: executor.id })} data-action="trust">
        {i18n.text(isChanged ? 'trust-review' : 'trust-first')}
      </a>
    </p>
  );
}

function Facts({ record, isActive }: { record: ReachabilityView; isActive: boolean }) {
  const i18n = useI18n();
  const { records } = useWorkspace();
  const seconds = records.intervalSeconds.value ?? record.probe_interval_seconds;
  return (
    <dl class="facts">
      <Fact name="host" label={i18n.text('probed-host')}>
        {record.host === '' ? i18n.text('probed-host-none') : record.host}
      </Fact>
      <Fact name="checked" label={i18n.text('last-check')}>
        <Age at={record.checked_at} missing="last-check-none" />
      </Fact>
      <Fact name="success" label={i18n.text('last-success')}>
        <Age at={record.last_success_at} missing="last-success-none" />
      </Fact>
      <Fact name="failures" label={i18n.text('failure-count')}>
        {i18n.text('failure-count-value', { count: record.consecutive_failures })}
      </Fact>
      {isActive ? (
        <Fact name="interval" label={i18n.text('probe-interval')}>
          {seconds === 0 ? i18n.text('probe-interval-off') : i18n.text('probe-interval-value', { seconds })}
        </Fact>
      ) : null}
    </dl>
  );
}

function UnsavedOutcome({ view }: { view: HostView }) {
  const i18n = useI18n();
  const outcome = view.unsaved.value;
  if (outcome === null) return null;
  return (
    <section class="unsaved" data-unsaved data-state={outcome.state} data-reason={outcome.reason}>
      <h3>{i18n.text('probe-unstored-title')}</h3>
      <p class="headline">
        <StateBadge shown={outcome.state} />
        {outcome.reason === '' ? null : <span>{i18n.text(reasonWords(outcome.reason).label)}</span>}
      </p>
      {outcome.message === '' ? null : (
        <p class="message">
          <code>{outcome.message}</code>
        </p>
      )}
      <p>{i18n.text('probe-unstored-body')}</p>
    </section>
  );
}
