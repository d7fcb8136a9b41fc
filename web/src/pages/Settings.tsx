import { Configuration } from '../components/Configuration.tsx';
import { useApp, useI18n, useVisit, useWorkspace } from '../components/context.ts';
import { LocaleSelect } from '../components/LocaleSelect.tsx';
import { PageTitle } from '../components/PageTitle.tsx';
import { THEME_WORDS } from '../i18n/words.ts';
import { THEMES } from '../state/theme.ts';
import { BackLink } from './Host.tsx';

export function SettingsPage() {
  const i18n = useI18n();
  const { access } = useApp();
  const workspace = useWorkspace();
  const view = useVisit(() => workspace.openSettings());
  return (
    <div data-page="settings">
      <BackLink />
      <PageTitle title={i18n.text('settings-title')} />
      <section class="card" aria-labelledby="page-settings-title" data-card="page-settings">
        <h2 id="page-settings-title">{i18n.text('page-settings-title')}</h2>
        <div class="fields">
          <ThemeField />
          <div class="field">
            <label for="locale">{i18n.text('language')}</label>
            <LocaleSelect id="locale" field="settings-locale" />
          </div>
        </div>
        <div class="actions">
          <button type="button" class="button" data-action="sign-out" onClick={() => access.signOut()}>
            {i18n.text('sign-out')}
          </button>
        </div>
      </section>
      <Configuration view={view} />
    </div>
  );
}

function ThemeField() {
  const i18n = useI18n();
  const { theme } = useApp();
  return (
    <fieldset class="field filters" data-field="theme">
      <legend>{i18n.text('theme')}</legend>
      {THEMES.map((choice) => (
        <label key={choice} class="filter" data-theme-choice={choice}>
          <input
            type="radio"
            name="theme"
            value={choice}
            checked={theme.choice.value === choice}
            onChange={() => theme.choose(choice)}
          />
          <span>{i18n.text(THEME_WORDS[choice])}</span>
        </label>
      ))}
    </fieldset>
  );
}
