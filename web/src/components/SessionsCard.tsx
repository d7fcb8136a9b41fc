import { hrefOf } from '../state/router.ts';
import { useI18n, useVisit, useWorkspace } from './context.ts';
import { SessionsBody } from './SessionsBody.tsx';

/** The sessions of one host, on its page. Must be keyed by the id. */
export function SessionsCard({ executorId, canStart }: { executorId: string; canStart: boolean }) {
  const i18n = useI18n();
  const workspace = useWorkspace();
  const list = useVisit(() => workspace.openSessions(executorId));
  return (
    <section class="card" aria-labelledby="sessions-title" data-card="sessions">
      <header class="card-head">
        <h2 id="sessions-title">{i18n.text('sessions-title')}</h2>
        {canStart ? (
          <a class="button" href={hrefOf({ page: 'start', executor: executorId })} data-action="start-session">
            {i18n.text('sessions-start')}
          </a>
        ) : null}
      </header>
      <SessionsBody list={list} />
    </section>
  );
}
