import { sessionProblemText } from '../i18n/sessionWords.ts';
import type { SessionList } from '../state/sessionList.ts';
import { useI18n } from './context.ts';
import { Notice } from './Notice.tsx';
import { SessionRows } from './SessionRows.tsx';

/** A list of sessions, or why there is none to see. */
export function SessionsBody({ list }: { list: SessionList }) {
  const i18n = useI18n();
  const loading = list.loading.value;
  const sessions = list.sessions.value;
  return (
    <div data-loading={loading.kind}>
      {loading.kind === 'failed' ? (
        <Notice
          tone="error"
          name="sessions-failed"
          action={
            <button type="button" class="button" data-action="retry" onClick={() => void list.read()}>
              {i18n.text('retry')}
            </button>
          }
        >
          {i18n.text('sessions-load-failed', { problem: sessionProblemText(i18n, loading.problem) })}
        </Notice>
      ) : null}
      {sessions.length > 0 ? <SessionRows sessions={sessions} withHost={list.executorId === null} /> : null}
      {sessions.length === 0 && loading.kind === 'loading' ? (
        <p class="faint" role="status">
          {i18n.text('loading')}
        </p>
      ) : null}
      {sessions.length === 0 && loading.kind === 'ready' ? (
        <p class="faint" data-empty="sessions">
          {i18n.text('sessions-none')}
        </p>
      ) : null}
    </div>
  );
}
