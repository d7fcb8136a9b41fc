import type { ExecutorConfig, Executor } from '../logic/index.ts';
import { hrefOf } from '../state/router.ts';
import { useI18n } from './context.ts';
import { FIELD_WORDS, IDENTITY_WORDS } from './fields.ts';
import { Fact } from './Fact.tsx';

const SHOWN = [
  'host',
  'host_alias',
  'port',
  'user',
  'identity_source',
  'identity_file',
  'proxy_jump',
  'host_fingerprint',
  'host_key_algorithm',
] as const satisfies readonly (keyof ExecutorConfig)[];

/** How the host is reached: what is set, and what is needed and missing. */
export function ConnectionCard({ executor }: { executor: Executor }) {
  const i18n = useI18n();
  if (executor.type === 'local') return null;
  const { config } = executor;
  const textOf = (field: (typeof SHOWN)[number]) =>
    field === 'identity_source'
      ? config.identity_source && i18n.text(IDENTITY_WORDS[config.identity_source])
      : config[field];
  const shown = SHOWN.filter((field) => field === 'host_fingerprint' || textOf(field) !== null);
  return (
    <section class="card" aria-labelledby="connection-title" data-card="connection">
      <header class="card-head">
        <h2 id="connection-title">{i18n.text('connection-title')}</h2>
        <a class="button" href={hrefOf({ page: 'edit', id: executor.id })} data-action="edit">
          {i18n.text('edit')}
        </a>
      </header>
      <dl class="facts">
        {shown.map((field) => (
          <Fact key={field} name={field} label={i18n.text(FIELD_WORDS[field])}>
            {textOf(field) ?? <span class="faint">{i18n.text('value-none')}</span>}
          </Fact>
        ))}
      </dl>
    </section>
  );
}
