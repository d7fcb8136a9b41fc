import type { TestReport, TestStep } from '../api/ssh.ts';
import { TEST_STEP_WORDS, testReasonWords } from '../i18n/words.ts';
import { useI18n } from './context.ts';
import { Icon } from './Icon.tsx';

/** What a connection test did, step by step, and why it ended where it did. */
export function TestReportView({ report }: { report: TestReport }) {
  return (
    <>
      <Verdict report={report} />
      <ol class="test-steps">
        {report.steps.map((step) => (
          <Step key={step.name} step={step} />
        ))}
      </ol>
      <Reason report={report} />
    </>
  );
}

function Verdict({ report }: { report: TestReport }) {
  const i18n = useI18n();
  if (report.ok) {
    const isWhole = report.steps.some(({ name }) => name === 'platform');
    return (
      <p class="verdict" data-verdict="ok">
        {i18n.text(isWhole ? 'test-ok' : 'test-ok-unpinned')}
      </p>
    );
  }
  if (report.reason === '') return null;
  const reason = i18n.text(testReasonWords(report.reason).label);
  return (
    <p class="verdict" data-verdict={report.reason}>
      {i18n.text('test-refused', { reason })}
    </p>
  );
}

function Step({ step: { name, ok, detail, duration_ms: duration } }: { step: TestStep }) {
  const i18n = useI18n();
  // Sessions may want git; being reachable does not.
  const tone = ok ? 'passed' : name === 'git' ? 'missing' : 'failed';
  return (
    <li class="test-step" data-step={name} data-tone={tone}>
      <Icon shape={STEP_SHAPES[tone]} />
      <span class="step-name">
        {i18n.text(TEST_STEP_WORDS[name])} <span class="step-outcome">{i18n.text(STEP_OUTCOMES[tone])}</span>
      </span>
      <span class="step-time">{i18n.duration(duration)}</span>
      {detail === '' ? null : <span class="step-detail">{detail}</span>}
    </li>
  );
}

const STEP_SHAPES = { passed: 'reachable', missing: 'not-loaded', failed: 'unreachable' } as const;
const STEP_OUTCOMES = { passed: 'test-step-passed', missing: 'test-step-missing', failed: 'test-step-failed' } as const;

function Reason({ report: { ok, reason, fingerprint } }: { report: TestReport }) {
  const i18n = useI18n();
  // A key of the target that is not the pinned one is told beside it, at more length.
  const isToldByKeys = reason === 'host_key' && fingerprint !== null;
  if (ok || reason === '' || isToldByKeys) return null;
  const words = testReasonWords(reason);
  return (
    <div class="failure" data-failure={reason} data-tone="unreachable">
      <p>{i18n.text(words.meaning)}</p>
      <p>
        <strong>{i18n.text('failure-next')}</strong> {i18n.text(words.next)}
      </p>
    </div>
  );
}
