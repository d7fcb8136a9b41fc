import {
  type ConfigPatch,
  type ExecutorConfig,
  type ExecutorDraft,
  type FieldError,
  checkDraft,
  draftOf,
} from '../logic/index.ts';

/** Stands in for the name where only the connection matters. */
const ANY_NAME = '-';

const NOTHING_SET: ExecutorConfig = {
  host: null,
  host_alias: null,
  port: null,
  user: null,
  identity_source: null,
  identity_file: null,
  proxy_jump: null,
  host_fingerprint: null,
  host_key_algorithm: null,
};

export type Connection = { errors: FieldError[]; config: null } | { errors: []; config: ConfigPatch };

/** How the host of a draft would be reached, whatever it is called; or what is wrong with it. */
export function connectionOf(draft: ExecutorDraft): Connection {
  const { errors, save } = checkDraft({ ...draft, name: ANY_NAME });
  return errors.length > 0 ? { errors, config: null } : { errors: [], config: save.config };
}

/** Whether both reach the same host in the same way, by the rule that resets records (R1). */
export function isSameConnection(config: ConfigPatch, draft: ExecutorDraft): boolean {
  const other = { name: ANY_NAME, config: { ...NOTHING_SET, ...config } };
  const { errors, changed } = checkDraft({ ...draft, name: ANY_NAME }, other);
  return errors.length === 0 && changed.length === 0;
}

/** What is set of what is stored, as a test takes it. */
export function setMembers(config: ExecutorConfig): ConfigPatch {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== null));
}

/** The same of two that are stored. */
export function isSameConfig(one: ExecutorConfig, other: ExecutorConfig): boolean {
  return isSameConnection(one, draftOf({ name: ANY_NAME, config: other }));
}
