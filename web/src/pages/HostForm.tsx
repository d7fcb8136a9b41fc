import { useEffect } from 'preact/hooks';

import { ExecutorFields } from '../components/ExecutorFields.tsx';
import { useApp, useI18n, useVisit, useWorkspace } from '../components/context.ts';
import { PageTitle } from '../components/PageTitle.tsx';
import { problemText } from '../i18n/words.ts';
import { hasStatus } from '../api/problem.ts';
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

  const submit = async () => {
    const saved = await form.save();
    if (saved !== null) router.go({ page: 'host', id: saved.id });
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
          <SaveErrors form={form} />
          <div class="actions">
            <button
              type="submit"
              class="button primary"
              data-action="save"
              disabled={form.saving.value.kind === 'pending'}
            >
              {i18n.text(form.saving.value.kind === 'pending' ? 'saving' : 'save')}
            </button>
            <a class="button" href={id === null ? hrefOf({ page: 'hosts' }) : hrefOf({ page: 'host', id })}>
              {i18n.text('cancel')}
            </a>
          </div>
        </form>
      )}
    </div>
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
