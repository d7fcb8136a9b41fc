/** How long a view lives. Ended once and for all: coming back makes a new one. */
export class Lifetime {
  readonly #controller = new AbortController();
  readonly #endings: (() => void)[] = [];

  /** Cancels requests that are of no use without the view. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.#controller.signal.aborted;
  }

  onEnd(ending: () => void): void {
    if (this.isOver) ending();
    else this.#endings.push(ending);
  }

  end(): void {
    if (this.isOver) return;
    this.#controller.abort();
    for (const ending of this.#endings.splice(0)) ending();
  }
}

/** Tells the newest of several overlapping attempts from those that it superseded. */
export class Latest {
  #count = 0;

  /** Starts an attempt; the answer says whether it still is the newest. */
  begin(): () => boolean {
    const attempt = ++this.#count;
    return () => attempt === this.#count;
  }
}
