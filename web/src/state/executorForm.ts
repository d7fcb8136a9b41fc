import { type ReadonlySignal, computed, signal } from '@preact/signals';

import type { ExecutorsApi } from '../api/executors.ts';
import { type Problem, hasSlug, hasStatus, settle } from '../api/problem.ts';
import {
  type DraftCheck,
  type Executor,
  type ExecutorDraft,
  type FieldError,
  checkDraft,
  draftOf,
} from '../logic/index.ts';
import type { ExecutorStore } from './executors.ts';
import type { Loading } from './hostView.ts';
import { Lifetime } from './lifetime.ts';

export type DraftField = keyof ExecutorDraft;
export type FieldErrorCode = FieldError['code'] | 'name_taken';

export type SaveState = { kind: 'idle' } | { kind: 'pending' } | { kind: 'failed'; problem: Problem };

/**
 * One visit to the form of one executor, or of a new one. `reach-logic` says what is wrong with
 * what was typed; a field complains once it was left or a save was tried. What the server alone
 * can know is shown at its field until that field is typed in again.
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
  readonly #check: ReadonlySignal<DraftCheck>;

  /** What to show at the fields. */
  readonly errors: ReadonlySignal<ReadonlyMap<DraftField, FieldErrorCode>>;

  constructor(
    readonly id: string | null,
    private readonly api: Pick<ExecutorsApi, 'createSsh' | 'get' | 'save'>,
    private readonly executors: ExecutorStore,
  ) {
    this.#check = computed(() => checkDraft(this.#draft.value, this.#stored.value));
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

  /** Starts from what is stored now. Later versions do not overwrite what is being typed. */
  async open(): Promise<void> {
    if (this.id === null) return;
    const outcome = await settle(this.api.get(this.id, this.#life.signal));
    if (outcome.ok) this.executors.accept(outcome.value);
    if (this.#life.isOver) return;
    this.#loading.value = outcome.ok ? { kind: 'ready' } : outcome;
    if (!outcome.ok) return;
    this.#stored.value = outcome.value;
    this.#draft.value = draftOf(outcome.value);
  }

  set(field: DraftField, text: string): void {
    this.#draft.value = { ...this.#draft.peek(), [field]: text };
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

  /** The saved executor; null when it was not saved, or this form is no longer the one shown. */
  async save(): Promise<Executor | null> {
    if (this.#life.isOver || this.#saving.peek().kind === 'pending') return null;
    this.#wasTried.value = true;
    const { errors, save, is_changed } = this.#check.peek();
    if (errors.length > 0) return null;
    const stored = this.#stored.peek();
    if (stored !== null && !is_changed) return stored;
    this.#saving.value = { kind: 'pending' };
    const outcome = await settle(
      stored === null ? this.api.createSsh(save) : this.api.save(stored.id, save, stored.updated_at),
    );
    if (outcome.ok) this.executors.accept(outcome.value);
    if (this.#life.isOver) return null;
    if (outcome.ok) {
      this.#saving.value = { kind: 'idle' };
      return outcome.value;
    }
    this.#refuse(outcome.problem);
    return null;
  }

  close(): void {
    this.#life.end();
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
    const outcome = await settle(this.api.get(this.id, this.#life.signal));
    if (!outcome.ok) return;
    this.executors.accept(outcome.value);
    if (this.#life.isOver) return;
    const [before, after] = [draftOf(this.#stored.peek()), draftOf(outcome.value)];
    const typed = this.#draft.peek();
    const merged = { ...typed };
    for (const field of Object.keys(typed) as DraftField[]) {
      if (typed[field] === before[field]) merged[field] = after[field];
    }
    this.#stored.value = outcome.value;
    this.#draft.value = merged;
  }
}

function fieldOf({ field }: FieldError): DraftField {
  return field.replace(/^config\./, '') as DraftField;
}
