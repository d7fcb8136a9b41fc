import { sessionActionText } from '../i18n/sessionWords.ts';
import { reasonWords } from '../i18n/words.ts';
import type { LaunchWarning, Session } from '../logic/index.ts';
import { hrefOf } from '../state/router.ts';
import { hasEnded } from '../state/sessions.ts';
import type { SessionView } from '../state/sessionView.ts';
import { Age } from './Age.tsx';
import { useI18n, useWorkspace } from './context.ts';
import { Notice } from './Notice.tsx';
import { useIsUnreachable, useShownTransport } from './SessionBadge.tsx';

/** A connection is given up after this long without an answer (L-001.10); one that was lost earlier has ended. */
const SILENCE_DEADLINE_MS = 45_000;

/** What a person should know about a session, beside its state. */
export function SessionNotices({ view, session }: { view: SessionView; session: Session }) {
  const warning = view.warning.value;
  return (
    <>
      {warning === null ? null : <Warning warning={warning} />}
      <ConnectionNotice view={view} session={session} />
      {session.controller_may_remain ? <RemainsNotice view={view} session={session} /> : null}
      <UnreachableNotice session={session} />
    </>
  );
}

/** Said beside the launch, which goes on: there is nothing to answer. */
function Warning({ warning }: { warning: LaunchWarning }) {
  const i18n = useI18n();
  const { host, reason, last_success_at } = warning;
  const label = i18n.text(reason === '' ? 'reason-unknown' : reasonWords(reason).label);
  return (
    <Notice tone="warning" name="launch-warning">
      {i18n.text('launch-warning', { host, reason: label })}{' '}
      <span data-fact="last-success">
        <Age at={last_success_at} missing="launch-warning-never" inWords="launch-warning-success" />
      </span>
    </Notice>
  );
}

function ConnectionNotice({ view, session }: { view: SessionView; session: Session }) {
  const i18n = useI18n();
  const transport = useShownTransport(session);
  const silence = view.silence.value;
  if (transport === null || transport === 'up') return null;
  const { host } = session;
  const isCut = transport === 'lost' && silence !== null && silence < SILENCE_DEADLINE_MS;
  const text = {
    lost: 'session-lost',
    none: 'session-disconnected',
    unresponsive: 'session-unresponsive',
  } as const;
  return (
    <Notice tone={transport === 'lost' ? 'error' : 'warning'} name={`transport-${transport}`}>
      {silence === null || isCut ? null : (
        <>
          <span data-silence={silence}>{i18n.text('session-silence', { seconds: Math.floor(silence / 1000) })}</span>{' '}
        </>
      )}
      {i18n.text(isCut ? 'session-cut' : text[transport], { host })}
    </Notice>
  );
}

function RemainsNotice({ view, session }: { view: SessionView; session: Session }) {
  const i18n = useI18n();
  const action = view.action.value;
  return (
    <Notice
      tone="warning"
      name="may-remain"
      action={
        hasEnded(session) ? (
          <button
            type="button"
            class="button"
            data-action="stop-now"
            disabled={action.kind === 'pending'}
            onClick={() => void view.act('stop')}
          >
            {i18n.text('session-stop-now')}
          </button>
        ) : null
      }
    >
      {i18n.text('session-may-remain', { host: session.host })}
    </Notice>
  );
}

/** Shown for as long as the host's record says so, and only then. */
function UnreachableNotice({ session }: { session: Session }) {
  const i18n = useI18n();
  const { records } = useWorkspace();
  const record = records.of(session.executor_id).value;
  if (!useIsUnreachable(session) || record === null) return null;
  const reason = i18n.text(record.reason === '' ? 'reason-unknown' : reasonWords(record.reason).label);
  return (
    <Notice
      tone="warning"
      name="host-unreachable"
      action={
        <a class="button" href={hrefOf({ page: 'host', id: session.executor_id })}>
          {i18n.text('session-show-host')}
        </a>
      }
    >
      {i18n.text('session-unreachable-detail', { host: record.host || session.host, reason })}
    </Notice>
  );
}

/** What this view's own action came to, when it was not done. */
export function ActionProblem({ view }: { view: SessionView }) {
  const i18n = useI18n();
  const action = view.action.value;
  if (action.kind !== 'failed') return null;
  return (
    <p class="field-error" role="alert" data-error={action.action}>
      {sessionActionText(i18n, action.problem)}
    </p>
  );
}
