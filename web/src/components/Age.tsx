import { computed } from '@preact/signals';
import { useMemo } from 'preact/hooks';

import type { MessageId } from '../i18n/index.ts';
import { age, timestampMillis } from '../logic/index.ts';
import { useI18n, useWorkspace } from './context.ts';

interface AgeProps {
  at: string | null;
  /** What to say without a time. */
  missing: Extract<MessageId, 'age-never-checked' | 'last-check-none' | 'last-success-none' | 'launch-warning-never' | 'session-not-started'>;
  /** A sentence around the age. */
  inWords?: 'age-checked' | 'age-created' | 'age-started' | 'launch-warning-success';
}

/** How long ago, moving by itself; the given text when the time is missing or malformed. */
export function Age({ at, missing, inWords }: AgeProps) {
  const i18n = useI18n();
  const { clock } = useWorkspace();
  const text = useMemo(
    () =>
      computed(() => {
        const known = age(at, clock.now.value);
        if (known === undefined) return null;
        const words = i18n.age(known);
        return inWords === undefined ? words : i18n.text(inWords, { age: words });
      }),
    [at, clock, i18n, inWords],
  );
  const millis = timestampMillis(at ?? '');
  if (at === null || millis === undefined) return <span data-age="none">{i18n.text(missing)}</span>;
  return (
    <time dateTime={at} title={i18n.moment(millis)} data-age="known">
      {text}
    </time>
  );
}

