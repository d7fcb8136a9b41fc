import { useEffect } from 'preact/hooks';

import { hasStatus } from '../api/problem.ts';
import { BackTo } from '../components/BackTo.tsx';
import { useApp, useI18n, useVisit, useWorkspace } from '../components/context.ts';
import { EnvironmentFields } from '../components/EnvironmentFields.tsx';
import { PageTitle } from '../components/PageTitle.tsx';
import { MainFields, OtherFields } from '../components/SessionFields.tsx';
import { sessionProblemText } from '../i18n/sessionWords.ts';
import { problemText } from '../i18n/words.ts';
import { type Route, hrefOf } from '../state/router.ts';
import type { SessionForm } from '../state/sessionForm.ts';

/** Must be keyed by the executor. */
export function StartSessionPage({ executor }: { executor: string | null }) {
  const i18n = useI18n();
  const workspace = useWorkspace();
  const { router } = useApp();
  const form = useVisit(() => workspace.openSessionForm(executor));
  const isPending = form.starting.value.kind === 'pending';
  const origin: Exclude<Route, { page: 'missing' }> =
    executor === null ? { page: 'sessions' } : { page: 'host', id: executor };
  const start = async () => {
    const session = await form.start();
    if (session !== null) router.go({ page: 'session', id: session.id });
  };
  return (
    <div data-page="start">
      <BackTo route={{ page: 'sessions' }} label="sessions-all" />
      <PageTitle title={i18n.text('sessions-start')} />
      <form
        class="card form"
        novalidate
        data-starting={form.starting.value.kind}
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <MainFields form={form} />
        <hr class="fields-rule" />
        <OtherFields form={form} />
        <EnvironmentFields form={form} />
        <StartProblem form={form} />
        <div class="actions">
          <button type="submit" class="button primary" data-action="start" disabled={isPending}>
            {i18n.text(isPending ? 'start-pending' : 'start-submit')}
          </button>
          <a class="button" href={hrefOf(origin)}>
            {i18n.text('cancel')}
          </a>
        </div>
      </form>
    </div>
  );
}

function StartProblem({ form }: { form: SessionForm }) {
  const i18n = useI18n();
  const starting = form.starting.value;
  const count = form.errors.value.size;
  useEffect(() => {
    if (starting.kind === 'failed') focusFirstError();
  }, [starting]);
  if (starting.kind !== 'failed') return null;
  const { problem } = starting;
  // A 404 is the host's: there is no session yet.
  const text = hasStatus(problem, 404) ? problemText(i18n, problem) : sessionProblemText(i18n, problem);
  const isOfFields = hasStatus(problem, 422);
  if (isOfFields && count === 0) return null;
  return (
    <p class="field-error" role="alert" data-error="form">
      {isOfFields ? i18n.text('form-has-errors', { count }) : i18n.text('start-failed', { problem: text })}
    </p>
  );
}

function focusFirstError(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
