import { useEffect } from 'preact/hooks';

import { ConnectionTestSection } from '../components/ConnectionTestSection.tsx';
import { ConfirmDialog } from '../components/Dialog.tsx';
import { ExecutorFields } from '../components/ExecutorFields.tsx';
import { useApp, useI18n, useVisit, useWorkspace } from '../components/context.ts';
import { PageTitle } from '../components/PageTitle.tsx';
import { problemText } from '../i18n/words.ts';
import { hasStatus } from '../api/problem.ts';
import type { Executor } from '../logic/index.ts';
import type { ExecutorForm } from '../state/executorForm.ts';
import { hrefOf } from '../state/router.ts';
import { BackLink } from './Host.tsx';

/** Must be keyed by the id. */
export function HostFormPage({ id }: { id: string | null }) {
  const i18n = useI18n();
  const workspace = useWorkspace();
  const { router } = useApp();
  const form = useVisit(() => workspace.openForm(id));
  const stored = form.stored.value;
  const missing = form.loading.value.kind === 'failed';
  const title =
    id === null
      ? i18n.text('add-title')
      : stored === null
        ? i18n.text(missing ? 'host-missing-title' : 'loading')
        : i18n.text('edit-title', { name: stored.name });

  const leave = (saved: Executor) => router.go({ page: 'host', id: saved.id });
  const submit = async () => {
    const saved = await form.save();
    if (saved !== null) leave(saved);
    else focusFirstError();
  };
  return (
    <div data-page={id === null ? 'add' : 'edit'}>
      <BackLink />
      <PageTitle title={title} />
      {id !== null && stored === null ? (
        missing ? <p>{i18n.text('host-missing-body')}</p> : null
      ) : (
        <form
          class="card form"
          novalidate
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <ExecutorFields form={form} />
          <ConnectionTestSection form={form} onRefused={focusFirstError} />
          <SaveErrors form={form} />
          {form.isHeld.value ? (
            <p id="save-help" class="help" data-notice="needs-trust">
              {i18n.text('save-needs-trust')}
            </p>
          ) : null}
          <div class="actions">
            <button
              type="submit"
              class="button primary"
              data-action="save"
              disabled={!form.canSave.value}
              aria-describedby={form.isHeld.value ? 'save-help' : undefined}
            >
              {i18n.text(form.saving.value.kind === 'pending' ? 'saving' : 'save')}
            </button>
            <a class="button" href={id === null ? hrefOf({ page: 'hosts' }) : hrefOf({ page: 'host', id })}>
              {i18n.text('cancel')}
            </a>
          </div>
          <SessionsStay form={form} onSaved={leave} />
        </form>
      )}
    </div>
  );
}

/** Sessions keep the connection that they have: whoever saves another has to know. */
function SessionsStay({ form, onSaved }: { form: ExecutorForm; onSaved: (saved: Executor) => void }) {
  const i18n = useI18n();
  const saving = form.saving.value;
  if (saving.kind !== 'asking') return null;
  return (
    <ConfirmDialog
      name="sessions-stay"
      question={i18n.text('sessions-stay-question', {
        name: form.stored.value?.name ?? '',
        count: saving.sessions,
      })}
      confirm={i18n.text('sessions-stay-confirm')}
      isFinal={false}
      isPending={false}
      error={null}
      onConfirm={() => {
        void form.confirm().then((saved) => saved !== null && onSaved(saved));
      }}
      onCancel={() => form.dismiss()}
    />
  );
}

function SaveErrors({ form }: { form: ExecutorForm }) {
  const i18n = useI18n();
  const saving = form.saving.value;
  const count = form.errors.value.size;
  useEffect(() => {
    if (saving.kind === 'failed') focusFirstError();
  }, [saving]);
  if (count > 0 && form.wasTried.value) {
    return (
      <p class="field-error" role="alert" data-error="form">
        {i18n.text('form-has-errors', { count })}
      </p>
    );
  }
  if (saving.kind !== 'failed') return null;
  return (
    <p class="field-error" role="alert" data-error="form">
      {hasStatus(saving.problem, 412)
        ? i18n.text('form-conflict')
        : i18n.text('form-save-failed', { problem: problemText(i18n, saving.problem) })}
    </p>
  );
}

function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
