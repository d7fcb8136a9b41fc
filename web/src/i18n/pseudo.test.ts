import { afterEach, expect, it, vi } from 'vitest';

import { MemoryStorage } from '../testing/storage.ts';
import { I18n } from './index.ts';
import { PSEUDO, isShown, negotiate } from './locales.ts';
import { outsideBrackets } from './pseudo.ts';

afterEach(() => vi.unstubAllEnvs());

async function pseudo(): Promise<I18n> {
  const i18n = new I18n(new MemoryStorage(), { lang: '' });
  await i18n.choose(PSEUDO);
  return i18n;
}

it('puts every text in brackets, accented, and leaves what it speaks of as it is', async () => {
  const i18n = await pseudo();
  expect(i18n.text('save')).toBe('⟦Sáàvéè⟧');
  expect(i18n.text('edit-title', { name: 'gpu' })).toBe('⟦ÉÈdíìt \u2068gpu\u2069⟧');
  expect(i18n.text('failure-count-value', { count: 2 })).toMatch(/^⟦\u20682\u2069 .+⟧$/);
  expect(i18n.age({ value: -3, unit: 'minute' })).toBe('⟦3 míìñúùtéèš áàgóò⟧');
});

it('is about 40 % longer than English', async () => {
  const english = new I18n(new MemoryStorage(), { lang: '' });
  await english.start(['en']);
  const ids = ['sessions-about', 'reason-host-key-next', 'probing-off', 'import-help'] as const;
  const other = await pseudo();
  const length = (i18n: I18n) => ids.reduce((sum, id) => sum + i18n.text(id).length, 0);
  expect(length(other) / length(english)).toBeGreaterThan(1.3);
  expect(length(other) / length(english)).toBeLessThan(1.5);
});

it('finds what stands outside of the brackets, nested ones too', () => {
  expect(outsideBrackets('⟦Áàll ⟦x⟧ (2)⟧')).toBe('');
  expect(outsideBrackets('⟦a⟧: b ⟦c⟧')).toBe(': b ');
});

it('is no language of a build that is shipped, nor of a browser', async () => {
  expect(negotiate([PSEUDO])).toBe('en');
  expect(isShown(PSEUDO)).toBe(true);
  vi.stubEnv('DEV', false);
  expect(isShown(PSEUDO)).toBe(false);
  await expect(pseudo()).rejects.toThrow('no catalogue for en-XA');
});
