/** A promise that a test settles when it wants to. */
export interface Deferred<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  const parts: Partial<Deferred<T>> = {};
  const promise = new Promise<T>((resolve, reject) => {
    parts.resolve = resolve;
    parts.reject = reject;
  });
  return { promise, ...(parts as Omit<Deferred<T>, 'promise'>) };
}

/** A function whose every call is answered when a test wants to, in any order. */
export class DeferredCalls<Arguments extends unknown[], T> {
  readonly calls: (Deferred<T> & { with: Arguments })[] = [];

  readonly call = (...given: Arguments): Promise<T> => {
    const made = { ...deferred<T>(), with: given };
    this.calls.push(made);
    return made.promise;
  };

  /** The call with this number, the first being 0. */
  at(index: number): Deferred<T> & { with: Arguments } {
    const call = this.calls[index];
    if (call === undefined) throw new Error(`there were only ${this.calls.length} calls`);
    return call;
  }
}

/** Lets everything run that is ready to. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}
