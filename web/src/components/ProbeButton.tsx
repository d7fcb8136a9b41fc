import type { I18n } from '../i18n/index.ts';
import { STATE_WORDS, problemText } from '../i18n/words.ts';
import type { ReachabilityView } from '../logic/index.ts';
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
        {probe.kind === 'done' ? doneText(i18n, probe.view) : null}
        {probe.kind === 'failed' ? (
          <span class="field-error" data-error="probe">
            {i18n.text('probe-failed', { problem: problemText(i18n, probe.problem) })}
          </span>
        ) : null}
      </p>
    </div>
  );
}

/** An outcome that was not stored is told where it is shown, beside the record (W2). */
function doneText(i18n: I18n, { persisted, state }: ReachabilityView): string {
  if (!persisted) return i18n.text('probe-unstored-title');
  return i18n.text('probe-done', { state: i18n.text(STATE_WORDS[state]) });
}
