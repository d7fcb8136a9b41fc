import type { ComponentChildren } from 'preact';

import { STATE_WORDS } from '../i18n/words.ts';
import type { MessageId } from '../i18n/index.ts';
import type { State } from '../logic/index.ts';
import { useI18n } from './context.ts';
import { Icon, type Shape } from './Icon.tsx';

/** What is shown of a host: its state, or why there is none to show. Never colour alone. */
export type Shown = State | 'not-loaded' | 'loading' | 'local';

const WORDS = {
  ...STATE_WORDS,
  'not-loaded': 'state-not-loaded',
  loading: 'state-loading',
  local: 'state-local',
} as const satisfies Record<Shown, MessageId>;

export function StateBadge({ shown }: { shown: Shown }) {
  const i18n = useI18n();
  return (
    <span class="badge" data-tone={shown}>
      <Icon shape={shown satisfies Shape} />
      <span>{i18n.text(WORDS[shown])}</span>
    </span>
  );
}

export function Mark({ tone, children }: { tone: 'stale' | 'quiet'; children: ComponentChildren }) {
  return (
    <span class="mark" data-tone={tone}>
      {children}
    </span>
  );
}
