import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';

import { hrefOf } from '../state/router.ts';
import { useI18n } from './context.ts';
import { PageTitle } from './PageTitle.tsx';

/** A page that throws is replaced by a way back; the bar, the socket and the records live on. */
export function PageBoundary({ children }: { children: ComponentChildren }) {
  const i18n = useI18n();
  const [error, showAgain] = useErrorBoundary((thrown) => window.reportError(thrown));
  if (error === undefined) return <>{children}</>;
  return (
    <div data-page="broken" role="alert">
      <PageTitle title={i18n.text('broken-title')} />
      <p>{i18n.text('broken-body')}</p>
      <div class="actions">
        <button type="button" class="button primary" data-action="show-again" onClick={showAgain}>
          {i18n.text('broken-again')}
        </button>
        <a class="button" href={hrefOf({ page: 'hosts' })}>
          {i18n.text('back-to-hosts')}
        </a>
      </div>
    </div>
  );
}
