import { type ReadonlySignal, computed, signal } from '@preact/signals';

import { type Failed, settle } from '../api/problem.ts';
import type { ImportReport, ImportSources, ImportedHost, SshApi } from '../api/ssh.ts';
import { Latest, Lifetime } from './lifetime.ts';

export type ImportFrom = 'server' | 'text';

export interface ImportDraft {
  from: ImportFrom;
  sshConfig: string;
  knownHosts: string;
}

export type ImportState =
  | { kind: 'idle' }
  | { kind: 'reading' }
  | { kind: 'previewed'; sources: ImportSources; report: ImportReport }
  | { kind: 'importing'; sources: ImportSources; report: ImportReport }
  | { kind: 'done'; report: ImportReport }
  | Failed;

/** One visit to the import. What is imported is what was previewed, to the letter. */
export class ImportView {
  readonly #life = new Lifetime();
  readonly #attempt = new Latest();
  readonly #draft = signal<ImportDraft>({ from: 'server', sshConfig: '', knownHosts: '' });
  readonly #state = signal<ImportState>({ kind: 'idle' });

  /** Whether there is anything to read. */
  readonly canPreview: ReadonlySignal<boolean> = computed(() => {
    const { from, sshConfig } = this.#draft.value;
    const { kind } = this.#state.value;
    return kind !== 'reading' && kind !== 'importing' && (from === 'server' || sshConfig.trim() !== '');
  });

  constructor(
    private readonly api: Pick<SshApi, 'previewImport' | 'runImport'>,
    private readonly onImported: () => void,
  ) {}

  get draft(): ReadonlySignal<ImportDraft> {
    return this.#draft;
  }

  get state(): ReadonlySignal<ImportState> {
    return this.#state;
  }

  /** Drops a preview: it was one of something else. An import that is under way is awaited. */
  set(changes: Partial<ImportDraft>): void {
    if (this.#state.peek().kind === 'importing') return;
    this.#attempt.begin();
    this.#draft.value = { ...this.#draft.peek(), ...changes };
    this.#state.value = { kind: 'idle' };
  }

  async preview(): Promise<void> {
    if (this.#life.isOver || !this.canPreview.peek()) return;
    const isLatest = this.#attempt.begin();
    const sources = sourcesOf(this.#draft.peek());
    this.#state.value = { kind: 'reading' };
    const outcome = await settle(this.api.previewImport(sources, this.#life.signal));
    if (this.#life.isOver || !isLatest()) return;
    this.#state.value = outcome.ok ? { kind: 'previewed', sources, report: outcome.value } : outcome;
  }

  /** Goes on when the view is closed: the hosts are wanted all the same. */
  async run(): Promise<void> {
    const previewed = this.#state.peek();
    if (this.#life.isOver || previewed.kind !== 'previewed') return;
    this.#state.value = { ...previewed, kind: 'importing' };
    const outcome = await settle(this.api.runImport(previewed.sources));
    this.onImported();
    if (this.#life.isOver) return;
    this.#state.value = outcome.ok ? { kind: 'done', report: outcome.value } : outcome;
  }

  close(): void {
    this.#life.end();
  }
}

/** Whether something is written for this host. */
export function isWritten({ outcome, reason }: ImportedHost): boolean {
  return outcome === 'created' || reason === 'completed';
}

function sourcesOf({ from, sshConfig, knownHosts }: ImportDraft): ImportSources {
  if (from === 'server') return { ssh_config: null, known_hosts: null };
  return { ssh_config: sshConfig, known_hosts: knownHosts.trim() === '' ? null : knownHosts };
}
