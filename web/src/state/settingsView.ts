import { type ReadonlySignal, signal } from '@preact/signals';

import type { ConfigApi, Setting } from '../api/config.ts';
import { type Clamp, normaliseInterval } from '../logic/index.ts';
import { type Failed, settle } from '../api/problem.ts';
import { Latest, Lifetime } from './lifetime.ts';

const INTERVAL_KEY = 'executors.sshReachabilityIntervalSeconds';

export type SettingsLoading = { kind: 'loading' } | { kind: 'ready'; settings: Setting[] } | Failed;

/** One visit to the settings. */
export class SettingsView {
  readonly #life = new Lifetime();
  readonly #read = new Latest();
  readonly #loading = signal<SettingsLoading>({ kind: 'loading' });

  constructor(private readonly api: Pick<ConfigApi, 'get'>) {}

  get loading(): ReadonlySignal<SettingsLoading> {
    return this.#loading;
  }

  async read(): Promise<void> {
    const isLatest = this.#read.begin();
    const outcome = await settle(this.api.get(this.#life.signal));
    if (this.#life.isOver || !isLatest()) return;
    this.#loading.value = outcome.ok ? { kind: 'ready', settings: outcome.value } : outcome;
  }

  close(): void {
    this.#life.end();
  }
}

/** The configured interval and what became of it; `configured` only where they differ. */
export interface ShownInterval {
  configured: number | string | null;
  effective: number;
  clamp: Clamp | 'not_a_number' | null;
}

/** Null for every setting but the probe interval. */
export function intervalOf({ key, value, replaced }: Setting): ShownInterval | null {
  if (key !== INTERVAL_KEY || typeof value !== 'number') return null;
  if (typeof replaced !== 'number') {
    return { configured: replaced, effective: value, clamp: replaced === null ? null : 'not_a_number' };
  }
  return { configured: replaced, ...normaliseInterval(replaced) };
}
