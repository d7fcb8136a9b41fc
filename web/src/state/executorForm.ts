import { type ReadonlySignal, computed, signal } from '@preact/signals';

import type { ExecutorsApi } from '../api/executors.ts';
import { type Problem, hasSlug, hasStatus, settle } from '../api/problem.ts';
import type { SessionsApi } from '../api/sessions.ts';
import type { SshApi } from '../api/ssh.ts';
import {
  type DraftCheck,
  type Executor,
  type ExecutorDraft,
  type ExecutorPatch,
  type FieldError,
  checkDraft,
  draftOf,
} from '../logic/index.ts';
import { connectionOf } from './connection.ts';
import { ConnectionTest, pinning } from './connectionTest.ts';
import type { ExecutorStore } from './executors.ts';
import type { Loading } from './hostView.ts';
import { Lifetime } from './lifetime.ts';

export type DraftField = keyof ExecutorDraft;
export type FieldErrorCode = FieldError['code'] | 'name_taken';

export type SaveState =
  | { kind: 'idle' }
  | { kind: 'pending' }
  /** So many sessions would stay on the old host: a person has to agree to this very save. */
  | { kind: 'asking'; sessions: number; patch: ExecutorPatch }
  | { kind: 'failed'; problem: Problem };

export interface ExecutorFormParts {
  executorsApi: Pick<ExecutorsApi, 'createSsh' | 'get' | 'save'>;
  sessionsApi: Pick<SessionsApi, 'listOn'>;
  sshApi: Pick<SshApi, 'test'>;
  executors: ExecutorStore;
}

/**
 * One visit to the form of one executor, or of a new one. `reach-logic` says what is wrong with
 * what was typed; a field complains once it was left or a save was tried. What the server alone
 * can know is shown at its field until that field is typed in again.
 *
 * A connection is saved after a fresh test showed a key that is trusted, or untested by choice.
 */
export class ExecutorForm {
  readonly #life = new Lifetime();
  readonly #stored = signal<Executor | null>(null);
  readonly #draft = signal<ExecutorDraft>(draftOf());
  readonly #left = signal<ReadonlySet<DraftField>>(new Set());
  readonly #wasTried = signal(false);
  readonly #serverErrors = signal<ReadonlyMap<DraftField, FieldErrorCode>>(new Map());
  readonly #saving = signal<SaveState>({ kind: 'idle' });
  readonly #loading = signal<Loading>({ kind: 'loading' });
  readonly #isUntested = signal(false);
  /** Of what would be saved, with the key that is trusted by now. */
  readonly #check: ReadonlySignal<DraftCheck>;

  readonly test: ConnectionTest;
  /** What to show at the fields. */
  readonly errors: ReadonlySignal<ReadonlyMap<DraftField, FieldErrorCode>>;
  /** Whether a save changes how the host is reached, so that its key must be trusted first. */
  readonly needsTrust: ReadonlySignal<boolean>;
  /** Whether it is neither trusted nor to be saved untested. */
  readonly isHeld: ReadonlySignal<boolean>;
  readonly canSave: ReadonlySignal<boolean>;

  constructor(
    readonly id: string | null,
    private readonly parts: ExecutorFormParts,
  ) {
    this.test = new ConnectionTest(parts.sshApi);
    this.#check = computed(() => {
      const trusted = this.test.trusted.value;
      const pin = trusted === null ? {} : { host_fingerprint: trusted.fingerprint };
      return checkDraft({ ...this.#draft.value, ...pin }, this.#stored.value);
    });
    this.needsTrust = computed(() => this.#stored.value === null || this.#check.value.changed.length > 0);
    this.isHeld = computed(
      () => this.needsTrust.value && this.test.trusted.value === null && !this.#isUntested.value,
    );
    this.canSave = computed(() => !this.isHeld.value && isFree(this.#saving.value));
    this.errors = computed(() => {
      const shown = new Map<DraftField, FieldErrorCode>();
      for (const error of this.#check.value.errors) {
        const field = fieldOf(error);
        if (this.#wasTried.value || this.#left.value.has(field)) shown.set(field, error.code);
      }
      for (const [field, code] of this.#serverErrors.value) shown.set(field, code);
      return shown;
    });
  }

  get draft(): ReadonlySignal<ExecutorDraft> {
    return this.#draft;
  }

  get saving(): ReadonlySignal<SaveState> {
    return this.#saving;
  }

  /** What the draft is compared with; null for a new one, and until it is loaded. */
  get stored(): ReadonlySignal<Executor | null> {
    return this.#stored;
  }

  get loading(): ReadonlySignal<Loading> {
    return this.#loading;
  }

  get wasTried(): ReadonlySignal<boolean> {
    return this.#wasTried;
  }

  /** Whether a person chose to save a connection without a test. */
  get isUntested(): ReadonlySignal<boolean> {
    return this.#isUntested;
  }

  setUntested(isUntested: boolean): void {
    this.#isUntested.value = isUntested;
  }

  /** Starts from what is stored now. Later versions do not overwrite what is being typed. */
  async open(): Promise<void> {
    if (this.id === null) return;
    const outcome = await settle(this.parts.executorsApi.get(this.id, this.#life.signal));
    if (outcome.ok) this.parts.executors.accept(outcome.value);
    if (this.#life.isOver) return;
    this.#loading.value = outcome.ok ? { kind: 'ready' } : outcome;
    if (!outcome.ok) return;
    this.#stored.value = outcome.value;
    this.#draft.value = draftOf(outcome.value);
  }

  set(field: DraftField, text: string): void {
    this.#setDraft({ ...this.#draft.peek(), [field]: text });
    if (!this.#serverErrors.peek().has(field)) return;
    const rest = new Map(this.#serverErrors.peek());
    rest.delete(field);
    this.#serverErrors.value = rest;
  }

  leave(field: DraftField): void {
    if (this.#draft.peek()[field] !== '' || this.#stored.peek() !== null) {
      this.#left.value = new Set(this.#left.peek()).add(field);
    }
  }

  /** Whether the test was begun: not of a connection that can never be meant. */
  runTest(): boolean {
    const { errors, config } = connectionOf(this.#draft.peek());
    if (config === null) {
      this.#left.value = new Set([...this.#left.peek(), ...errors.map(fieldOf)]);
      return false;
    }
    const stored = this.#stored.peek()?.config;
    const isStoredPin = stored !== undefined && stored.host_fingerprint === config.host_fingerprint;
    const kind = isStoredPin ? { host_key_algorithm: stored.host_key_algorithm } : {};
    void this.test.run({ ...config, ...kind }, isStoredPin ? 'trust' : 'entry');
    return true;
  }

  /**
   * The saved executor; null when it was not saved, or this form is no longer the one shown, or
   * the host has sessions: then it is saved by `confirm`.
   */
  async save(): Promise<Executor | null> {
    if (this.#life.isOver || !this.canSave.peek()) return null;
    this.#wasTried.value = true;
    const { errors, is_changed, changed } = this.#check.peek();
    if (errors.length > 0) return null;
    const stored = this.#stored.peek();
    if (stored !== null && !is_changed) return stored;
    const patch = this.#patch();
    this.#saving.value = { kind: 'pending' };
    if (stored === null || changed.length === 0) return this.#send(patch);
    const outcome = await settle(this.parts.sessionsApi.listOn(stored.id, this.#life.signal));
    if (this.#life.isOver) return null;
    if (!outcome.ok) {
      this.#refuse(outcome.problem);
      return null;
    }
    const sessions = outcome.value.filter(({ state }) => state === 'running' || state === 'starting').length;
    if (sessions === 0) return this.#send(patch);
    this.#saving.value = { kind: 'asking', sessions, patch };
    return null;
  }

  /** Saves what was asked about. */
  async confirm(): Promise<Executor | null> {
    const asking = this.#saving.peek();
    if (this.#life.isOver || asking.kind !== 'asking') return null;
    this.#saving.value = { kind: 'pending' };
    return this.#send(asking.patch);
  }

  /** The host stays as it is, and what was typed stays in the form. */
  dismiss(): void {
    if (this.#saving.peek().kind === 'asking') this.#saving.value = { kind: 'idle' };
  }

  close(): void {
    this.#life.end();
    this.test.close();
  }

  #setDraft(draft: ExecutorDraft): void {
    this.#draft.value = draft;
    this.test.follow(draft);
  }

  /** What differs, and with a trusted key its type. */
  #patch(): ExecutorPatch {
    const { save } = this.#check.peek();
    const trusted = this.test.trusted.peek();
    if (trusted === null || save.config.host_fingerprint === undefined) return save;
    return { ...save, config: { ...save.config, ...pinning(trusted) } };
  }

  async #send(patch: ExecutorPatch): Promise<Executor | null> {
    const { executorsApi, executors } = this.parts;
    const stored = this.#stored.peek();
    const outcome = await settle(
      stored === null ? executorsApi.createSsh(patch) : executorsApi.save(stored.id, patch, stored.updated_at),
    );
    if (outcome.ok) executors.accept(outcome.value);
    if (this.#life.isOver) return null;
    if (outcome.ok) {
      this.#saving.value = { kind: 'idle' };
      return outcome.value;
    }
    this.#refuse(outcome.problem);
    return null;
  }

  #refuse(problem: Problem): void {
    this.#saving.value = { kind: 'failed', problem };
    const errors = new Map<DraftField, FieldErrorCode>();
    if (hasSlug(problem, 'name-taken')) errors.set('name', 'name_taken');
    if (problem.kind === 'refused') {
      for (const error of problem.errors) errors.set(fieldOf(error), error.code);
    }
    this.#serverErrors.value = errors;
    if (hasStatus(problem, 412)) void this.#catchUp();
  }

  /** Takes what is stored now as the start: what was not touched here follows it. */
  async #catchUp(): Promise<void> {
    if (this.id === null) return;
    const outcome = await settle(this.parts.executorsApi.get(this.id, this.#life.signal));
    if (!outcome.ok) return;
    this.parts.executors.accept(outcome.value);
    if (this.#life.isOver) return;
    const [before, after] = [draftOf(this.#stored.peek()), draftOf(outcome.value)];
    const typed = this.#draft.peek();
    const merged = { ...typed };
    for (const field of Object.keys(typed) as DraftField[]) {
      if (typed[field] === before[field]) merged[field] = after[field];
    }
    this.#stored.value = outcome.value;
    this.#setDraft(merged);
  }
}

function isFree({ kind }: SaveState): boolean {
  return kind === 'idle' || kind === 'failed';
}

function fieldOf({ field }: FieldError): DraftField {
  return field.replace(/^config\./, '') as DraftField;
}
