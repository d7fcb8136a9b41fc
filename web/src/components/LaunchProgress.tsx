import { STEP_WORDS } from '../i18n/sessionWords.ts';
import type { ExecutorType, LaunchStep, Session } from '../logic/index.ts';
import type { MessageId } from '../i18n/index.ts';
import { useI18n } from './context.ts';
import { useHostType } from './SessionBadge.tsx';

type Progress = 'done' | 'current' | 'failed' | 'waiting';

const PROGRESS_WORDS = {
  done: 'step-done',
  current: 'step-current',
  failed: 'step-failed',
  waiting: 'step-waiting',
} as const satisfies Record<Progress, MessageId>;

/** On this machine nothing is connected. */
const REMOTE_ONLY: ReadonlySet<LaunchStep> = new Set<LaunchStep>(['resolve', 'dial', 'forward']);

/** The steps of a launch that goes on or has failed. */
export function LaunchProgress({ session }: { session: Session }) {
  const i18n = useI18n();
  const type = useHostType(session);
  const steps = progressOf(session, type);
  if (steps.length === 0) return null;
  return (
    <section class="card" aria-labelledby="launch-title" data-card="launch">
      <h2 id="launch-title">{i18n.text('launch-title')}</h2>
      <ol class="steps">
        {steps.map(([step, progress]) => (
          <li key={step} data-step={step} data-progress={progress} aria-current={progress === 'current' ? 'step' : undefined}>
            <span>{i18n.text(STEP_WORDS[step])}</span>{' '}
            <span class="step-progress">{i18n.text(PROGRESS_WORDS[progress])}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function progressOf({ state, step, failure }: Session, type: ExecutorType | null): [LaunchStep, Progress][] {
  const all = (Object.keys(STEP_WORDS) as LaunchStep[]).filter((one) => type !== 'local' || !REMOTE_ONLY.has(one));
  if (state === 'starting') return around(all, step, 'current');
  if (state === 'failed' && failure?.step) return around(all, failure.step, 'failed');
  return [];
}

/** Before it everything is done, after it nothing. */
function around(all: LaunchStep[], here: LaunchStep | null, now: Progress): [LaunchStep, Progress][] {
  const order = Object.keys(STEP_WORDS);
  const place = here === null ? 0 : order.indexOf(here);
  return all.map((step) => {
    const difference = order.indexOf(step) - place;
    if (difference === 0) return [step, now];
    return [step, difference < 0 ? 'done' : 'waiting'];
  });
}
