import type { ImportOutcome, ImportReason, ImportReport, ImportedHost } from '../api/ssh.ts';
import type { MessageId } from '../i18n/index.ts';
import { hrefOf } from '../state/router.ts';
import { useI18n } from './context.ts';

const OUTCOMES = ['created', 'merged', 'skipped'] as const satisfies readonly ImportOutcome[];

const OUTCOME_WORDS = {
  created: 'import-created',
  merged: 'import-merged',
  skipped: 'import-skipped',
} as const satisfies Record<ImportOutcome, MessageId>;

const REASON_WORDS = {
  changed: 'import-changed',
  completed: 'import-completed',
  config: 'import-config',
  exists: 'import-exists',
  'key-differs': 'import-key-differs',
  name: 'import-name',
  'name-taken': 'import-name-taken',
  'no-known-key': 'import-no-known-key',
  'no-usable-key': 'import-no-usable-key',
  'not-expressible': 'import-not-expressible',
  'same-host': 'import-same-host',
  wildcard: 'import-wildcard',
} as const satisfies Record<ImportReason, MessageId>;

/** Reasons that only the server's own message tells in full. */
const TOLD_BY_MESSAGE: ReadonlySet<ImportReason | null> = new Set(['config', 'name', 'same-host'] as const);

/** What becomes of every name, by outcome, and why. */
export function ImportOutcomes({ report }: { report: ImportReport }) {
  const i18n = useI18n();
  return (
    <>
      {OUTCOMES.map((outcome) => {
        const hosts = report.hosts.filter((host) => host.outcome === outcome);
        if (hosts.length === 0) return null;
        return (
          <section key={outcome} class="import-group" data-outcome={outcome} data-count={hosts.length}>
            <h3>{i18n.text('filter-count', { label: i18n.text(OUTCOME_WORDS[outcome]), count: hosts.length })}</h3>
            <ul>
              {hosts.map((host) => (
                <Row key={`${host.file}:${host.line}:${host.name}`} host={host} />
              ))}
            </ul>
          </section>
        );
      })}
      {report.warnings.length === 0 ? null : (
        <section class="import-group" data-warnings={report.warnings.length}>
          <h3>{i18n.text('import-warnings')}</h3>
          <ul>
            {report.warnings.map((warning) => (
              <li key={warning}>
                <code>{warning}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Row({ host }: { host: ImportedHost }) {
  const i18n = useI18n();
  const { name, reason, message, executor_id, fingerprint, key_algorithm, file, line } = host;
  return (
    <li class="import-row" data-name={name} data-reason={reason ?? ''}>
      <p class="import-name">
        {executor_id === null ? name : <a href={hrefOf({ page: 'host', id: executor_id })}>{name}</a>}{' '}
        <code class="faint">{`${file}:${line}`}</code>
      </p>
      <p class="help">{i18n.text(reason === null ? 'import-pinned' : REASON_WORDS[reason])}</p>
      {TOLD_BY_MESSAGE.has(reason) && message !== null ? (
        <p class="message">
          <code>{message}</code>
        </p>
      ) : null}
      {fingerprint === null ? null : (
        <p class="help">
          <code>{fingerprint}</code> {key_algorithm}
        </p>
      )}
    </li>
  );
}
