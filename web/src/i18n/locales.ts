/** Every language of the page, by its own name. */
export const LOCALES = {
  en: 'English',
} as const;

export type Locale = keyof typeof LOCALES;

export const LOCALE_IDS = Object.keys(LOCALES) as Locale[];

export function isLocale(text: string | null): text is Locale {
  return text !== null && Object.hasOwn(LOCALES, text);
}

/** The first of the wanted languages that the page speaks; else English. */
export function negotiate(wanted: readonly string[]): Locale {
  return wanted.map((tag) => tag.split('-')[0] ?? null).find(isLocale) ?? 'en';
}
