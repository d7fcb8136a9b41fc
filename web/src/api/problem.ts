import type { FieldError } from '../logic/index.ts';

/** Why a request did not give an answer that can be used. */
export type Problem =
  /** The server answered with a problem document (RFC 9457). */
  | { kind: 'refused'; status: number; slug: string; detail: string; errors: FieldError[] }
  /** No answer came in time. */
  | { kind: 'timeout' }
  /** No connection, or an answer that cannot be read. */
  | { kind: 'offline' };

export class RequestError extends Error {
  override name = 'RequestError';

  constructor(readonly problem: Problem) {
    super(problem.kind === 'refused' ? `${problem.status} ${problem.slug}` : problem.kind);
  }
}

/** The problem behind whatever a request threw. */
export function problemOf(error: unknown): Problem {
  return error instanceof RequestError ? error.problem : { kind: 'offline' };
}

export function hasSlug(problem: Problem, slug: string): boolean {
  return problem.kind === 'refused' && problem.slug === slug;
}

export function hasStatus(problem: Problem, status: number): boolean {
  return problem.kind === 'refused' && problem.status === status;
}

export type Outcome<T> = { ok: true; value: T } | Failed;
export interface Failed {
  ok: false;
  kind: 'failed';
  problem: Problem;
}

/** What came of a request, as a value. */
export async function settle<T>(request: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await request };
  } catch (error) {
    return { ok: false, kind: 'failed', problem: problemOf(error) };
  }
}

/** Reads an error answer. `type` may be a bare slug or a URI that ends in it. */
export async function readProblem(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => null);
  const members = typeof body === 'object' && body !== null ? body : {};
  const { type, title, detail, errors } = members as Record<string, unknown>;
  return {
    kind: 'refused',
    status: response.status,
    slug: typeof type === 'string' ? (type.split(/[/:#]/).pop() ?? '') : '',
    detail: text(detail) ?? text(title) ?? String(response.status),
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isFieldError(value: unknown): value is FieldError {
  if (typeof value !== 'object' || value === null) return false;
  const { field, code } = value as Record<string, unknown>;
  return typeof field === 'string' && typeof code === 'string';
}
