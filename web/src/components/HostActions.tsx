import { useState } from 'preact/hooks';

import { problemText } from '../i18n/words.ts';
import type { Executor } from '../logic/index.ts';
import type { HostView } from '../state/hostView.ts';
import { useApp, useI18n, useWorkspace } from './context.ts';
import { ConfirmDialog } from './Dialog.tsx';

/** Deactivate, activate, delete. */
export function HostActions({ view, executor }: { view: HostView; executor: Executor }) {
  const i18n = useI18n();
  const { router } = useApp();
  const { announcer } = useWorkspace();
  const [asked, setAsked] = useState<'deactivate' | 'delete' | null>(null);
  const action = view.action.value;
  const isPending = action.kind === 'pending';
  const error =
    action.kind === 'failed'
      ? i18n.text('action-failed', { problem: problemText(i18n, action.problem) })
      : null;

  const deactivate = async () => {
    if (await view.setStatus('inactive')) setAsked(null);
  };
  const remove = async () => {
    const { name } = executor;
    if (!(await view.remove())) return;
    announcer.noteDeleted(name);
    router.go({ page: 'hosts' });
  };
  return (
    <section class="host-actions" data-card="actions">
      {executor.status === 'active' ? (
        <button type="button" class="button" data-action="deactivate" onClick={() => setAsked('deactivate')}>
          {i18n.text('deactivate')}
        </button>
      ) : (
        <button
          type="button"
          class="button"
          data-action="activate"
          disabled={isPending}
          onClick={() => void view.setStatus('active')}
        >
          {i18n.text('activate')}
        </button>
      )}
      <button type="button" class="button danger-quiet" data-action="delete" onClick={() => setAsked('delete')}>
        {i18n.text('delete')}
      </button>
      {asked === null && error !== null ? (
        <p class="field-error" role="alert">
          {error}
        </p>
      ) : null}
      {asked === null ? null : (
        <ConfirmDialog
          name={asked}
          question={i18n.text(asked === 'delete' ? 'delete-question' : 'deactivate-question', {
            name: executor.name,
          })}
          confirm={i18n.text(asked === 'delete' ? 'delete-confirm' : 'deactivate-confirm')}
          isFinal={asked === 'delete'}
          isPending={isPending}
          error={error}
          onConfirm={() => void (asked === 'delete' ? remove() : deactivate())}
          onCancel={() => {
            view.dismissAction();
            setAsked(null);
          }}
        />
      )}
    </section>
  );
}
