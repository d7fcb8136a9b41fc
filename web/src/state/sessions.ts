import { type ReadonlySignal, batch, computed, signal } from '@preact/signals';

import type { TransportLoss } from '../api/socket.ts';
import { type LaunchWarning, type Session, isLater } from '../logic/index.ts';

/** A session took the place of an earlier version of itself. */
export interface SessionChange {
  before: Session;
  after: Session;
}

/** When something was asked for, in terms of what had been pushed by then. */
export type Asked = number & { readonly brand: 'asked' };

/**
 * Every session that this page knows. Of two versions of one the later stays, by `updated_at`, as
 * with all that comes in. The transport is no part of what that orders: between versions of one
 * time, a push stays over an answer to what was asked before it came.
 */
export class SessionStore {
  readonly #byId = signal<ReadonlyMap<string, Session>>(new Map());
  readonly #warnings = signal<ReadonlyMap<string, LaunchWarning>>(new Map());
  readonly #losses = signal<ReadonlyMap<string, TransportLoss>>(new Map());
  /** The creation times of deleted sessions; an id may be used again. */
  readonly #deleted = new Map<string, string>();
  readonly #pushedAt = new Map<string, number>();
  #pushes = 0;

  /** What has not ended first, then the newest first. */
  readonly all: ReadonlySignal<Session[]> = computed(() =>
    [...this.#byId.value.values()].toSorted(
      (a, b) => Number(hasEnded(a)) - Number(hasEnded(b)) || newestFirst(a, b),
    ),
  );

  /** How many sessions run on each executor. */
  readonly #running: ReadonlySignal<ReadonlyMap<string, number>> = computed(() => {
    const counts = new Map<string, number>();
    for (const { executor_id, state } of this.#byId.value.values()) {
      if (state === 'running') counts.set(executor_id, (counts.get(executor_id) ?? 0) + 1);
    }
    return counts;
  });

  constructor(private readonly onChange: (change: SessionChange) => void = () => undefined) {}

  of(id: string): Session | null {
    return this.#byId.value.get(id) ?? null;
  }

  runningOn(executorId: string): number {
    return this.#running.value.get(executorId) ?? 0;
  }

  /** The latest warning of a launch, until the session runs (S18). */
  warningOf(id: string): LaunchWarning | null {
    const session = this.of(id);
    if (session === null || session.started_at !== null) return null;
    return session.launch_warning ?? this.#warnings.value.get(id) ?? null;
  }

  /** How long there had been no answer when the connection was given up; null if that is not known. */
  silenceOf(id: string): number | null {
    if (this.of(id)?.transport !== 'lost') return null;
    return this.#losses.value.get(id)?.silence_ms ?? null;
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.#byId.peek().keys());
  }

  /** To be noted before a request is sent, and given with its answer. */
  ask(): Asked {
    return this.#pushes as Asked;
  }

  /** Takes what was pushed. */
  push(session: Session): void {
    this.#pushedAt.set(session.id, ++this.#pushes);
    this.#acceptInto(new Map(this.#byId.peek()), [session], this.ask());
  }

  /** Takes an answer. */
  accept(session: Session, asked: Asked): void {
    this.#acceptInto(new Map(this.#byId.peek()), [session], asked);
  }

  /** Takes the whole list: what it leaves out, and was known when it was asked for, is gone. */
  acceptList(list: readonly Session[], knownBefore: ReadonlySet<string>, asked: Asked): void {
    const listed = new Set(list.map(({ id }) => id));
    const kept = [...this.#byId.peek()].filter(([id]) => listed.has(id) || !knownBefore.has(id));
    this.#acceptInto(new Map(kept), list, asked);
  }

  warn(warning: LaunchWarning): void {
    this.#warnings.value = new Map(this.#warnings.peek()).set(warning.session_id, warning);
  }

  lose(loss: TransportLoss): void {
    this.#losses.value = new Map(this.#losses.peek()).set(loss.session_id, loss);
  }

  forget(id: string): void {
    const held = this.#byId.peek().get(id);
    if (held === undefined) return;
    this.#deleted.set(id, held.created_at);
    batch(() => {
      this.#byId.value = without(this.#byId.peek(), id);
      this.#warnings.value = without(this.#warnings.peek(), id);
      this.#losses.value = without(this.#losses.peek(), id);
    });
  }

  #acceptInto(target: Map<string, Session>, arrived: readonly Session[], asked: Asked): void {
    const changes: SessionChange[] = [];
    for (const session of arrived) {
      const held = target.get(session.id);
      if (this.#isDeleted(session) || (held !== undefined && !this.#supersedes(session, held, asked))) continue;
      target.set(session.id, session);
      if (held !== undefined) changes.push({ before: held, after: session });
    }
    batch(() => {
      this.#byId.value = target;
      changes.forEach(this.onChange);
    });
  }

  #supersedes(arrived: Session, held: Session, asked: Asked): boolean {
    if (isLater(held.updated_at, arrived.updated_at)) return false;
    return isLater(arrived.updated_at, held.updated_at) || (this.#pushedAt.get(held.id) ?? 0) <= asked;
  }

  #isDeleted({ id, created_at }: Session): boolean {
    const deleted = this.#deleted.get(id);
    return deleted !== undefined && !isLater(created_at, deleted);
  }
}

/** Whether nothing of it is under way. A controller may remain all the same. */
export function hasEnded({ state }: Session): boolean {
  return state === 'stopped' || state === 'failed';
}

function newestFirst(a: Session, b: Session): number {
  if (isLater(a.created_at, b.created_at)) return -1;
  if (isLater(b.created_at, a.created_at)) return 1;
  return a.id < b.id ? -1 : 1;
}

function without<T>(map: ReadonlyMap<string, T>, id: string): ReadonlyMap<string, T> {
  const rest = new Map(map);
  rest.delete(id);
  return rest;
}
