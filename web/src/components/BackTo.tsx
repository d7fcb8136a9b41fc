import type { MessageId } from '../i18n/index.ts';
import { type Route, hrefOf } from '../state/router.ts';
import { useI18n } from './context.ts';

/** The way back to a list, above the title. */
export function BackTo(props: {
  route: Exclude<Route, { page: 'missing' }>;
  label: Extract<MessageId, 'back-to-hosts' | 'sessions-all'>;
}) {
  const i18n = useI18n();
  return (
    <a class="back" href={hrefOf(props.route)}>
      <span aria-hidden="true" class="back-arrow" />
      {i18n.text(props.label)}
    </a>
  );
}
