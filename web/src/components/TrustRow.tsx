import { problemText } from '../i18n/words.ts';
import type { CheckState, HostKeyCheck } from '../state/hostKeyCheck.ts';
import { addressOf } from '../state/listing.ts';
import { hrefOf } from '../state/router.ts';
import type { TrustView } from '../state/trustView.ts';
import { Check } from './Check.tsx';
import { useI18n, useWorkspace } from './context.ts';
import { HostKeys } from './HostKeys.tsx';
import { Notice } from './Notice.tsx';
import { StateBadge } from './StateBadge.tsx';
import { TestReportView } from './TestReport.tsx';

/** One host: what it is known as, the keys, and what can be done about them. */
export function TrustRow({ view, check }: { view: TrustView; check: HostKeyCheck }) {
  const i18n = useI18n();
  const { records } = useWorkspace();
  const executor = check.executor.value;
  if (executor === null) return null;
  const record = records.of(check.id).value;
  const state = check.state.value;
  const isMany = view.id === null;
  return (
    <li class="card trust-row" data-executor={check.id} data-check={state.kind}>
      <header class="card-head">
        <div>
          {isMany ? (
            <h2>
              <a href={hrefOf({ page: 'host', id: check.id })}>{executor.name}</a>
            </h2>
          ) : null}
          <code class="faint">{addressOf({ executor, record })}</code>
        </div>
        {record === null ? null : <StateBadge shown={record.state} />}
      </header>
      <div role="status">
        <Found state={state} />
      </div>
      <div class="trust-tools">
        {isMany && check.offer.value !== null ? (
          <Check
            name={`trust-${check.id}`}
            label={i18n.text('trust-tick', { name: executor.name })}
            isChecked={view.ticked.value.has(check.id)}
            onChange={(isTicked) => view.setTicked(check, isTicked)}
          />
        ) : null}
        {isBusy(state) || state.kind === 'trusted' ? null : (
          <button type="button" class="button" data-action="test-again" onClick={() => view.test(check)}>
            {i18n.text('test-again')}
          </button>
        )}
      </div>
    </li>
  );
}

function isBusy({ kind }: CheckState): boolean {
  return kind === 'waiting' || kind === 'running';
}

function Found({ state }: { state: CheckState }) {
  const i18n = useI18n();
  switch (state.kind) {
    case 'waiting':
      return <p class="faint">{i18n.text('test-waiting')}</p>;
    case 'running':
      return <p class="faint">{i18n.text('test-running')}</p>;
    case 'stale':
      return (
        <Notice tone="info" name="test-stale">
          {i18n.text('test-stale')}
        </Notice>
      );
    case 'trusted':
      return (
        <Notice tone="info" name="trusted">
          {i18n.text('trust-done')}
        </Notice>
      );
    case 'refused':
      return (
        <Notice tone="error" name="not-trusted">
          {i18n.text('form-save-failed', { problem: problemText(i18n, state.problem) })}
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="error" name="test-not-run">
          {i18n.text('test-not-run', { problem: problemText(i18n, state.problem) })}
        </Notice>
      );
    case 'done':
      return (
        <>
          {state.key.kind === 'changed' ? null : <TestReportView report={state.report} />}
          <HostKeys host={state.report.host} shownKey={state.key} />
        </>
      );
  }
}
