import { SESSION_STATE_WORDS, TRANSPORT_WORDS } from '../i18n/sessionWords.ts';
import type { ExecutorType, Session, SessionState } from '../logic/index.ts';
import { useI18n, useWorkspace } from './context.ts';
import { Icon, type Shape } from './Icon.tsx';
import { Mark } from './StateBadge.tsx';

const SHAPES = {
  starting: 'unknown',
  running: 'reachable',
  stopping: 'unknown',
  stopped: 'stopped',
  failed: 'unreachable',
} as const satisfies Record<SessionState, Shape>;

/** A session's state; never colour alone. */
export function SessionBadge({ state }: { state: SessionState }) {
  const i18n = useI18n();
  return (
    <span class="badge" data-tone={`session-${state}`}>
      <Icon shape={SHAPES[state]} />
      <span>{i18n.text(SESSION_STATE_WORDS[state])}</span>
    </span>
  );
}

/** What stands beside the state: a connection that is not up, a host that is unreachable, what may remain. */
export function SessionMarks({ session }: { session: Session }) {
  const i18n = useI18n();
  const isUnreachable = useIsUnreachable(session);
  const transport = useShownTransport(session);
  return (
    <>
      {transport === null || transport === 'up' ? null : (
        <Mark tone="stale">{i18n.text(TRANSPORT_WORDS[transport])}</Mark>
      )}
      {session.controller_may_remain ? <Mark tone="stale">{i18n.text('session-remains')}</Mark> : null}
      {isUnreachable ? (
        <span data-host-unreachable>
          <Mark tone="stale">{i18n.text('session-unreachable')}</Mark>
        </span>
      ) : null}
    </>
  );
}

/** Whether the record of the session's host says that it cannot be reached. */
export function useIsUnreachable({ executor_id }: Session): boolean {
  return useWorkspace().records.of(executor_id).value?.state === 'unreachable';
}

export function useHostType({ executor_id }: Session): ExecutorType | null {
  return useWorkspace().executors.of(executor_id)?.type ?? null;
}

/** The connection of a running session; null where there is none to have. */
export function useShownTransport(session: Session): Session['transport'] | null {
  const type = useHostType(session);
  if (session.state !== 'running' || type === 'local') return null;
  // Until the host is known, none may be as it should be.
  return session.transport === 'none' && type === null ? null : session.transport;
}
