import { LOCALES, LOCALE_IDS, PSEUDO, isShown } from '../i18n/locales.ts';
import { useApp, useI18n } from './context.ts';

/** Every language by its own name. */
export function LocaleSelect({ id, field }: { id?: string; field: string }) {
  const i18n = useI18n();
  const { i18n: words } = useApp();
  return (
    <select
      id={id}
      value={i18n.locale}
      data-field={field}
      onChange={(event) => {
        const { value } = event.currentTarget;
        if (isShown(value)) void words.choose(value);
      }}
    >
      {LOCALE_IDS.map((locale) => (
        <option key={locale} value={locale} lang={locale}>
          {LOCALES[locale]}
        </option>
      ))}
      {import.meta.env.DEV ? (
        <option value={PSEUDO} lang={PSEUDO}>
          {PSEUDO}
        </option>
      ) : null}
    </select>
  );
}
