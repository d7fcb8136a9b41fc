/* tslint:disable */
/* eslint-disable */
/**
 * A moment on the wall clock: microseconds since 1970-01-01T00:00:00Z, cut (never rounded) to
 * the microsecond where it is read (R7). Nothing finer exists anywhere in Reach.
 *
 * Every value lies in the years 0000 to 9999, the only ones that RFC 3339 can write. In JSON it
 * is UTC with six digits: `2026-09-06T10:00:00.000000Z`.
 */
export type Timestamp = string;

/**
 * A partial save. Its members are already of the right JSON type; [`ConfigPatch::apply`] checks
 * the rest against what is stored.
 */
export interface ExecutorPatch {
    /**
     * A new name.
     */
    name?: string;
    /**
     * A new status.
     */
    status?: ExecutorStatus;
    /**
     * New members of the configuration.
     */
    config: ConfigPatch;
}

/**
 * A reachability record as it reaches people.
 */
export interface ReachabilityView {
    /**
     * Whose record.
     */
    executor_id: ExecutorId;
    /**
     * The state.
     */
    state: State;
    /**
     * Empty exactly when the last completed probe succeeded or none has completed.
     */
    reason: Reason | "";
    /**
     * One line for a human.
     */
    message: string;
    /**
     * Failures since the last success.
     */
    consecutive_failures: number;
    /**
     * The target that was probed.
     */
    host: string;
    /**
     * When the last probe completed.
     */
    checked_at: Timestamp | null;
    /**
     * When a probe last succeeded.
     */
    last_success_at: Timestamp | null;
    /**
     * When the record was last written; null if there is none.
     */
    updated_at: Timestamp | null;
    /**
     * False when the effective interval is 0.
     */
    probing_enabled: boolean;
    /**
     * The effective interval in seconds.
     */
    probe_interval_seconds: EffectiveInterval;
    /**
     * False for a probe's outcome that was not stored.
     */
    persisted: boolean;
    /**
     * The server's own staleness decision as of `at`.
     */
    freshness: Freshness;
    /**
     * The server's clock when it answered.
     */
    at: Timestamp;
}

/**
 * A session as the API shows it.
 */
export interface Session {
    /**
     * Its id.
     */
    id: SessionId;
    /**
     * Where it runs.
     */
    executor_id: ExecutorId;
    /**
     * Its name.
     */
    name: string;
    /**
     * Where it stands.
     */
    state: SessionState;
    /**
     * What is known of its connection.
     */
    transport: Transport;
    /**
     * The launch step under way.
     */
    step: LaunchStep | null;
    /**
     * Why it failed.
     */
    failure: SessionFailure | null;
    /**
     * The target host; `localhost` for a local executor.
     */
    host: string;
    /**
     * The port on 127.0.0.1 that leads to the controller.
     */
    local_port: number | null;
    /**
     * The controller's port on the host.
     */
    remote_port: number | null;
    /**
     * The controller's process id on the host.
     */
    remote_pid: number | null;
    /**
     * A stop could not make sure that the controller ended (S3).
     */
    controller_may_remain: boolean;
    /**
     * The latest launch warning, until the session runs, is removed or is launched again (S18).
     */
    launch_warning: LaunchWarning | null;
    /**
     * When it first ran.
     */
    started_at: Timestamp | null;
    /**
     * When it was made.
     */
    created_at: Timestamp;
    /**
     * When it was last written; strictly advances.
     */
    updated_at: Timestamp;
}

/**
 * A session's id.
 */
export type SessionId = string;

/**
 * An age as `Intl.RelativeTimeFormat` takes it: the past is negative, and 0 seconds is "now".
 */
export interface Age {
    /**
     * Whole units, cut; 0 or less.
     */
    value: number;
    /**
     * The largest unit that fits at least once, else seconds.
     */
    unit: AgeUnit;
}

/**
 * An executor as the API shows it.
 */
export interface Executor {
    /**
     * Its id.
     */
    id: ExecutorId;
    /**
     * Its name; unique among the not deleted, ignoring case.
     */
    name: string;
    /**
     * Its type; cannot be changed.
     */
    type: ExecutorType;
    /**
     * Whether it is probed and used.
     */
    status: ExecutorStatus;
    /**
     * How to reach it.
     */
    config: ExecutorConfig;
    /**
     * When it was made.
     */
    created_at: Timestamp;
    /**
     * When it was last written; strictly advances (R6).
     */
    updated_at: Timestamp;
}

/**
 * An executor's id. Never reused.
 */
export type ExecutorId = string;

/**
 * How to present a record's age.
 */
export type Freshness = "current" | "stale" | "off" | "never";

/**
 * One complaint about one field.
 */
export interface FieldError {
    /**
     * The field, dotted from the body's root: `config.port`.
     */
    field: string;
    /**
     * What is wrong.
     */
    code: FieldCode;
    /**
     * The same, as an English sentence.
     */
    message: string;
}

/**
 * The SHA-256 fingerprint of a host key as `ssh-keygen -lf` prints it: `SHA256:` and 43
 * characters of unpadded base64.
 */
export type Fingerprint = string;

/**
 * The closed set of failure reasons, in the order of the contract: when several could describe
 * one failure, the first that applies is reported. An absent reason
 * (`Option<Reason>::None`, the empty string in JSON) means that the last probe succeeded or that
 * none has completed.
 */
export type Reason = "config" | "timeout" | "host_key" | "auth" | "network" | "unknown";

/**
 * The flat JSON of [`ExecutorConfig`], in the API and in the store.
 */
export interface ExecutorConfig {
    host: string | null;
    host_alias: string | null;
    port: number | null;
    user: string | null;
    identity_source: IdentitySource | null;
    identity_file: string | null;
    proxy_jump: string | null;
    host_fingerprint: Fingerprint | null;
    host_key_algorithm: KeyType | null;
}

/**
 * The form of an SSH executor. An empty field is an absent value.
 */
export interface ExecutorDraft {
    name: string;
    host: string;
    host_alias: string;
    port: string;
    user: string;
    identity_source: string;
    identity_file: string;
    proxy_jump: string;
    host_fingerprint: string;
}

/**
 * The members of `config` in a create or a partial save, not yet checked. In JSON a member that
 * stays is absent, and one that is removed is `null`.
 */
export type ConfigPatch = Partial<ExecutorConfig>;

/**
 * The names of the eight fields.
 */
export type ConnectionField = "host" | "host_alias" | "port" | "user" | "identity_source" | "identity_file" | "proxy_jump" | "host_fingerprint";

/**
 * The only interval that anything in Reach uses: 0 (probing off) or 15 to 3600 seconds.
 */
export type EffectiveInterval = number;

/**
 * The part of an executor that its form edits; in TypeScript an `Executor` is one.
 */
export interface Editable {
    /**
     * Its name; empty when there is no executor yet.
     */
    name: string;
    /**
     * How to reach it.
     */
    config: ExecutorConfig;
}

/**
 * The payload of `session.launch.warning`.
 */
export interface LaunchWarning {
    /**
     * The session that is being launched.
     */
    session_id: SessionId;
    /**
     * Where.
     */
    executor_id: ExecutorId;
    /**
     * The target that was probed.
     */
    host: string;
    /**
     * The record's state: `unreachable`.
     */
    state: State;
    /**
     * Why the last completed probe failed.
     */
    reason: Reason | "";
    /**
     * When a probe last succeeded; null if none has.
     */
    last_success_at: Timestamp | null;
    /**
     * When the warning was made.
     */
    at: Timestamp;
}

/**
 * The process that a session starts on the host.
 */
export interface Controller {
    /**
     * A shell command that listens on a TCP port.
     */
    command: string;
    /**
     * The port it listens on; 0: it writes its port to `$REACH_PORT_FILE`.
     */
    port: number;
    /**
     * Where it runs; absent: the session directory.
     */
    workdir: string | null;
}

/**
 * The steps of a launch, in order.
 */
export type LaunchStep = "resolve" | "dial" | "platform" | "prepare" | "start" | "port" | "forward" | "ready";

/**
 * The type of a host key, named as in `known_hosts` (RFC 4253 §6.6, RFC 5656, RFC 8709).
 */
export type KeyType = "ssh-ed25519" | "ecdsa-sha2-nistp256" | "ecdsa-sha2-nistp384" | "ecdsa-sha2-nistp521" | "ssh-rsa";

/**
 * The unit of an [`Age`]; the names are those of `Intl.RelativeTimeFormat`.
 */
export type AgeUnit = "second" | "minute" | "hour" | "day" | "month" | "year";

/**
 * The user's switch.
 */
export type ExecutorStatus = "active" | "inactive";

/**
 * What a configured interval comes to.
 */
export interface NormalisedInterval {
    /**
     * The effective interval, in seconds.
     */
    effective: EffectiveInterval;
    /**
     * What was changed; null if nothing.
     */
    clamp: Clamp | null;
}

/**
 * What a draft comes to.
 */
export interface DraftCheck {
    /**
     * Every complaint; empty if the draft may be sent.
     */
    errors: FieldError[];
    /**
     * The connection fields that a save would change: with any, it resets the record and probes
     * . Empty if there are errors.
     */
    changed: ConnectionField[];
    /**
     * Whether a save would change anything at all.
     */
    is_changed: boolean;
    /**
     * The body of the save: only what differs, so that it undoes nothing that was stored in the
     * meantime. Empty if there are errors.
     */
    save: ExecutorPatch;
}

/**
 * What a page holds about one executor.
 */
export interface HeldReachability {
    /**
     * The record; null until one is loaded.
     */
    record: ReachabilityView | null;
    /**
     * The outcome of the last probe, if it was not stored: shown beside the record, marked as
     * such, until the record is written again.
     */
    unsaved: ReachabilityView | null;
}

/**
 * What a session was asked to be; kept with it, in the store as JSON.
 */
export interface SessionSpec {
    /**
     * The controller.
     */
    controller: Controller;
    /**
     * Runs before the controller; non-zero fails the launch.
     */
    prepare_script: string | null;
    /**
     * Runs at stop, before the controller is stopped.
     */
    cleanup_script: string | null;
    /**
     * Environment of scripts and controller.
     */
    env?: Map<string, string>;
    /**
     * A broker that the controller gets credentials from; makes a reset possible.
     */
    credential_broker_url: string | null;
}

/**
 * What is known about a host.
 */
export type State = "unknown" | "reachable" | "unreachable";

/**
 * What is known of a session's SSH connection.
 */
export type Transport = "none" | "up" | "unresponsive" | "lost";

/**
 * What is wrong with a field; the page translates the code, `message` is for logs and scripts.
 */
export type FieldCode = "control_character" | "invalid" | "out_of_range" | "required" | "too_long" | "type" | "unknown";

/**
 * What kind of place.
 */
export type ExecutorType = "local" | "ssh";

/**
 * What normalisation did to a configured value.
 */
export type Clamp = "negative_to_default" | "raised_to_min" | "lowered_to_max";

/**
 * Where a session stands. The transport has a state of its own: losing it leaves this as it was.
 */
export type SessionState = "starting" | "running" | "stopping" | "stopped" | "failed";

/**
 * Where the user's key comes from.
 */
export type IdentitySource = "agent" | "file";

/**
 * Why a session failed.
 */
export interface SessionFailure {
    /**
     * The step that failed; null when the session failed after its launch.
     */
    step: LaunchStep | null;
    /**
     * Of a launch that could not connect: classified from its own attempt.
     */
    reason: Reason | null;
    /**
     * The target host.
     */
    host: string;
    /**
     * One line for a human.
     */
    message: string;
}


/**
 * What to hold about one executor after a view arrived, by HTTP or push.
 */
export function accept(held: HeldReachability, arrived: ReachabilityView): HeldReachability;

/**
 * The age of a moment, for `Intl.RelativeTimeFormat` with `numeric: "auto"`. Undefined for a
 * missing or malformed time.
 */
export function age(at: Timestamp | null | undefined, now: number): Age | undefined;

/**
 * Checks a form against the stored executor; against nothing for a new one.
 */
export function checkDraft(draft: ExecutorDraft, stored?: Editable | null): DraftCheck;

/**
 * What to add to the page's own `Date.now()` to get the server's clock, from the `at` of an answer
 * that was received at `local`. Undefined if `at` is malformed.
 */
export function clockOffset(at: Timestamp, local: number): number | undefined;

/**
 * The form of a stored executor; the empty form without one.
 */
export function draftOf(stored?: Editable | null): ExecutorDraft;

/**
 * How to present a result, as of `now`.
 */
export function freshness(checked_at: Timestamp | null | undefined, interval: EffectiveInterval, now: number): Freshness;

/**
 * Whether one moment is later than another, to the microsecond. A missing or malformed time is
 * earlier than any other. Of two versions of one executor the later stays (R6).
 */
export function isLater(one: Timestamp | null | undefined, other: Timestamp | null | undefined): boolean;

/**
 * Whether a failure repeats until a human changes something.
 */
export function isSticky(reason: Reason): boolean;

/**
 * Normalises a configured number of seconds. Throws for what is not a whole number.
 */
export function normaliseInterval(seconds: number): NormalisedInterval;

/**
 * Every reason, in the order of the contract.
 */
export function reasons(): Reason[];

/**
 * The one of two views of a record to keep; the very object that was passed in.
 */
export function reconcile(held: ReachabilityView, arrived: ReachabilityView): ReachabilityView;

/**
 * The first millisecond at which a result is stale; undefined if it never becomes so.
 */
export function staleFrom(checked_at: Timestamp | null | undefined, interval: EffectiveInterval): number | undefined;

/**
 * Milliseconds since the epoch of a strict RFC 3339 timestamp, cut; undefined for any other text.
 */
export function timestampMillis(text: string): number | undefined;

/**
 * Whether a launch onto this executor is warned about.
 */
export function warnsOnLaunch(view: ReachabilityView, now: number): boolean;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly accept: (a: any, b: any) => [number, number, number];
    readonly age: (a: number, b: number, c: number) => [number, number, number];
    readonly checkDraft: (a: any, b: number) => [number, number, number];
    readonly clockOffset: (a: number, b: number, c: number) => [number, number];
    readonly draftOf: (a: number) => [number, number, number];
    readonly freshness: (a: number, b: number, c: any, d: number) => [number, number, number];
    readonly isLater: (a: number, b: number, c: number, d: number) => number;
    readonly isSticky: (a: any) => [number, number, number];
    readonly normaliseInterval: (a: number) => [number, number, number];
    readonly reasons: () => [number, number, number, number];
    readonly reconcile: (a: any, b: any) => [number, number, number];
    readonly staleFrom: (a: number, b: number, c: any) => [number, number, number, number];
    readonly timestampMillis: (a: number, b: number) => [number, number];
    readonly warnsOnLaunch: (a: any, b: number) => [number, number, number];
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __externref_table_dealloc: (a: number) => void;
    readonly __externref_table_alloc: () => number;
    readonly __externref_drop_slice: (a: number, b: number) => void;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
