import { useState } from 'preact/hooks';

import type { SessionAction } from '../api/sessions.ts';
import { ACTION_WORDS, sessionActionText } from '../i18n/sessionWords.ts';
import type { Session } from '../logic/index.ts';
import { hasEnded } from '../state/sessions.ts';
import type { SessionView } from '../state/sessionView.ts';
import { useApp, useI18n, useWorkspace } from './context.ts';
import { ConfirmDialog } from './Dialog.tsx';
import { ActionProblem } from './SessionNotices.tsx';
import { useShownTransport } from './SessionBadge.tsx';

/** Stop, resume and reset what is under way; delete what has ended. */
export function SessionActions({ view, session }: { view: SessionView; session: Session }) {
  const i18n = useI18n();
  const [isAsked, setAsked] = useState(false);
  const actions = useActions(session);
  return (
    <section class="host-actions" data-card="actions" data-action-state={view.action.value.kind}>
      {actions.map((action) => (
        <ActionButton key={action} view={view} action={action} />
      ))}
      {hasEnded(session) ? (
        <button type="button" class="button danger-quiet" data-action="delete" onClick={() => setAsked(true)}>
          {i18n.text('delete')}
        </button>
      ) : null}
      {isAsked ? null : <ActionProblem view={view} />}
      {actions.includes('reset') ? <p class="help">{i18n.text('session-reset-help')}</p> : null}
      {isAsked ? <DeleteDialog view={view} session={session} onClose={() => setAsked(false)} /> : null}
    </section>
  );
}

function useActions(session: Session): readonly SessionAction[] {
  const transport = useShownTransport(session);
  if (hasEnded(session)) return [];
  if (session.state !== 'running') return ['stop'];
  return transport === null || transport === 'up' ? ['stop', 'reset'] : ['resume', 'stop', 'reset'];
}

function ActionButton({ view, action }: { view: SessionView; action: SessionAction }) {
  const i18n = useI18n();
  const state = view.action.value;
  const words = ACTION_WORDS[action];
  const isOwn = state.kind === 'pending' && state.action === action;
  return (
    <button
      type="button"
      class={action === 'resume' ? 'button primary' : 'button'}
      data-action={action}
      disabled={state.kind === 'pending'}
      onClick={() => void view.act(action)}
    >
      {i18n.text(isOwn ? words.pending : words.label)}
    </button>
  );
}

/** Of a session whose program may still run, it asks for more than a yes (S3). */
function DeleteDialog({ view, session, onClose }: { view: SessionView; session: Session; onClose: () => void }) {
  const i18n = useI18n();
  const { router } = useApp();
  const { announcer } = useWorkspace();
  const action = view.action.value;
  const { name, host } = session;
  const mayRemain = session.controller_may_remain;
  const remove = async () => {
    if (!(await view.remove(mayRemain))) return;
    announcer.noteSessionDeleted(name);
    router.go({ page: 'sessions' });
  };
  return (
    <ConfirmDialog
      name={mayRemain ? 'delete-forced' : 'delete'}
      question={
        mayRemain
          ? i18n.text('session-delete-forced-question', { name, host })
          : i18n.text('session-delete-question', { name })
      }
      confirm={i18n.text(mayRemain ? 'session-delete-forced' : 'session-delete-confirm')}
      isFinal
      isPending={action.kind === 'pending'}
      error={action.kind === 'failed' ? sessionActionText(i18n, action.problem) : null}
      onConfirm={() => void remove()}
      onCancel={() => {
        view.dismissAction();
        onClose();
      }}
    />
  );
}
