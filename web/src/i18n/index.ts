import { FluentBundle, FluentResource, type FluentVariable } from '@fluent/bundle';
import { signal } from '@preact/signals';

import type { Age } from '../logic/index.ts';
import { type Locale, isLocale, negotiate } from './locales.ts';
import type { MessageId, Messages } from './messages.ts';

export type { MessageId, Messages } from './messages.ts';

const catalogues = import.meta.glob<string>('./locales/*.ftl', { query: '?raw', import: 'default' });
const KEY = 'reach.locale';

/** The variables of a message: none at all, or exactly those that it takes. */
export type Variables<Id extends MessageId> = string extends keyof Messages[Id]
  ? []
  : [variables: Messages[Id]];

interface Language {
  locale: Locale;
  bundle: FluentBundle;
  relative: Intl.RelativeTimeFormat;
  moment: Intl.DateTimeFormat;
  milliseconds: Intl.NumberFormat;
  seconds: Intl.NumberFormat;
}

/** The page's words in the language of its reader. Components that read it follow a change. */
export class I18n {
  readonly #language = signal<Language | null>(null);

  constructor(
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'>,
    private readonly root: Pick<HTMLElement, 'lang'>,
  ) {}

  get locale(): Locale {
    return this.#now.locale;
  }

  /** The reader's earlier choice, else what the browser prefers. */
  async start(preferred: readonly string[]): Promise<void> {
    const chosen = this.storage.getItem(KEY);
    await this.#load(isLocale(chosen) ? chosen : negotiate(preferred));
  }

  async choose(locale: Locale): Promise<void> {
    await this.#load(locale);
    this.storage.setItem(KEY, locale);
  }

  text<Id extends MessageId>(id: Id, ...[variables]: Variables<Id>): string {
    return format(this.#now.bundle, id, variables);
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

  async #load(locale: Locale): Promise<void> {
    const load = catalogues[`./locales/${locale}.ftl`];
    if (load === undefined) throw new Error(`no catalogue for ${locale}`);
    const bundle = bundleOf(locale, await load());
    const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
    const moment = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'long' });
    const milliseconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' });
    const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
    this.root.lang = locale;
    this.#language.value = { locale, bundle, relative, moment, milliseconds, seconds };
  }
}

export function bundleOf(locale: Locale, source: string): FluentBundle {
  const bundle = new FluentBundle(locale);
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
