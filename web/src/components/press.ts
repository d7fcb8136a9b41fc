import { useEffect, useMemo } from 'preact/hooks';

/**
 * Runs something now, or after the press that is under way. A complaint that appears between press
 * and release moves what is being pressed, and the click is lost.
 */
export function useAfterPress(): (action: () => void) => void {
  const press = useMemo(() => new Press(), []);
  useEffect(() => press.watch(), [press]);
  return press.after;
}

class Press {
  #isDown = false;
  #waiting: (() => void)[] = [];

  readonly after = (action: () => void): void => {
    if (this.#isDown) this.#waiting.push(action);
    else action();
  };

  watch(): () => void {
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    const down = () => {
      this.#isDown = true;
    };
    const up = () => {
      this.#isDown = false;
      // The click comes after the release.
      setTimeout(() => this.#waiting.splice(0).forEach((action) => action()));
    };
    document.addEventListener('pointerdown', down, options);
    document.addEventListener('pointerup', up, options);
    document.addEventListener('pointercancel', up, options);
    return () => controller.abort();
  }
}
