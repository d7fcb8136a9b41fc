import { hasStatus } from '../api/problem.ts';
import { BackTo } from '../components/BackTo.tsx';
import { useI18n, useVisit, useWorkspace } from '../components/context.ts';
import { LaunchProgress } from '../components/LaunchProgress.tsx';
import { LiveLostNotice } from '../components/LiveStatus.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageTitle } from '../components/PageTitle.tsx';
import { SessionActions } from '../components/SessionActions.tsx';
import { useIsUnreachable } from '../components/SessionBadge.tsx';
import { SessionCard } from '../components/SessionCard.tsx';
import { SessionLog } from '../components/SessionLog.tsx';
import { sessionProblemText } from '../i18n/sessionWords.ts';
import type { Session } from '../logic/index.ts';
import type { SessionView } from '../state/sessionView.ts';

/** Must be keyed by the id: another session is another visit. */
export function SessionPage({ id }: { id: string }) {
  const workspace = useWorkspace();
  const view = useVisit(() => workspace.openSession(id));
  const session = view.session.value;
  return session === null ? <NoSession view={view} /> : <Shown view={view} session={session} />;
}

function Shown({ view, session }: { view: SessionView; session: Session }) {
  const { id, state, transport, step } = session;
  return (
    <div
      data-page="session"
      data-session={id}
      data-state={state}
      data-transport={transport}
      data-step={step ?? ''}
      data-unreachable={useIsUnreachable(session)}
    >
      <BackTo route={{ page: 'sessions' }} label="sessions-all" />
      <PageTitle title={session.name} />
      <LiveLostNotice />
      <SessionCard view={view} session={session} />
      <LaunchProgress session={session} />
      <SessionLog view={view} />
      <SessionActions view={view} session={session} />
    </div>
  );
}

function NoSession({ view }: { view: SessionView }) {
  const i18n = useI18n();
  const loading = view.loading.value;
  if (loading.kind === 'loading') {
    return (
      <p class="faint" role="status">
        {i18n.text('loading')}
      </p>
    );
  }
  const isFailure = loading.kind === 'failed' && !hasStatus(loading.problem, 404);
  return (
    <div data-page="session-missing">
      <BackTo route={{ page: 'sessions' }} label="sessions-all" />
      <PageTitle title={i18n.text(isFailure ? 'state-not-loaded' : 'session-missing-title')} />
      {isFailure ? (
        <Notice
          tone="error"
          name="load-failed"
          action={
            <button type="button" class="button" data-action="retry" onClick={() => void view.read()}>
              {i18n.text('retry')}
            </button>
          }
        >
          {i18n.text('session-load-failed', { problem: sessionProblemText(i18n, loading.problem) })}
        </Notice>
      ) : (
        <p>{i18n.text('host-missing-body')}</p>
      )}
    </div>
  );
}
