import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import { signal } from '@preact/signals';

import type { Age } from '../logic/index.ts';
import { PSEUDO, type ShownLocale, isShown, negotiate } from './locales.ts';
import type { MessageId, Messages } from './messages.ts';

export type { MessageId, Messages } from './messages.ts';

const catalogues = import.meta.glob<string>('./locales/*.ftl', { query: '?raw', import: 'default' });
const KEY = 'reach.locale';

/** The variables of a message: none at all, or exactly those that it takes. */
export type Variables<Id extends MessageId> = string extends keyof Messages[Id]
  ? []
  : [variables: Messages[Id]];

export interface Language {
  locale: ShownLocale;
  bundle: FluentBundle;
  relative: Pick<Intl.RelativeTimeFormat, 'format'>;
  moment: Pick<Intl.DateTimeFormat, 'format'>;
  milliseconds: Pick<Intl.NumberFormat, 'format'>;
  seconds: Pick<Intl.NumberFormat, 'format'>;
  /** What becomes of a whole text before it is shown. */
  finish?: (text: string) => string;
}

/** The page's words in the language of its reader. Components that read it follow a change. */
export class I18n {
  readonly #language = signal<Language | null>(null);

  constructor(
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'>,
    private readonly root: Pick<HTMLElement, 'lang'>,
  ) {}

  get locale(): ShownLocale {
    return this.#now.locale;
  }

  /** The reader's earlier choice, else what the browser prefers. */
  async start(preferred: readonly string[]): Promise<void> {
    const chosen = this.storage.getItem(KEY);
    await this.#load(isShown(chosen) ? chosen : negotiate(preferred));
  }

  async choose(locale: ShownLocale): Promise<void> {
    await this.#load(locale);
    this.storage.setItem(KEY, locale);
  }

  text<Id extends MessageId>(id: Id, ...[variables]: Variables<Id>): string {
    const { bundle, finish } = this.#now;
    const text = format(bundle, id, variables);
    return finish === undefined ? text : finish(text);
  }

  /** An age in words: "now", "3 minutes ago". */
  age({ value, unit }: Age): string {
    return this.#now.relative.format(value, unit);
  }

  /** A moment on the reader's own clock and calendar. */
  moment(millis: number): string {
    return this.#now.moment.format(millis);
  }

  /** How long something took: "12 ms", "1.4 sec". */
  duration(millis: number): string {
    return millis < 1000 ? this.#now.milliseconds.format(millis) : this.#now.seconds.format(millis / 1000);
  }

  get #now(): Language {
    const language = this.#language.value;
    if (language === null) throw new Error('no language was loaded yet');
    return language;
  }

  async #load(locale: ShownLocale): Promise<void> {
    const language = await languageOf(locale);
    this.root.lang = locale;
    this.#language.value = language;
  }
}

async function languageOf(locale: ShownLocale): Promise<Language> {
  // The first condition is known when the page is built: the module is not even in it.
  if (import.meta.env.DEV && locale === PSEUDO) {
    const { pseudoLanguage } = await import('./pseudo.ts');
    return pseudoLanguage(await catalogueOf('en'), await languageOf('en'));
  }
  return {
    locale,
    bundle: bundleOf(locale, await catalogueOf(locale)),
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
    moment: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' }),
    milliseconds: new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' }),
    seconds: new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 }),
  };
}

async function catalogueOf(locale: ShownLocale): Promise<string> {
  const load = catalogues[`./locales/${locale}.ftl`];
  if (load === undefined) throw new Error(`no catalogue for ${locale}`);
  return load();
}

export function bundleOf(locale: string, source: string, transform?: (text: string) => string): FluentBundle {
  const bundle = new FluentBundle(locale, transform ? { transform } : {});
  const [error] = bundle.addResource(new FluentResource(source));
  if (error !== undefined) throw error;
  return bundle;
}

export function format(
  bundle: FluentBundle,
  id: MessageId,
  variables?: Record<string, FluentVariable>,
): string {
  const pattern = bundle.getMessage(id)?.value;
  if (!pattern) throw new Error(`${bundle.locales.join()}: no message ${id}`);
  return bundle.formatPattern(pattern, variables ?? null);
}

export type Translate = I18n['text'];
