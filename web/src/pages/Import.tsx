import { useEffect, useRef } from 'preact/hooks';

import { useI18n, useVisit, useWorkspace } from '../components/context.ts';
import { ImportOutcomes } from '../components/ImportOutcomes.tsx';
import { Notice } from '../components/Notice.tsx';
import { PageTitle } from '../components/PageTitle.tsx';
import { IMPORT_FROM_WORDS, problemText } from '../i18n/words.ts';
import type { I18n } from '../i18n/index.ts';
import type { Problem } from '../api/problem.ts';
import { type ImportView, isWritten } from '../state/importView.ts';
import { hrefOf } from '../state/router.ts';
import { BackLink } from './Host.tsx';

const SOURCES = ['server', 'text'] as const;

export function ImportPage() {
  const i18n = useI18n();
  const workspace = useWorkspace();
  const view = useVisit(() => workspace.openImport());
  const state = view.state.value;
  return (
    <div data-page="import" data-import={state.kind}>
      <BackLink />
      <PageTitle title={i18n.text('import-title')} />
      <Sources view={view} />
      {state.kind === 'failed' ? (
        <Notice tone="error" name="import-failed">
          {i18n.text('import-failed', { problem: reasonOf(i18n, state.problem) })}
        </Notice>
      ) : null}
      {'report' in state ? <Report view={view} /> : null}
    </div>
  );
}

function Sources({ view }: { view: ImportView }) {
  const i18n = useI18n();
  const draft = view.draft.value;
  const { kind } = view.state.value;
  return (
    <form
      class="card form import-sources"
      onSubmit={(event) => {
        event.preventDefault();
        void view.preview();
      }}
    >
      <p>{i18n.text('import-help')}</p>
      <fieldset class="field filters">
        <legend>{i18n.text('import-from')}</legend>
        {SOURCES.map((from) => (
          <label key={from} class="filter" data-from={from}>
            <input
              type="radio"
              name="from"
              value={from}
              checked={draft.from === from}
              disabled={kind === 'importing'}
              onChange={() => view.set({ from })}
            />
            <span>{i18n.text(IMPORT_FROM_WORDS[from])}</span>
          </label>
        ))}
      </fieldset>
      {draft.from === 'text' ? (
        <>
          <TextArea view={view} field="sshConfig" label={i18n.text('import-ssh-config')} />
          <TextArea
            view={view}
            field="knownHosts"
            label={i18n.text('import-known-hosts')}
            help={i18n.text('import-known-hosts-help')}
          />
        </>
      ) : null}
      <div class="actions">
        <button
          type="submit"
          class={kind === 'previewed' ? 'button' : 'button primary'}
          data-action="preview"
          disabled={!view.canPreview.value}
        >
          {i18n.text(kind === 'reading' ? 'import-reading' : 'import-preview')}
        </button>
      </div>
    </form>
  );
}

function TextArea(props: { view: ImportView; field: 'sshConfig' | 'knownHosts'; label: string; help?: string }) {
  const { view, field, label, help } = props;
  return (
    <div class="field">
      <label for={field}>{label}</label>
      <textarea
        id={field}
        rows={6}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        disabled={view.state.value.kind === 'importing'}
        value={view.draft.value[field]}
        aria-describedby={help === undefined ? undefined : `${field}-help`}
        onInput={(event) => view.set({ [field]: event.currentTarget.value })}
      />
      {help === undefined ? null : (
        <p id={`${field}-help`} class="help">
          {help}
        </p>
      )}
    </div>
  );
}

function Report({ view }: { view: ImportView }) {
  const i18n = useI18n();
  const heading = useRef<HTMLHeadingElement>(null);
  const state = view.state.value;
  const isDone = state.kind === 'done';
  // What a person has waited for is where they go on reading.
  useEffect(() => heading.current?.focus(), [isDone]);
  if (!('report' in state)) return null;
  const { report } = state;
  const count = report.hosts.filter(isWritten).length;
  return (
    <section class="card" aria-labelledby="import-report-title" data-card="import-report">
      <h2 id="import-report-title" ref={heading} tabIndex={-1}>
        {isDone ? i18n.text('import-done', { count }) : i18n.text('import-preview-title')}
      </h2>
      {report.hosts.length === 0 ? <p data-empty>{i18n.text('import-empty')}</p> : null}
      <ImportOutcomes report={report} />
      <div class="actions">
        {isDone ? (
          <a class="button primary" href={hrefOf({ page: 'hosts' })} data-action="to-hosts">
            {i18n.text('back-to-hosts')}
          </a>
        ) : count === 0 ? (
          report.hosts.length > 0 && <p data-nothing>{i18n.text('import-nothing')}</p>
        ) : (
          <button
            type="button"
            class="button primary"
            data-action="import"
            disabled={state.kind === 'importing'}
            onClick={() => void view.run()}
          >
            {state.kind === 'importing' ? i18n.text('import-importing') : i18n.text('import-run', { count })}
          </button>
        )}
      </div>
    </section>
  );
}

/** A file that cannot be read is told by its own message: it names the line. */
function reasonOf(i18n: I18n, problem: Problem): string {
  const [error] = problem.kind === 'refused' ? problem.errors : [];
  return error === undefined ? problemText(i18n, problem) : i18n.text('problem-other', { detail: error.message });
}
