import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';

import { expect, it } from 'vitest';

import { MemoryStorage } from '../testing/storage.ts';
import { THEMES, Theme } from './theme.ts';

const early = readFileSync(new URL('../../public/theme.js', import.meta.url), 'utf8');

function rootOf(): { dataset: DOMStringMap } {
  return { dataset: {} };
}

/** What the page's first script makes of the storage. */
function shownEarly(localStorage: MemoryStorage): string | undefined {
  const documentElement = rootOf();
  runInNewContext(early, { localStorage, document: { documentElement } });
  return documentElement.dataset['theme'];
}

it('is the system’s until one is chosen', () => {
  const [storage, root] = [new MemoryStorage(), rootOf()];
  expect(new Theme(storage, root).choice.value).toBe('system');
  expect(root.dataset['theme']).toBe('system');
  expect(shownEarly(storage)).toBe('system');
});

it.each(THEMES)('%s is shown at once, and before the first paint the next time', (theme) => {
  const [storage, root] = [new MemoryStorage(), rootOf()];
  new Theme(storage, root).choose(theme);
  expect(root.dataset['theme']).toBe(theme);
  expect(shownEarly(storage)).toBe(theme);
  expect(new Theme(storage, rootOf()).choice.value).toBe(theme);
});

it('is the system’s when what is stored is no theme', () => {
  const [storage, root] = [new MemoryStorage(), rootOf()];
  storage.setItem('reach.theme', 'sepia');
  expect(new Theme(storage, root).choice.value).toBe('system');
  expect(root.dataset['theme']).toBe('system');
});
