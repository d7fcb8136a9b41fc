import { STATE_WORDS, problemText } from '../i18n/words.ts';
import type { Executor } from '../logic/index.ts';
import type { HostView } from '../state/hostView.ts';
import { useI18n } from './context.ts';

export function ProbeButton({ view, executor }: { view: HostView; executor: Executor }) {
  const i18n = useI18n();
  const probe = view.probe.value;
  const isPending = probe.kind === 'pending';
  const isInactive = executor.status === 'inactive';
  return (
    <div class="probe" data-probe={probe.kind}>
      <button
        type="button"
        class="button primary"
        data-action="probe"
        disabled={isPending || isInactive}
        aria-describedby="probe-outcome"
        onClick={() => void view.probeNow()}
      >
        {i18n.text(isPending ? 'probe-pending' : 'probe-now')}
      </button>
      <p id="probe-outcome" class="probe-outcome" role="status">
        {isInactive ? i18n.text('probe-inactive') : null}
        {probe.kind === 'done' ? i18n.text('probe-done', { state: i18n.text(STATE_WORDS[probe.view.state]) }) : null}
        {probe.kind === 'failed' ? (
          <span class="field-error" data-error="probe">
            {i18n.text('probe-failed', { problem: problemText(i18n, probe.problem) })}
          </span>
        ) : null}
      </p>
    </div>
  );
}
