import { type ReadonlySignal, type Signal, computed, signal } from '@preact/signals';

import { type Outcome, type Problem, hasSlug, hasStatus, settle } from '../api/problem.ts';
import type { NewSession, SessionsApi } from '../api/sessions.ts';
import type { FieldCode, FieldError, Session } from '../logic/index.ts';
import type { SaveState } from './executorForm.ts';
import { Lifetime } from './lifetime.ts';
import type { SessionStore } from './sessions.ts';

/** Where the controller's port is known from. */
export type PortFrom = 'given' | 'file';

export interface EnvironmentRow {
  /** Stays the same while rows come and go. */
  key: number;
  name: string;
  value: string;
}

export interface SessionDraft {
  executor_id: string;
  name: string;
  command: string;
  port_from: PortFrom;
  port: string;
  workdir: string;
  prepare_script: string;
  cleanup_script: string;
  credential_broker_url: string;
}

/** A field of the form, or one variable of the environment by its name. */
export type SessionField = Exclude<keyof SessionDraft, 'port_from'> | 'env' | `env.${string}`;
export type SessionFieldErrors = ReadonlyMap<SessionField, FieldCode | 'twice'>;

/**
 * One visit to the form that starts a session. What is wrong with a field is said by the server,
 * and shown at it until that field is typed in again. Every submit carries the same id, so that
 * one that is repeated after its answer was lost finds what the first has started.
 */
export class SessionForm {
  readonly #life = new Lifetime();
  readonly #draft: Signal<SessionDraft>;
  readonly #rows = signal<readonly EnvironmentRow[]>([]);
  readonly #errors = signal<SessionFieldErrors>(new Map());
  readonly #starting = signal<SaveState>({ kind: 'idle' });
  #keys = 0;
  #id = newId();
  /** Whether an answer about this id is missing, so that a session of it may be there. */
  #mayBeThere = false;

  /** Names that are given more than once; the last would win unseen. */
  readonly #twice: ReadonlySignal<SessionFieldErrors> = computed(() => {
    const names = this.#rows.value.map(({ name }) => name).filter((name) => name !== '');
    const repeated = names.filter((name, index) => names.indexOf(name) !== index);
    return new Map(repeated.map((name) => [`env.${name}` as const, 'twice' as const]));
  });

  readonly errors: ReadonlySignal<SessionFieldErrors> = computed(
    () => new Map([...this.#errors.value, ...this.#twice.value]),
  );

  constructor(
    /** Preselected; it can be changed. */
    executorId: string | null,
    private readonly api: Pick<SessionsApi, 'create' | 'get'>,
    private readonly sessions: SessionStore,
  ) {
    this.#draft = signal<SessionDraft>({
      executor_id: executorId ?? '',
      name: '',
      command: '',
      port_from: 'file',
      port: '',
      workdir: '',
      prepare_script: '',
      cleanup_script: '',
      credential_broker_url: '',
    });
  }

  get draft(): ReadonlySignal<SessionDraft> {
    return this.#draft;
  }

  get rows(): ReadonlySignal<readonly EnvironmentRow[]> {
    return this.#rows;
  }

  get starting(): ReadonlySignal<SaveState> {
    return this.#starting;
  }

  set(changes: Partial<SessionDraft>): void {
    this.#draft.value = { ...this.#draft.peek(), ...changes };
    const changed = new Set<string>(Object.keys(changes));
    this.#forgetErrors((field) => changed.has(field) || (changed.has('port_from') && field === 'port'));
  }

  addRow(): void {
    this.#rows.value = [...this.#rows.peek(), { key: this.#keys++, name: '', value: '' }];
  }

  setRow(key: number, changes: Partial<Pick<EnvironmentRow, 'name' | 'value'>>): void {
    this.#rows.value = this.#rows.peek().map((row) => (row.key === key ? { ...row, ...changes } : row));
    this.#forgetErrors((field) => field.startsWith('env'));
  }

  removeRow(key: number): void {
    this.#rows.value = this.#rows.peek().filter((row) => row.key !== key);
    this.#forgetErrors((field) => field.startsWith('env'));
  }

  /** The session that was started; null when none was, or this form is no longer the one shown. */
  async start(): Promise<Session | null> {
    if (this.#life.isOver || this.#starting.peek().kind === 'pending' || this.#twice.peek().size > 0) return null;
    this.#starting.value = { kind: 'pending' };
    this.#errors.value = new Map();
    const asked = this.sessions.ask();
    const outcome = await this.#create();
    if (outcome.ok) this.sessions.accept(outcome.value, asked);
    if (this.#life.isOver) return null;
    if (outcome.ok) {
      this.#starting.value = { kind: 'idle' };
      return outcome.value;
    }
    const { problem } = outcome;
    this.#noteProblem(problem);
    this.#starting.value = { kind: 'failed', problem };
    if (hasStatus(problem, 422) && problem.kind === 'refused') this.#errors.value = errorsOf(problem.errors);
    return null;
  }

  close(): void {
    this.#life.end();
  }

  async #create(): Promise<Outcome<Session>> {
    const created = await settle(this.api.create(bodyOf(this.#id, this.#draft.peek(), this.#rows.peek())));
    // Nobody else knows the id: what is there under it was started by an earlier submit.
    const isThere = !created.ok && TAKEN.some((slug) => hasSlug(created.problem, slug));
    return isThere ? settle(this.api.get(this.#id)) : created;
  }

  #noteProblem(problem: Problem): void {
    const isDefinite = problem.kind === 'refused' && problem.status < 500;
    if (!isDefinite) this.#mayBeThere = true;
    else if (!this.#mayBeThere) this.#id = newId();
  }

  #forgetErrors(isMeant: (field: SessionField) => boolean): void {
    this.#errors.value = new Map([...this.#errors.peek()].filter(([field]) => !isMeant(field)));
  }
}

/** How the server refuses the id of a session that is there and cannot be given back as it is. */
const TAKEN = ['exists', 'transport-lost'];

/** A UUIDv7, as the server makes them: they sort by time. The browser's own are not, and need HTTPS. */
function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  const random = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(0, 3)}-8${random.slice(3, 6)}-${random.slice(6)}`;
}

function bodyOf(id: string, draft: SessionDraft, rows: readonly EnvironmentRow[]): NewSession {
  const { command, workdir, port, port_from, name: title, ...members } = draft;
  const given = rows.filter(({ name, value }) => name !== '' || value !== '');
  return {
    id,
    ...members,
    ...(title.trim() === '' ? {} : { name: title }),
    controller: { command, workdir, port: port_from === 'file' ? 0 : portOf(port) },
    env: Object.fromEntries(given.map(({ name, value }) => [name, value])),
  };
}

/** A port as a number, and anything else as it was typed, which the server then refuses. */
function portOf(text: string): number | string {
  return /^[1-9]\d*$/.test(text.trim()) ? Number(text) : text;
}

/** The first complaint of each field; what is no field of this form is left to the form's own. */
function errorsOf(complaints: readonly FieldError[]): SessionFieldErrors {
  const errors = new Map<SessionField, FieldCode>();
  for (const { field, code } of complaints) {
    const name = field.replace(/^controller\.?/, '') || 'command';
    if (!errors.has(name as SessionField)) errors.set(name as SessionField, code);
  }
  return errors;
}
