import { type ReadonlySignal, type Signal, effect, untracked } from '@preact/signals';

import type { Loading } from './hostView.ts';
import type { Lifetime } from './lifetime.ts';

/**
 * Re-reads once per effective interval while the page can be seen, and when it becomes visible
 * again. With probing off (interval 0) or not yet known there is no timer at all (W4).
 */
export function keepFresh(options: {
  life: Lifetime;
  intervalSeconds: ReadonlySignal<number | null>;
  visible: ReadonlySignal<boolean>;
  read: () => void;
}): void {
  const { life, intervalSeconds, visible, read } = options;
  let wasHidden = false;
  const stop = effect(() => {
    const seconds = intervalSeconds.value;
    if (!visible.value) {
      wasHidden = true;
      return;
    }
    if (wasHidden) {
      wasHidden = false;
      untracked(read);
    }
    if (seconds === null || seconds === 0) return;
    const timer = setInterval(read, seconds * 1000);
    return () => clearInterval(timer);
  });
  life.onEnd(stop);
}

/** Takes a failed load back once everything was re-read after a gap. */
export function recoverWith(options: {
  life: Lifetime;
  caughtUp: ReadonlySignal<number>;
  loads: readonly Signal<Loading>[];
  /** Whether what was to be loaded is there; a host that was deleted does not come back. */
  isHere?: () => boolean;
}): void {
  const { life, caughtUp, loads, isHere = () => true } = options;
  const before = caughtUp.peek();
  const stop = effect(() => {
    if (caughtUp.value === before || !untracked(isHere)) return;
    for (const load of loads) {
      if (load.peek().kind === 'failed') load.value = { kind: 'ready' };
    }
  });
  life.onEnd(stop);
}
