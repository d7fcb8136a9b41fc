// The rules that the page shares with the server: `reach-logic`, compiled to WebAssembly. Nothing
// else in the page decides about a record, an age, an interval or a form.
import init, {
  type ReachabilityView,
  accept,
} from './pkg/reach_wasm.js';
import moduleUrl from './pkg/reach_wasm_bg.wasm?url';

export {
  age,
  checkDraft,
  clockOffset,
  draftOf,
  freshness,
  isLater,
  normaliseInterval,
  reasons,
  reconcile,
  timestampMillis,
} from './pkg/reach_wasm.js';
export type {
  Age,
  Clamp,
  ConfigPatch,
  ConnectionField,
  DraftCheck,
  Executor,
  ExecutorConfig,
  ExecutorDraft,
  ExecutorPatch,
  ExecutorStatus,
  ExecutorType,
  FieldCode,
  FieldError,
  Freshness,
  IdentitySource,
  KeyType,
  LaunchStep,
  LaunchWarning,
  ReachabilityView,
  Reason,
  Session,
  SessionFailure,
  SessionState,
  State,
  Transport,
} from './pkg/reach_wasm.js';

/** Must have resolved before anything else here is called. */
export async function loadLogic(): Promise<void> {
  await init({ module_or_path: moduleUrl });
}

/**
 * Reads a record from an answer or a push. Throws for what is none; a malformed completion,
 * success or write time becomes a missing one.
 */
export function readView(json: unknown): ReachabilityView {
  const { record, unsaved } = accept({ record: null, unsaved: null }, json as ReachabilityView);
  const view = record ?? unsaved;
  if (view === null) throw new Error('neither a record nor an outcome');
  return view;
}

/** The outcome of a probe that was not stored, as long as no later write made it history (W2). */
export function stillUnsaved(
  outcome: ReachabilityView,
  record: ReachabilityView | null,
): ReachabilityView | null {
  if (outcome.persisted || record === null) return outcome.persisted ? null : outcome;
  return accept({ record: null, unsaved: outcome }, record).unsaved;
}
