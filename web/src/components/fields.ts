import type { MessageId } from '../i18n/index.ts';
import type { ExecutorConfig, IdentitySource } from '../logic/index.ts';

export const FIELD_WORDS = {
  name: 'field-name',
  host: 'field-host',
  host_alias: 'field-host-alias',
  port: 'field-port',
  user: 'field-user',
  identity_source: 'field-identity-source',
  identity_file: 'field-identity-file',
  proxy_jump: 'field-proxy-jump',
  host_fingerprint: 'field-host-fingerprint',
  host_key_algorithm: 'field-host-key-algorithm',
} as const satisfies Record<keyof ExecutorConfig | 'name', MessageId>;

export const IDENTITY_WORDS = {
  agent: 'identity-agent',
  file: 'identity-file',
} as const satisfies Record<IdentitySource, MessageId>;
