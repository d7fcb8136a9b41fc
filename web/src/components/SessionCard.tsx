import { STEP_WORDS, TRANSPORT_WORDS } from '../i18n/sessionWords.ts';
import { reasonWords } from '../i18n/words.ts';
import type { Session, SessionFailure } from '../logic/index.ts';
import { hrefOf } from '../state/router.ts';
import type { SessionView } from '../state/sessionView.ts';
import { Age } from './Age.tsx';
import { useI18n, useWorkspace } from './context.ts';
import { Fact } from './Fact.tsx';
import { LocalAddress } from './LocalAddress.tsx';
import { SessionBadge, SessionMarks, useShownTransport } from './SessionBadge.tsx';
import { SessionNotices } from './SessionNotices.tsx';

/** What is known of one session. */
export function SessionCard({ view, session }: { view: SessionView; session: Session }) {
  return (
    <section class="card" data-card="session">
      <p class="headline">
        <SessionBadge state={session.state} />
        <SessionMarks session={session} />
      </p>
      <SessionNotices view={view} session={session} />
      {session.failure === null ? null : <Failure failure={session.failure} />}
      {session.state === 'running' && session.local_port !== null && session.transport !== 'lost' ? (
        <LocalAddress port={session.local_port} />
      ) : null}
      <Facts session={session} />
    </section>
  );
}

/** Where it failed, why, and what to do about it. */
function Failure({ failure }: { failure: SessionFailure }) {
  const i18n = useI18n();
  const { step, reason, host, message } = failure;
  const stepWords = step === null ? 'session-failed-later' : STEP_WORDS[step];
  const words = reason === null ? null : reasonWords(reason);
  return (
    <div class="failure" data-failure={reason ?? ''} data-failed-step={step ?? ''} data-tone="unreachable">
      <h3>
        {step === null
          ? i18n.text('session-failed-later', { host })
          : i18n.text('session-failed-at', { step: i18n.text(STEP_WORDS[step]), host })}
      </h3>
      {words === null ? null : <p data-reason-label>{i18n.text(words.label)}</p>}
      {message === '' ? null : (
        <p class="message" data-fact="message">
          <span class="visually-hidden">{i18n.text('failure-message')} </span>
          <code>{message}</code>
        </p>
      )}
      {words === null ? null : <p>{i18n.text(words.meaning)}</p>}
      <p>
        <strong>{i18n.text('failure-next')}</strong> {i18n.text(words?.next ?? `${stepWords}-next`)}
      </p>
    </div>
  );
}

function Facts({ session }: { session: Session }) {
  const i18n = useI18n();
  const { executors } = useWorkspace();
  const transport = useShownTransport(session);
  const executor = executors.of(session.executor_id);
  return (
    <dl class="facts">
      <Fact name="executor" label={i18n.text('session-host')}>
        {executor === null ? session.host : <a href={hrefOf({ page: 'host', id: executor.id })}>{executor.name}</a>}
      </Fact>
      {transport === null ? null : (
        <Fact name="transport" label={i18n.text('session-connection')}>
          {i18n.text(TRANSPORT_WORDS[transport])}
        </Fact>
      )}
      {session.started_at === null ? (
        <Fact name="created" label={i18n.text('session-created')}>
          <Age at={session.created_at} missing="session-not-started" />
        </Fact>
      ) : (
        <Fact name="started" label={i18n.text('session-started')}>
          <Age at={session.started_at} missing="session-not-started" />
        </Fact>
      )}
      {session.remote_port === null ? null : (
        <Fact name="remote-port" label={i18n.text('session-remote-port')}>
          {session.remote_port}
        </Fact>
      )}
      {session.remote_pid === null ? null : (
        <Fact name="remote-pid" label={i18n.text('session-remote-pid')}>
          {session.remote_pid}
        </Fact>
      )}
    </dl>
  );
}
