import { STATE_WORDS, problemText } from '../i18n/words.ts';
import type { HostView } from '../state/hostView.ts';
import { useI18n } from './context.ts';

export function ProbeButton({ view }: { view: HostView }) {
  const i18n = useI18n();
  const probe = view.probe.value;
  const isPending = probe.kind === 'pending';
  return (
    <div class="probe" data-probe={probe.kind}>
      <button
        type="button"
        class="button primary"
        data-action="probe"
        disabled={isPending}
        onClick={() => void view.probeNow()}
      >
        {i18n.text(isPending ? 'probe-pending' : 'probe-now')}
      </button>
      <p class="probe-outcome" data-outcome role="status">
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
