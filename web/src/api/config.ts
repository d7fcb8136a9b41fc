import type { ApiClient } from './client.ts';

export type SettingSource = 'default' | 'file' | 'environment' | 'flag';

/** One setting of the server, as it is in force. */
export interface Setting {
  key: string;
  value: string | number | boolean | null;
  source: SettingSource;
  /** The file, variable or flag; null for a default. */
  origin: string | null;
  /** What was configured, where something else is in force. */
  replaced: number | string | null;
}

export class ConfigApi {
  constructor(private readonly client: ApiClient) {}

  /** The effective configuration, ordered by key, without secrets. */
  async get(signal?: AbortSignal): Promise<Setting[]> {
    const { settings } = await this.client.json<{ settings: Setting[] }>(
      'GET',
      'api/v1/config',
      signal ? { signal } : {},
    );
    return settings;
  }
}
