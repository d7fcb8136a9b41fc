import { BackTo } from '../components/BackTo.tsx';
import { useI18n, useVisit, useWorkspace } from '../components/context.ts';
import { LiveLostNotice } from '../components/LiveStatus.tsx';
import { PageTitle } from '../components/PageTitle.tsx';
import { SessionsBody } from '../components/SessionsBody.tsx';
import { hrefOf } from '../state/router.ts';

export function SessionsPage() {
  const i18n = useI18n();
  const workspace = useWorkspace();
  const list = useVisit(() => workspace.openSessions(null));
  return (
    <div data-page="sessions">
      <BackTo route={{ page: 'hosts' }} label="back-to-hosts" />
      <div class="page-head">
        <PageTitle title={i18n.text('sessions-title')} />
        <div class="page-actions">
          <a class="button primary" href={hrefOf({ page: 'start', executor: null })} data-action="start-session">
            {i18n.text('sessions-start')}
          </a>
        </div>
      </div>
      <p class="page-about faint">{i18n.text('sessions-about')}</p>
      <LiveLostNotice />
      <SessionsBody list={list} />
    </div>
  );
}
