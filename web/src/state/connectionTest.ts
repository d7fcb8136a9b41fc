import { type ReadonlySignal, batch, computed, signal } from '@preact/signals';

import { type Failed, settle } from '../api/problem.ts';
import type { SshApi, TestReport } from '../api/ssh.ts';
import type { ConfigPatch, ExecutorDraft, KeyType } from '../logic/index.ts';
import { isSameConnection } from './connection.ts';
import { Lifetime } from './lifetime.ts';

export interface HostKey {
  fingerprint: string;
  key_algorithm: KeyType | null;
}

/** The key that a host should show, and why: it was trusted before, or typed in. */
export interface Pin extends HostKey {
  by: 'trust' | 'entry';
}

/**
 * What a key that was shown is to the one that should have been. One that differs is never a first
 * contact, whatever else is known.
 */
export type ShownKey =
  | { kind: 'none' }
  | { kind: 'first'; shown: HostKey }
  | { kind: 'same'; shown: HostKey }
  | { kind: 'changed'; shown: HostKey; pinned: Pin };

export type TestState =
  | { kind: 'idle' }
  | { kind: 'running' }
  | { kind: 'done'; report: TestReport; key: ShownKey }
  /** There was a test, of settings that are others now. */
  | { kind: 'stale' }
  | Failed;

/** The key that a configuration pins. */
export function pinOf(config: ConfigPatch, by: Pin['by']): Pin | null {
  const { host_fingerprint: fingerprint, host_key_algorithm } = config;
  return fingerprint ? { fingerprint, key_algorithm: host_key_algorithm ?? null, by } : null;
}

export function shownKeyOf({ fingerprint, key_algorithm }: TestReport, pinned: Pin | null): ShownKey {
  if (fingerprint === null) return { kind: 'none' };
  const shown = { fingerprint, key_algorithm };
  if (pinned === null) return { kind: 'first', shown };
  return pinned.fingerprint === fingerprint ? { kind: 'same', shown } : { kind: 'changed', shown, pinned };
}

/**
 * The test of a connection that is being edited, and whether the key that it showed is trusted.
 * Each run has a lifetime of its own: a later run, an edit and leaving the view end it for good.
 */
export class ConnectionTest {
  readonly #life = new Lifetime();
  readonly #state = signal<TestState>({ kind: 'idle' });
  /** Of the settings that are tested; no longer there once they were edited. */
  readonly #accepted = signal<HostKey | null>(null);
  readonly #isCompared = signal(false);
  #attempt = new Lifetime();
  #tested: ConfigPatch | null = null;

  /** The key that a fresh test showed and a person trusts. */
  readonly trusted: ReadonlySignal<HostKey | null> = computed(() => {
    const state = this.#state.value;
    const accepted = this.#accepted.value;
    const isShown = state.kind === 'done' && state.report.fingerprint === accepted?.fingerprint;
    return isShown ? accepted : null;
  });

  constructor(private readonly api: Pick<SshApi, 'test'>) {
    this.#life.onEnd(() => this.#attempt.end());
  }

  get state(): ReadonlySignal<TestState> {
    return this.#state;
  }

  /** Whether a person says to have compared a changed key with that of the machine itself. */
  get isCompared(): ReadonlySignal<boolean> {
    return this.#isCompared;
  }

  /** Tests again with the key that was trusted meanwhile: only then do the last steps run. */
  async run(config: ConfigPatch, pinnedBy: Pin['by']): Promise<void> {
    if (this.#life.isOver) return;
    this.#attempt.end();
    const attempt = new Lifetime();
    this.#attempt = attempt;
    this.#tested = config;
    batch(() => {
      this.#state.value = { kind: 'running' };
      this.#isCompared.value = false;
    });
    const accepted = this.#accepted.peek();
    const pinned = accepted === null ? pinOf(config, pinnedBy) : { ...accepted, by: 'trust' as const };
    const body = pinned === null ? config : { ...config, ...pinning(pinned) };
    const outcome = await settle(this.api.test(body, attempt.signal));
    if (attempt.isOver) return;
    this.#state.value = outcome.ok
      ? { kind: 'done', report: outcome.value, key: shownKeyOf(outcome.value, pinned) }
      : outcome;
  }

  /** Ends the test that is running, as if it had not been begun. */
  cancel(): void {
    if (this.#state.peek().kind !== 'running') return;
    this.#forget({ kind: 'idle' });
  }

  /** Must be told of every edit: a test of another connection says nothing, and no key of it is trusted. */
  follow(draft: ExecutorDraft): void {
    if (this.#tested === null || isSameConnection(this.#tested, draft)) return;
    this.#forget({ kind: 'stale' });
  }

  setCompared(isCompared: boolean): void {
    batch(() => {
      this.#isCompared.value = isCompared;
      if (!isCompared) this.#accepted.value = null;
    });
  }

  /** A changed key is not trusted before it was compared. */
  setTrusted(isTrusted: boolean): void {
    const state = this.#state.peek();
    const key = state.kind === 'done' ? state.key : null;
    if (!isTrusted || key === null || key.kind === 'none') this.#accepted.value = null;
    else if (key.kind !== 'changed' || this.#isCompared.peek()) this.#accepted.value = key.shown;
  }

  close(): void {
    this.#life.end();
  }

  #forget(state: TestState): void {
    this.#attempt.end();
    this.#tested = null;
    batch(() => {
      this.#state.value = state;
      this.#accepted.value = null;
      this.#isCompared.value = false;
    });
  }
}

/** The members that pin a key. */
export function pinning({ fingerprint, key_algorithm }: HostKey): ConfigPatch {
  return { host_fingerprint: fingerprint, ...(key_algorithm === null ? {} : { host_key_algorithm: key_algorithm }) };
}
