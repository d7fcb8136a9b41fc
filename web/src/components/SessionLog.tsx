import { sessionProblemText } from '../i18n/sessionWords.ts';
import type { SessionView } from '../state/sessionView.ts';
import { useI18n } from './context.ts';
import { Notice } from './Notice.tsx';

/** The end of the log, read when asked for. */
export function SessionLog({ view }: { view: SessionView }) {
  const i18n = useI18n();
  const log = view.log.value;
  const label = log.kind === 'reading' ? 'log-reading' : log.text === null ? 'log-read' : 'log-refresh';
  return (
    <section class="card" aria-labelledby="log-title" data-card="log" data-log={log.kind}>
      <header class="card-head">
        <h2 id="log-title">{i18n.text('log-title')}</h2>
        <button
          type="button"
          class="button"
          data-action="read-log"
          disabled={log.kind === 'reading'}
          onClick={() => void view.readLog()}
        >
          {i18n.text(label)}
        </button>
      </header>
      <p class="help">{i18n.text('log-help')}</p>
      {log.kind === 'failed' ? (
        <Notice tone="error" name="log-failed">
          {i18n.text('log-failed', { problem: sessionProblemText(i18n, log.problem) })}
        </Notice>
      ) : null}
      {log.text === null ? null : log.text.trim() === '' ? (
        <p class="faint" data-empty="log">
          {i18n.text('log-empty')}
        </p>
      ) : (
        // It scrolls by itself, so the keyboard must get into it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre class="log" tabIndex={0} role="region" aria-labelledby="log-title">
          {log.text}
        </pre>
      )}
    </section>
  );
}
