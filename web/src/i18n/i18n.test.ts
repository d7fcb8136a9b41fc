import { describe, expect, it } from 'vitest';

import { type Reason, age, reasons } from '../logic/index.ts';
import { MemoryStorage } from '../testing/storage.ts';
import { START, at } from '../testing/views.ts';
import { I18n } from './index.ts';
import { LOCALE_IDS, negotiate } from './locales.ts';
import { reasonWords } from './words.ts';

async function speaking(...preferred: string[]): Promise<I18n> {
  const i18n = new I18n(new MemoryStorage(), { lang: '' });
  await i18n.start(preferred);
  return i18n;
}

describe('the language', () => {
  it.each([
    [['de-AT'], 'de'],
    [['es-419', 'en'], 'es'],
    [['pt-BR'], 'pt-PT'],
    [['zh'], 'zh-CN'],
    [['zh-SG'], 'zh-CN'],
    [['zh-Hant'], 'zh-TW'],
    [['zh-TW'], 'zh-TW'],
    [['zh-HK'], 'zh-HK'],
    [['zh-MO'], 'zh-HK'],
    [['ja-JP'], 'ja'],
    [['fr', 'nl', 'ja'], 'ja'],
    [['fr', '*', ''], 'en'],
  ])('for a reader of %j is %s', (wanted, locale) => {
    expect(negotiate(wanted)).toBe(locale);
  });

  it('is the one that was chosen, the next time too', async () => {
    const storage = new MemoryStorage();
    const root = { lang: '' };
    const i18n = new I18n(storage, root);
    await i18n.start(['en']);
    await i18n.choose('ja');
    expect(root.lang).toBe('ja');
    const next = new I18n(storage, root);
    await next.start(['en']);
    expect(next.locale).toBe('ja');
  });

  it('keeps a host’s name apart from the direction of the text around it', async () => {
    const i18n = await speaking('en');
    expect(i18n.text('deleted', { name: 'gpu' })).toBe('\u2068gpu\u2069 was deleted.');
  });
});

describe('ages', () => {
  it.each([
    ['en', 'now', '3 minutes ago'],
    ['de', 'jetzt', 'vor 3 Minuten'],
    ['ja', '今', '3 分前'],
  ])('in %s', async (locale, now, minutes) => {
    const i18n = await speaking(locale);
    const words = (seconds: number) => {
      const known = age(at(0), START + seconds * 1000);
      return known && i18n.age(known);
    };
    expect(words(0)).toBe(now);
    expect(words(-5)).toBe(now);
    expect(words(185)).toBe(minutes);
  });
});

// covers: SSH-REACHABILITY-002.12
describe.each(LOCALE_IDS)('the reasons in %s', (locale) => {
  it('each have a label, a meaning and what to do, never the token', async () => {
    const i18n = await speaking(locale);
    const told = (reason: Reason) => {
      const words = reasonWords(reason);
      return [i18n.text(words.label), i18n.text(words.meaning), i18n.text(words.next)];
    };
    const texts = reasons().flatMap(told);
    expect(new Set(texts).size).toBe(reasons().length * 3);
    expect(texts.filter((text) => /host_key|^(config|timeout|auth|network|unknown)$/i.test(text))).toEqual([]);
  });
});
