import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';

import type { MessageId } from '../i18n/index.ts';
import { age } from '../logic/index.ts';
import { useI18n, useWorkspace } from './context.ts';

/** How long ago, moving by itself; the given text when the time is missing or malformed. */
export function Age({ at, missing }: { at: string | null; missing: MissingText }) {
  const i18n = useI18n();
  const { clock } = useWorkspace();
  const text = useMemo(
    () =>
      computed(() => {
        const known = age(at, clock.now.value);
        return known === undefined ? null : i18n.age(known);
      }),
    [at, clock, i18n],
  );
  if (at === null || text.value === null) return <span data-age="none">{i18n.text(missing)}</span>;
  return (
    <time dateTime={at} title={at} data-age="known">
      {text}
    </time>
  );
}

export type MissingText = Extract<MessageId, 'age-never-checked' | 'last-check-none' | 'last-success-none'>;
