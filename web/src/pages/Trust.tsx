import { useApp, useI18n, useVisit, useWorkspace } from '../components/context.ts';
import { Check } from '../components/Check.tsx';
import { LiveLostNotice } from '../components/LiveStatus.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageTitle } from '../components/PageTitle.tsx';
import { TrustRow } from '../components/TrustRow.tsx';
import { problemText } from '../i18n/words.ts';
import { hasStatus } from '../api/problem.ts';
import { hrefOf } from '../state/router.ts';
import type { TrustView } from '../state/trustView.ts';
import { BackLink } from './Host.tsx';

/** The changed key of one host, or of all that have one. Must be keyed by the id. */
export function TrustPage({ id }: { id: string | null }) {
  const i18n = useI18n();
  const workspace = useWorkspace();
  const view = useVisit(() => workspace.openTrust(id));
  const name = id === null ? undefined : workspace.executors.of(id)?.name;
  const loading = view.loading.value;
  const isMissing = loading.kind === 'failed' && hasStatus(loading.problem, 404);
  const title =
    id === null
      ? i18n.text('trust-many-title')
      : name === undefined
        ? i18n.text(isMissing ? 'host-missing-title' : 'loading')
        : i18n.text('trust-title', { name });
  return (
    <div data-page="trust" data-loading={loading.kind}>
      <BackLink />
      <PageTitle title={title} />
      <LiveLostNotice />
      {loading.kind === 'loading' ? (
        <p class="faint" role="status">
          {i18n.text('loading')}
        </p>
      ) : null}
      {loading.kind === 'failed' ? <LoadFailed view={view} isMissing={isMissing} /> : null}
      {loading.kind === 'ready' ? <Keys view={view} /> : null}
    </div>
  );
}

function LoadFailed({ view, isMissing }: { view: TrustView; isMissing: boolean }) {
  const i18n = useI18n();
  const loading = view.loading.value;
  if (isMissing) return <p>{i18n.text('host-missing-body')}</p>;
  if (loading.kind !== 'failed') return null;
  return (
    <Notice
      tone="error"
      name="load-failed"
      action={
        <button type="button" class="button" data-action="retry" onClick={() => void view.open()}>
          {i18n.text('retry')}
        </button>
      }
    >
      {i18n.text(view.id === null ? 'hosts-load-failed' : 'host-load-failed', {
        problem: problemText(i18n, loading.problem),
      })}
    </Notice>
  );
}

function Keys({ view }: { view: TrustView }) {
  const i18n = useI18n();
  const checks = view.checks.value;
  if (checks.length === 0) return <p data-empty>{i18n.text('trust-nothing')}</p>;
  return (
    <>
      {view.id === null ? <p class="lead">{i18n.text('trust-many-help')}</p> : null}
      <ul class="trust-rows">
        {checks.map((check) => (
          <TrustRow key={check.id} view={view} check={check} />
        ))}
      </ul>
      <Decision view={view} />
    </>
  );
}

/** What was compared is said once, for all that is chosen; then it is trusted. */
function Decision({ view }: { view: TrustView }) {
  const i18n = useI18n();
  const { router } = useApp();
  const { id } = view;
  const trusting = view.trusting.value;
  const count = view.chosen.value.length;
  const isOffered = view.checks.value.some(({ offer }) => offer.value !== null);
  const trust = async () => {
    const isDone = await view.trust();
    if (isDone && id !== null) router.go({ page: 'host', id });
  };
  return (
    <div class="trust-decision">
      {trusting.kind === 'failed' ? (
        <p class="field-error" role="alert" data-error="trust">
          {i18n.text('form-save-failed', { problem: problemText(i18n, trusting.problem) })}
        </p>
      ) : null}
      {isOffered ? (
        <Check
          name="compared"
          label={i18n.text(id === null ? 'trust-compared-many' : 'trust-compared')}
          isChecked={view.isCompared.value}
          isDisabled={count === 0}
          onChange={(isCompared) => view.setCompared(isCompared)}
        />
      ) : null}
      <div class="actions">
        {isOffered ? (
          <button
            type="button"
            class="button primary"
            data-action="trust"
            disabled={!view.canTrust.value}
            onClick={() => void trust()}
          >
            {trusting.kind === 'pending'
              ? i18n.text('saving')
              : i18n.text('trust-run', { count: id === null ? count : 1 })}
          </button>
        ) : null}
        <a class="button" href={hrefOf(id === null ? { page: 'hosts' } : { page: 'host', id })} data-action="back">
          {i18n.text(isOffered ? 'cancel' : 'trust-back')}
        </a>
      </div>
    </div>
  );
}
