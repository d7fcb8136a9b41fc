import { type ReadonlySignal, signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof THEMES)[number];

const KEY = 'reach.theme';

/** Light, dark, or as the reader's system is. What was chosen stays in this browser. */
export class Theme {
  readonly #choice = signal<ThemeChoice>('system');

  constructor(
    private readonly storage: Pick<Storage, 'getItem' | 'setItem'>,
    private readonly root: { readonly dataset: DOMStringMap },
  ) {
    const stored = storage.getItem(KEY);
    this.#show(THEMES.find((theme) => theme === stored) ?? 'system');
  }

  get choice(): ReadonlySignal<ThemeChoice> {
    return this.#choice;
  }

  choose(theme: ThemeChoice): void {
    this.storage.setItem(KEY, theme);
    this.#show(theme);
  }

  #show(theme: ThemeChoice): void {
    this.root.dataset['theme'] = theme;
    this.#choice.value = theme;
  }
}
