import type { TestReport } from '../api/ssh.ts';
import type { Executor, ReachabilityView, Session } from '../logic/index.ts';

export const START = Date.parse('2026-09-06T10:00:00Z');

/** A timestamp as the server writes it, so many seconds after the start. */
export function at(seconds: number): string {
  return new Date(START + seconds * 1000).toISOString().replace('Z', '000Z');
}

export function viewOf(members: Partial<ReachabilityView> = {}): ReachabilityView {
  return {
    executor_id: 'gpu-1',
    state: 'reachable',
    reason: '',
    message: '',
    consecutive_failures: 0,
    host: '10.0.0.5',
    checked_at: at(0),
    last_success_at: at(0),
    updated_at: at(0),
    probing_enabled: true,
    probe_interval_seconds: 60,
    persisted: true,
    freshness: 'current',
    at: at(0),
    ...members,
  };
}

export function sessionOf(members: Partial<Session> = {}): Session {
  return {
    id: 's1',
    executor_id: 'gpu-1',
    name: 'Notebook',
    state: 'running',
    transport: 'up',
    step: null,
    failure: null,
    host: '10.0.0.5',
    local_port: 40123,
    remote_port: 8888,
    remote_pid: 4711,
    controller_may_remain: false,
    launch_warning: null,
    started_at: at(0),
    created_at: at(-10),
    updated_at: at(0),
    ...members,
  };
}

/** A session whose launch has come to the first step. */
export function startingSession(members: Partial<Session> = {}): Session {
  return sessionOf({
    state: 'starting',
    transport: 'none',
    step: 'dial',
    local_port: null,
    remote_port: null,
    remote_pid: null,
    started_at: null,
    ...members,
  });
}

export function executorOf(members: Partial<Executor> = {}): Executor {
  return {
    id: 'gpu-1',
    name: 'GPU one',
    type: 'ssh',
    status: 'active',
    config: {
      host: '10.0.0.5',
      host_alias: null,
      port: 22,
      user: 'ada',
      identity_source: 'file',
      identity_file: '~/.ssh/id_ed25519',
      proxy_jump: null,
      host_fingerprint: `SHA256:${'A'.repeat(43)}`,
      host_key_algorithm: 'ssh-ed25519',
    },
    created_at: at(0),
    updated_at: at(0),
    ...members,
  };
}

/** What a connection test of an unpinned host answers. */
export function reportOf(members: Partial<TestReport> = {}): TestReport {
  return {
    ok: true,
    steps: [
      { name: 'resolve', ok: true, detail: '10.0.0.5:22', duration_ms: 1 },
      { name: 'connect', ok: true, detail: '', duration_ms: 12 },
      { name: 'host_key', ok: true, detail: '', duration_ms: 30 },
      { name: 'authenticate', ok: true, detail: 'ada', duration_ms: 1400 },
    ],
    host: '10.0.0.5',
    fingerprint: `SHA256:${'A'.repeat(43)}`,
    key_algorithm: 'ssh-ed25519',
    server_version: 'OpenSSH_9.2',
    reason: '',
    expected: null,
    ...members,
  };
}
