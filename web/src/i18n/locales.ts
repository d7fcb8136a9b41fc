/** Every language of the page, by its own name. */
export const LOCALES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  'pt-PT': 'Português (Portugal)',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文（台灣）',
  'zh-HK': '繁體中文（香港）',
  ja: '日本語',
} as const;

export type Locale = keyof typeof LOCALES;

/** Made from English while the page is developed, and never shipped (`pseudo.ts`). */
export const PSEUDO = 'en-XA';

/** What the page can be shown in. */
export type ShownLocale = Locale | typeof PSEUDO;

export const LOCALE_IDS = Object.keys(LOCALES) as Locale[];

export function isLocale(text: string | null): text is Locale {
  return text !== null && Object.hasOwn(LOCALES, text);
}

/** Whether it can be chosen. */
export function isShown(text: string | null): text is ShownLocale {
  return isLocale(text) || (import.meta.env.DEV && text === PSEUDO);
}

/** The first of the wanted languages that the page speaks; else English. */
export function negotiate(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const found = closest(tag);
    if (found !== null) return found;
  }
  return 'en';
}

function closest(tag: string): Locale | null {
  let wanted: Intl.Locale;
  try {
    wanted = new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
  switch (wanted.language) {
    case 'zh':
      if (wanted.script !== 'Hant') return 'zh-CN';
      return wanted.region === 'HK' || wanted.region === 'MO' ? 'zh-HK' : 'zh-TW';
    case 'pt':
      return 'pt-PT';
    default:
      return isLocale(wanted.language) ? wanted.language : null;
  }
}
