import { BackTo } from '../components/BackTo.tsx';
import { useI18n, useVisit, useWorkspace } from '../components/context.ts';
import { ConnectionCard } from '../components/ConnectionCard.tsx';
import { HostActions } from '../components/HostActions.tsx';
import { LiveLostNotice } from '../components/LiveStatus.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageTitle } from '../components/PageTitle.tsx';
import { ReachabilityCard } from '../components/ReachabilityCard.tsx';
import { SessionsCard } from '../components/SessionsCard.tsx';
import { problemText } from '../i18n/words.ts';
import { hasStatus } from '../api/problem.ts';

/** Must be keyed by the id: another host is another visit. */
export function HostPage({ id }: { id: string }) {
  const i18n = useI18n();
  const workspace = useWorkspace();
  const view = useVisit(() => workspace.openHost(id));
  const executor = view.executor.value;
  const loading = view.executorLoading.value;
  if (executor === null) {
    if (loading.kind === 'loading') {
      return (
        <p class="faint" role="status">
          {i18n.text('loading')}
        </p>
      );
    }
    const isFailure = loading.kind === 'failed' && !hasStatus(loading.problem, 404);
    return (
      <div data-page="host-missing">
        <BackLink />
        {isFailure ? (
          <>
            <PageTitle title={i18n.text('state-not-loaded')} />
            <Notice
              tone="error"
              name="load-failed"
              action={
                <button type="button" class="button" onClick={() => void view.readExecutor()}>
                  {i18n.text('retry')}
                </button>
              }
            >
              {i18n.text('host-load-failed', { problem: problemText(i18n, loading.problem) })}
            </Notice>
          </>
        ) : (
          <>
            <PageTitle title={i18n.text('host-missing-title')} />
            <p>{i18n.text('host-missing-body')}</p>
          </>
        )}
      </div>
    );
  }
  return (
    <div data-page="host" data-executor={id} data-status={executor.status}>
      <BackLink />
      <PageTitle title={executor.name} />
      <LiveLostNotice />
      <ReachabilityCard view={view} executor={executor} />
      <ConnectionCard executor={executor} />
      <SessionsCard executorId={id} canStart={executor.status === 'active'} />
      <HostActions view={view} executor={executor} />
    </div>
  );
}

export function BackLink() {
  return <BackTo route={{ page: 'hosts' }} label="back-to-hosts" />;
}
