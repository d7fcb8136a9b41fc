import { expect, it, vi } from 'vitest';

import { RequestError } from '../api/problem.ts';
import type { ImportReport, ImportSources } from '../api/ssh.ts';
import { DeferredCalls, settled } from '../testing/deferred.ts';
import { ImportView } from './importView.ts';

const REPORT: ImportReport = { dry_run: true, hosts: [], warnings: [] };
const OWN_FILES: ImportSources = { ssh_config: null, known_hosts: null };

function opened() {
  const previews = new DeferredCalls<[ImportSources, AbortSignal], ImportReport>();
  const runs = new DeferredCalls<[ImportSources], ImportReport>();
  const onImported = vi.fn<() => void>();
  const view = new ImportView({ previewImport: previews.call, runImport: runs.call }, onImported);
  return { view, previews, runs, onImported };
}

it('imports what was previewed, then has the hosts read again', async () => {
  const { view, previews, runs, onImported } = opened();
  view.set({ from: 'text', sshConfig: 'Host a' });
  void view.preview();
  expect(previews.at(0).with[0]).toEqual({ ssh_config: 'Host a', known_hosts: null });
  previews.at(0).resolve(REPORT);
  await settled();
  void view.run();
  view.set({ sshConfig: 'Host b' });
  expect(runs.at(0).with).toEqual([{ ssh_config: 'Host a', known_hosts: null }]);
  runs.at(0).resolve({ ...REPORT, dry_run: false });
  await settled();
  expect(view.state.value.kind).toBe('done');
  expect(onImported).toHaveBeenCalledOnce();
});

it('reads the server’s own files, whatever was pasted before', () => {
  const { view, previews } = opened();
  view.set({ from: 'text', sshConfig: 'Host a', knownHosts: 'a ssh-ed25519 x' });
  view.set({ from: 'server' });
  void view.preview();
  expect(previews.at(0).with[0]).toEqual(OWN_FILES);
});

it('never imports without a preview', async () => {
  const { view, runs } = opened();
  await view.run();
  expect(runs.calls).toEqual([]);
});

it('cannot preview a text that is not there', async () => {
  const { view, previews } = opened();
  view.set({ from: 'text', sshConfig: ' \n', knownHosts: 'a ssh-ed25519 x' });
  expect(view.canPreview.value).toBe(false);
  await view.preview();
  expect(previews.calls).toEqual([]);
});

it('drops a preview of something else, also one that is still on its way', async () => {
  const { view, previews } = opened();
  void view.preview();
  view.set({ from: 'text' });
  previews.at(0).resolve(REPORT);
  await settled();
  expect(view.state.value.kind).toBe('idle');

  view.set({ from: 'server' });
  void view.preview();
  previews.at(1).resolve(REPORT);
  await settled();
  expect(view.state.value.kind).toBe('previewed');
  view.set({ from: 'text' });
  expect(view.state.value.kind).toBe('idle');
});

it('tells why nothing was imported, and has the hosts read again all the same', async () => {
  const { view, previews, runs, onImported } = opened();
  void view.preview();
  previews.at(0).resolve(REPORT);
  await settled();
  void view.run();
  runs.at(0).reject(new RequestError({ kind: 'timeout' }));
  await settled();
  expect(view.state.value).toMatchObject({ kind: 'failed', problem: { kind: 'timeout' } });
  expect(onImported).toHaveBeenCalledOnce();
});

it('ends its reads when it is closed, but not an import', async () => {
  const { view, previews, runs, onImported } = opened();
  void view.preview();
  previews.at(0).resolve(REPORT);
  await settled();
  void view.run();
  view.close();
  expect(previews.at(0).with[1].aborted).toBe(true);
  runs.at(0).resolve(REPORT);
  await settled();
  expect(onImported).toHaveBeenCalledOnce();
  expect(view.state.value.kind).toBe('importing');
});
