// Runs in the page: asks the WebAssembly module that the server ships what the native crate was
// asked. The glue beside it is that of the page's build.
import init, * as logic from './reach_wasm.js';

const shipped = performance.getEntriesByType('resource').find(({ name }) => /\.wasm$/.test(name));
await init({ module_or_path: shipped.name });

const nothing = { record: null, unsaved: null };
const orNull = (value) => value ?? null;

/** The decisions about each case, in the shape of the native ones. */
export async function cases(url) {
  const found = await (await fetch(url)).json();
  return found.map(({ held, arrived, now, seconds }) => ({
    held: logic.accept(logic.accept(nothing, held), arrived),
    kept: logic.reconcile(held, arrived) === held ? 'held' : 'arrived',
    later: logic.isLater(arrived.updated_at, held.updated_at),
    freshness: logic.freshness(held.checked_at, held.probe_interval_seconds, now),
    age: orNull(logic.age(held.checked_at, now)),
    interval: logic.normaliseInterval(seconds),
  }));
}

/** The decisions about each view that the server has sent, as of its own time. */
export function views(sent) {
  return sent.map(({ checked_at, last_success_at, probe_interval_seconds, at }) => {
    const now = logic.timestampMillis(at);
    return {
      shown: logic.freshness(checked_at, probe_interval_seconds, now),
      age: orNull(logic.age(checked_at, now)),
      success_age: orNull(logic.age(last_success_at, now)),
    };
  });
}
