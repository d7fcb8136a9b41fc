import { AppContext, I18nContext, WorkspaceContext, useApp, useI18n, useWorkspace } from './components/context.ts';
import { Frame } from './components/Frame.tsx';
import { LiveRegion, LiveStatus, TabIcon } from './components/LiveStatus.tsx';
import { PageBoundary } from './components/PageBoundary.tsx';
import { PageTitle } from './components/PageTitle.tsx';
import { HostFormPage } from './pages/HostForm.tsx';
import { BackLink, HostPage } from './pages/Host.tsx';
import { HostsPage } from './pages/Hosts.tsx';
import { ImportPage } from './pages/Import.tsx';
import { SessionPage } from './pages/Session.tsx';
import { SessionsPage } from './pages/Sessions.tsx';
import { SettingsPage } from './pages/Settings.tsx';
import { SignIn } from './pages/SignIn.tsx';
import { StartSessionPage } from './pages/StartSession.tsx';
import { TrustPage } from './pages/Trust.tsx';
import type { App } from './state/app.ts';
import { hrefOf } from './state/router.ts';

export function Root({ app }: { app: App }) {
  return (
    <AppContext.Provider value={app}>
      <I18nContext.Provider value={app.i18n}>
        <Page />
      </I18nContext.Provider>
    </AppContext.Provider>
  );
}

function Page() {
  const app = useApp();
  const workspace = app.workspace.value;
  const i18n = useI18n();
  if (workspace === null) {
    const isStarting = app.access.state.value.kind === 'starting';
    return <Frame>{isStarting ? <p class="faint">{i18n.text('loading')}</p> : <SignIn />}</Frame>;
  }
  return (
    <WorkspaceContext.Provider value={workspace}>
      <Frame
        tools={
          <>
            <LiveStatus />
            <a class="button quiet" href={hrefOf({ page: 'sessions' })} data-action="sessions">
              {i18n.text('sessions-title')}
            </a>
            <a class="button quiet" href={hrefOf({ page: 'settings' })} data-action="settings">
              {i18n.text('settings-title')}
            </a>
          </>
        }
      >
        <BoundedPage />
      </Frame>
      <LiveRegion />
      <TabIcon />
    </WorkspaceContext.Provider>
  );
}

/** Another route is another page, whatever became of the last one. */
function BoundedPage() {
  const route = useApp().router.route.value;
  return (
    <PageBoundary key={JSON.stringify(route)}>
      <Routed />
    </PageBoundary>
  );
}

function Routed() {
  const i18n = useI18n();
  const route = useApp().router.route.value;
  useWorkspace();
  switch (route.page) {
    case 'hosts':
      return <HostsPage />;
    case 'add':
      return <HostFormPage key="add" id={null} />;
    case 'edit':
      return <HostFormPage key={route.id} id={route.id} />;
    case 'host':
      return <HostPage key={route.id} id={route.id} />;
    case 'trust':
      return <TrustPage key={route.id ?? ''} id={route.id} />;
    case 'import':
      return <ImportPage />;
    case 'sessions':
      return <SessionsPage />;
    case 'session':
      return <SessionPage key={route.id} id={route.id} />;
    case 'start':
      return <StartSessionPage key={route.executor ?? ''} executor={route.executor} />;
    case 'settings':
      return <SettingsPage />;
    case 'missing':
      return (
        <div data-page="missing">
          <BackLink />
          <PageTitle title={i18n.text('not-found-title')} />
        </div>
      );
  }
}
