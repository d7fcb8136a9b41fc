// From the tokens of the contract to messages. Each table is total over the type that is generated
// from Rust: a token without copy does not compile.
import { type Problem, hasSlug, hasStatus } from '../api/problem.ts';
import type { TestStepName } from '../api/ssh.ts';
import type { Clamp, KeyType, Reason, State } from '../logic/index.ts';
import type { DraftField, FieldErrorCode } from '../state/executorForm.ts';
import type { ImportFrom } from '../state/importView.ts';
import type { Filter, SortKey } from '../state/listing.ts';
import type { ThemeChoice } from '../state/theme.ts';
import type { I18n, MessageId } from './index.ts';

export interface ReasonWords {
  label: 'reason-config' | 'reason-timeout' | 'reason-host-key' | 'reason-auth' | 'reason-network' | 'reason-unknown';
  meaning: `${ReasonWords['label']}-meaning`;
  next: `${ReasonWords['label']}-next`;
}

const REASONS: Record<Reason, ReasonWords['label']> = {
  config: 'reason-config',
  timeout: 'reason-timeout',
  host_key: 'reason-host-key',
  auth: 'reason-auth',
  network: 'reason-network',
  unknown: 'reason-unknown',
};

export function reasonWords(reason: Reason): ReasonWords {
  const label = REASONS[reason];
  return { label, meaning: `${label}-meaning`, next: `${label}-next` };
}

/**
 * Likewise for a connection test, which has a deadline of its own and stands in the form. A wrong
 * key without one of the target is the jump host's, which is trusted elsewhere.
 */
export function testReasonWords(reason: Reason) {
  const words = reasonWords(reason);
  if (reason === 'host_key') return { ...words, next: 'test-jump-key-next' } as const;
  if (reason === 'timeout') return { ...words, meaning: 'test-timeout-meaning' } as const;
  if (reason === 'config') return { ...words, next: 'test-config-next' } as const;
  return words;
}

export const TEST_STEP_WORDS = {
  resolve: 'test-step-resolve',
  connect: 'test-step-connect',
  host_key: 'test-step-host-key',
  authenticate: 'test-step-authenticate',
  platform: 'test-step-platform',
  git: 'test-step-git',
} as const satisfies Record<TestStepName, MessageId>;

/** What the machine itself prints the fingerprint with. */
const KEY_FILES: Record<KeyType, string> = {
  'ssh-ed25519': 'ed25519',
  'ecdsa-sha2-nistp256': 'ecdsa',
  'ecdsa-sha2-nistp384': 'ecdsa',
  'ecdsa-sha2-nistp521': 'ecdsa',
  'ssh-rsa': 'rsa',
};

export function fingerprintCommand(type: KeyType | null): string {
  return `ssh-keygen -lf /etc/ssh/ssh_host_${KEY_FILES[type ?? 'ssh-ed25519']}_key.pub`;
}

export const STATE_WORDS = {
  reachable: 'state-reachable',
  unreachable: 'state-unreachable',
  unknown: 'state-unknown',
} as const satisfies Record<State, MessageId>;

export const FILTER_WORDS = {
  all: 'filter-all',
  unreachable: 'filter-unreachable',
  reachable: 'filter-reachable',
  unknown: 'filter-unknown',
  inactive: 'filter-inactive',
} as const satisfies Record<Filter, MessageId>;

export const SORT_WORDS = {
  severity: 'sort-severity',
  name: 'sort-name',
  checked: 'sort-checked',
} as const satisfies Record<SortKey, MessageId>;

export const THEME_WORDS = {
  system: 'theme-system',
  light: 'theme-light',
  dark: 'theme-dark',
} as const satisfies Record<ThemeChoice, MessageId>;

export const IMPORT_FROM_WORDS = {
  server: 'import-from-server',
  text: 'import-from-text',
} as const satisfies Record<ImportFrom, MessageId>;

export const CLAMP_WORDS = {
  negative_to_default: 'clamp-negative',
  raised_to_min: 'clamp-raised',
  lowered_to_max: 'clamp-lowered',
  not_a_number: 'clamp-not-a-number',
} as const satisfies Record<Clamp | 'not_a_number', MessageId>;

export function fieldErrorWords(field: DraftField, code: FieldErrorCode) {
  switch (code) {
    case 'required':
      return 'error-required';
    case 'too_long':
      return 'error-too-long';
    case 'control_character':
      return 'error-control-character';
    case 'out_of_range':
      return 'error-out-of-range';
    case 'name_taken':
      return 'error-name-taken';
    case 'invalid':
    case 'type':
    case 'unknown':
      if (field === 'host_fingerprint') return 'error-invalid-fingerprint';
      return field === 'port' ? 'error-out-of-range' : 'error-invalid';
  }
}

/** What a person is told about a request that failed. */
export function problemText(i18n: I18n, problem: Problem): string {
  if (problem.kind === 'offline') return i18n.text('problem-offline');
  if (problem.kind === 'timeout' || hasSlug(problem, 'timeout')) return i18n.text('problem-timeout');
  if (hasSlug(problem, 'store-unavailable')) return i18n.text('problem-store');
  if (hasSlug(problem, 'has-sessions')) return i18n.text('problem-has-sessions');
  if (hasSlug(problem, 'shutting-down')) return i18n.text('problem-shutting-down');
  if (hasSlug(problem, 'busy')) return i18n.text('problem-busy');
  if (hasSlug(problem, 'inactive')) return i18n.text('problem-not-active');
  if (hasStatus(problem, 404)) return i18n.text('problem-not-found');
  return i18n.text('problem-other', { detail: problem.detail });
}
