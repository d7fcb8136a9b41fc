import { problemText, reasonWords } from '../i18n/words.ts';
import type { ConnectionTest } from '../state/connectionTest.ts';
import type { ExecutorForm } from '../state/executorForm.ts';
import { Check } from './Check.tsx';
import { useI18n } from './context.ts';
import { HostKeys } from './HostKeys.tsx';
import { Notice } from './Notice.tsx';
import { TestReportView } from './TestReport.tsx';

/** Tests what stands in the form, and lets its key be trusted before it is saved. */
export function ConnectionTestSection({ form, onRefused }: { form: ExecutorForm; onRefused: () => void }) {
  const i18n = useI18n();
  const state = form.test.state.value;
  const isRunning = state.kind === 'running';
  return (
    <section
      class="connection-test"
      aria-labelledby="test-title"
      data-card="connection-test"
      data-test={state.kind}
      data-trusted={form.test.trusted.value !== null}
    >
      <header class="card-head">
        <h2 id="test-title">{i18n.text('test-title')}</h2>
        <div class="page-actions">
          {isRunning ? (
            <button type="button" class="button" data-action="cancel-test" onClick={() => form.test.cancel()}>
              {i18n.text('test-cancel')}
            </button>
          ) : null}
          <button
            type="button"
            class={form.canSave.value ? 'button' : 'button primary'}
            data-action="test"
            disabled={isRunning}
            onClick={() => {
              if (!form.runTest()) onRefused();
            }}
          >
            {i18n.text(isRunning ? 'test-running' : 'test-run')}
          </button>
        </div>
      </header>
      <p class="help">{i18n.text('test-help')}</p>
      <div role="status">
        {state.kind === 'stale' ? (
          <Notice tone="info" name="test-stale">
            {i18n.text('test-stale')}
          </Notice>
        ) : null}
        {state.kind === 'failed' ? (
          <Notice tone="error" name="test-not-run">
            {i18n.text('test-not-run', { problem: problemText(i18n, state.problem) })}
          </Notice>
        ) : null}
        {state.kind === 'done' ? (
          <>
            <TestReportView report={state.report} />
            <HostKeys host={state.report.host} shownKey={state.key} />
          </>
        ) : null}
      </div>
      <TrustBoxes test={form.test} />
      <UntestedBox form={form} />
    </section>
  );
}

function TrustBoxes({ test }: { test: ConnectionTest }) {
  const i18n = useI18n();
  const state = test.state.value;
  if (state.kind !== 'done' || state.key.kind === 'none') return null;
  const isChanged = state.key.kind === 'changed';
  const label =
    state.key.kind !== 'changed' ? 'trust-key' : state.key.pinned.by === 'trust' ? 'trust-changed' : 'trust-unexpected';
  return (
    <div class="checks">
      {isChanged ? (
        <Check
          name="compared"
          label={i18n.text('trust-compared')}
          isChecked={test.isCompared.value}
          onChange={(isCompared) => test.setCompared(isCompared)}
        />
      ) : null}
      <Check
        name="trust"
        label={i18n.text(label)}
        isChecked={test.trusted.value !== null}
        isDisabled={isChanged && !test.isCompared.value}
        onChange={(isTrusted) => test.setTrusted(isTrusted)}
      />
    </div>
  );
}

/** A host that is down, or not there yet, can be saved all the same: by choice, knowing what it means. */
function UntestedBox({ form }: { form: ExecutorForm }) {
  const i18n = useI18n();
  if (!form.needsTrust.value || form.test.trusted.value !== null) return null;
  const isPinned = form.draft.value.host_fingerprint.trim() !== '';
  return (
    <div class="checks untested">
      <Check
        name="untested"
        label={i18n.text('save-untested')}
        isChecked={form.isUntested.value}
        describedBy="untested-help"
        onChange={(isUntested) => form.setUntested(isUntested)}
      />
      <p id="untested-help" class="help">
        {isPinned
          ? i18n.text('save-untested-pinned')
          : i18n.text('save-untested-unpinned', { reason: i18n.text(reasonWords('config').label) })}
      </p>
    </div>
  );
}
