import type { Setting, SettingSource } from '../api/config.ts';
import { CLAMP_WORDS, problemText } from '../i18n/words.ts';
import type { I18n, MessageId } from '../i18n/index.ts';
import { type SettingsView, type ShownInterval, intervalOf } from '../state/settingsView.ts';
import { useI18n } from './context.ts';
import { Notice } from './Notice.tsx';

const SOURCE_WORDS = {
  default: 'source-default',
  file: 'source-file',
  environment: 'source-environment',
  flag: 'source-flag',
} as const satisfies Record<SettingSource, MessageId>;

/** What the server runs with, and where each value came from; for reading only. */
export function Configuration({ view }: { view: SettingsView }) {
  const i18n = useI18n();
  const loading = view.loading.value;
  return (
    <section class="card" aria-labelledby="configuration-title" data-card="configuration" data-loading={loading.kind}>
      <h2 id="configuration-title">{i18n.text('configuration-title')}</h2>
      <p class="help">{i18n.text('configuration-help')}</p>
      {loading.kind === 'loading' ? (
        <p class="faint" role="status">
          {i18n.text('loading')}
        </p>
      ) : null}
      {loading.kind === 'failed' ? (
        <Notice
          tone="error"
          name="load-failed"
          action={
            <button type="button" class="button" data-action="retry" onClick={() => void view.read()}>
              {i18n.text('retry')}
            </button>
          }
        >
          {i18n.text('configuration-load-failed', { problem: problemText(i18n, loading.problem) })}
        </Notice>
      ) : null}
      {loading.kind === 'ready' ? (
        <dl class="settings">
          {loading.settings.map((setting) => (
            <SettingRow key={setting.key} setting={setting} />
          ))}
        </dl>
      ) : null}
    </section>
  );
}

function SettingRow({ setting }: { setting: Setting }) {
  const i18n = useI18n();
  const { key, value, source, origin } = setting;
  const interval = intervalOf(setting);
  return (
    <div class="setting" data-setting={key} data-source={source}>
      <dt>
        <code>{key}</code>
      </dt>
      <dd data-value={String(value)}>
        {interval === null ? <Value value={value} /> : <Interval interval={interval} />}
      </dd>
      <dd class="setting-source">
        {i18n.text(SOURCE_WORDS[source])} {origin === null ? null : <code>{origin}</code>}
      </dd>
    </div>
  );
}

function Value({ value }: { value: Setting['value'] }) {
  const i18n = useI18n();
  if (value === null) return <span class="faint">{i18n.text('value-none')}</span>;
  if (typeof value === 'boolean') return <>{i18n.text(value ? 'value-on' : 'value-off')}</>;
  return <code>{value}</code>;
}

function Interval({ interval }: { interval: ShownInterval }) {
  const i18n = useI18n();
  const { configured, effective, clamp } = interval;
  if (configured === null) return <>{secondsText(i18n, effective)}</>;
  return (
    <>
      <span data-clamp={clamp}>
        {i18n.text('interval-replaced', { configured, effective: secondsText(i18n, effective) })}
      </span>
      {clamp === null ? null : <span class="help setting-note">{i18n.text(CLAMP_WORDS[clamp])}</span>}
    </>
  );
}

function secondsText(i18n: I18n, seconds: number): string {
  return seconds === 0 ? i18n.text('value-off') : i18n.text('interval-seconds', { seconds });
}
