import { useState } from 'preact/hooks';

import { STEP_WORDS } from '../i18n/sessionWords.ts';
import { reasonWords } from '../i18n/words.ts';
import type { Session } from '../logic/index.ts';
import { hrefOf } from '../state/router.ts';
import { Age } from './Age.tsx';
import { useI18n, useWorkspace } from './context.ts';
import { MoreRows } from './HostList.tsx';
import { SessionBadge, SessionMarks, useIsUnreachable } from './SessionBadge.tsx';

const CHUNK = 60;

export function SessionRows({ sessions, withHost }: { sessions: readonly Session[]; withHost: boolean }) {
  const [limit, setLimit] = useState(CHUNK);
  return (
    <>
      <ul class="hosts" data-sessions={sessions.length}>
        {sessions.slice(0, limit).map((session) => (
          <SessionRow key={session.id} session={session} withHost={withHost} />
        ))}
      </ul>
      {sessions.length > limit ? <MoreRows onSeen={() => setLimit((rendered) => rendered + CHUNK)} /> : null}
    </>
  );
}

function SessionRow({ session, withHost }: { session: Session; withHost: boolean }) {
  const { executors } = useWorkspace();
  const { id, state, transport } = session;
  return (
    <li
      class="host"
      data-session={id}
      data-state={state}
      data-transport={transport}
      data-unreachable={useIsUnreachable(session)}
    >
      <a class="host-link" href={hrefOf({ page: 'session', id })}>
        <span class="host-name">{session.name}</span>
        {withHost ? (
          <span class="host-address">{executors.of(session.executor_id)?.name ?? session.host}</span>
        ) : null}
      </a>
      <span class="host-state">
        <SessionBadge state={state} />
        <SessionMarks session={session} />
      </span>
      <span class="host-detail">
        <Detail session={session} />
        <span class="host-age">
          {session.started_at === null ? (
            <Age at={session.created_at} missing="session-not-started" inWords="age-created" />
          ) : (
            <Age at={session.started_at} missing="session-not-started" inWords="age-started" />
          )}
        </span>
      </span>
    </li>
  );
}

/** The step of a launch, the address of what runs, or why it failed. */
function Detail({ session }: { session: Session }) {
  const i18n = useI18n();
  const { step, failure, local_port } = session;
  if (step !== null) return <span data-step={step}>{i18n.text(STEP_WORDS[step])}</span>;
  if (failure !== null) {
    const words = failure.reason === null ? failure.step && STEP_WORDS[failure.step] : reasonWords(failure.reason).label;
    return words === null ? null : <span class="host-reason">{i18n.text(words)}</span>;
  }
  return local_port === null ? null : <code>{`127.0.0.1:${local_port}`}</code>;
}
