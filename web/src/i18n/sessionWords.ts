// From the tokens of sessions to messages, as `words.ts` does for hosts.
import { type Problem, hasSlug, hasStatus } from '../api/problem.ts';
import type { SessionAction } from '../api/sessions.ts';
import type { FieldCode, LaunchStep, SessionState, Transport } from '../logic/index.ts';
import type { PortFrom, SessionField } from '../state/sessionForm.ts';
import type { I18n, MessageId } from './index.ts';
import { problemText } from './words.ts';

export const SESSION_STATE_WORDS = {
  starting: 'session-state-starting',
  running: 'session-state-running',
  stopping: 'session-state-stopping',
  stopped: 'session-state-stopped',
  failed: 'session-state-failed',
} as const satisfies Record<SessionState, MessageId>;

export const TRANSPORT_WORDS = {
  none: 'transport-none',
  up: 'transport-up',
  unresponsive: 'transport-unresponsive',
  lost: 'transport-lost',
} as const satisfies Record<Transport, MessageId>;

/** In their order. */
export const STEP_WORDS = {
  resolve: 'step-resolve',
  dial: 'step-dial',
  platform: 'step-platform',
  prepare: 'step-prepare',
  start: 'step-start',
  port: 'step-port',
  forward: 'step-forward',
  ready: 'step-ready',
} as const satisfies Record<LaunchStep, MessageId>;

export const ACTION_WORDS = {
  stop: { label: 'session-stop', pending: 'session-stop-pending' },
  resume: { label: 'session-resume', pending: 'session-resume-pending' },
  reset: { label: 'session-reset', pending: 'session-reset-pending' },
} as const satisfies Record<SessionAction, { label: MessageId; pending: MessageId }>;

export const PORT_FROM_WORDS = {
  file: 'start-port-file',
  given: 'start-port-given',
} as const satisfies Record<PortFrom, MessageId>;

export function sessionFieldErrorWords(field: SessionField, code: FieldCode | 'twice') {
  switch (code) {
    case 'required':
      return 'error-required';
    case 'too_long':
      return 'error-too-long';
    case 'control_character':
      return 'error-control-character';
    case 'twice':
      return 'error-env-twice';
    case 'out_of_range':
    case 'type':
      return field === 'port' ? 'error-out-of-range' : 'error-invalid';
    case 'invalid':
    case 'unknown':
      if (field === 'credential_broker_url') return 'error-url';
      return field === 'env' ? 'error-env' : 'error-invalid';
  }
}

const TOLD_BY_SLUG = {
  'controller-may-remain': 'problem-may-remain',
  'host-changed': 'problem-host-changed',
  'no-broker': 'problem-no-broker',
  'not-resumable': 'problem-not-resumable',
  running: 'problem-running',
  'too-many-sessions': 'problem-too-many-sessions',
  'transport-lost': 'problem-transport-lost',
} as const satisfies Record<string, MessageId>;

const TOLD_WITH_DETAIL = {
  'broker-unreachable': 'problem-broker',
  'host-failed': 'problem-host-failed',
  'not-connected': 'problem-not-connected',
} as const satisfies Record<string, MessageId>;

/** What a person is told about a request about a session that failed. */
export function sessionProblemText(i18n: I18n, problem: Problem): string {
  if (problem.kind === 'refused') {
    const { slug, detail } = problem;
    if (isKey(TOLD_BY_SLUG, slug)) return i18n.text(TOLD_BY_SLUG[slug]);
    if (isKey(TOLD_WITH_DETAIL, slug)) return i18n.text(TOLD_WITH_DETAIL[slug], { detail });
    if (hasStatus(problem, 404)) return i18n.text('problem-no-session');
  }
  return problemText(i18n, problem);
}

/** Likewise, about something that was to be done, which may still be going on. */
export function sessionActionText(i18n: I18n, problem: Problem): string {
  if (problem.kind === 'timeout' || hasSlug(problem, 'timeout')) return i18n.text('session-action-waits');
  return i18n.text('action-failed', { problem: sessionProblemText(i18n, problem) });
}

function isKey<Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> {
  return Object.hasOwn(table, key);
}
