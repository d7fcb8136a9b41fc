import { type Locator, type Page, expect } from '@playwright/test';

import { action } from './page.ts';
import { type Reach, configOf } from './reach.ts';
import type { Sshd } from './sshd.ts';

/** Tells its port, then greets every visitor over HTTP; Perl is on every Debian. */
export const GREETER = `exec perl -MIO::Socket::INET -e '
$SIG{CHLD} = "IGNORE";
$s = IO::Socket::INET->new(Listen => 5, LocalAddr => "127.0.0.1") or die "no port: $!";
open F, ">", $ENV{REACH_PORT_FILE}; print F $s->sockport, "\\n"; close F;
print STDERR "greeting\\n";
while ($c = $s->accept) {
  if (fork) { close $c; next }
  while (defined($_ = <$c>) && !/^\\r?$/) {}
  print $c "HTTP/1.0 200 OK\\r\\nContent-Type: text/plain\\r\\n\\r\\nhello $ENV{GREETING}";
  exit;
}'`;

export interface Session {
  id: string;
  state: string;
  local_port: number | null;
  remote_pid: number | null;
}

/** The one session that is shown; its attributes say how it stands. */
export function session(page: Page): Locator {
  return page.locator('[data-page=session]');
}

/** Fills the form that is shown, and gives the id of the session that it started. */
export async function start(page: Page, fields: Record<string, string>): Promise<string> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`[name=${name}]`).fill(value);
  await action(page, 'start').click();
  await expect(session(page)).toBeVisible();
  return (await session(page).getAttribute('data-session')) ?? '';
}

/** One session that runs, one that failed, and the pages that show them; each with a wait for its content. */
export async function pagesOf(page: Page, reach: Reach, sshd: Sshd): Promise<Record<string, () => Promise<void>>> {
  const { id: executor } = await reach.addExecutor('gpu-1', configOf(sshd));
  const launch = (members: Record<string, unknown>) =>
    reach.call<Session>('POST', 'sessions', {
      executor_id: executor,
      controller: { command: GREETER, port: 0 },
      ...members,
    });
  const { id: runs } = await launch({});
  const { id: fails } = await launch({ prepare_script: 'echo no; exit 3' });
  return {
    sessions: async () => {
      await expect(page.locator(`[data-session="${runs}"]`)).toHaveAttribute('data-state', 'running');
      await expect(page.locator(`[data-session="${fails}"]`)).toHaveAttribute('data-state', 'failed');
    },
    [`sessions/${runs}`]: async () => {
      await expect(session(page)).toHaveAttribute('data-state', 'running');
      await action(page, 'read-log').click();
      await expect(page.locator('[data-card=log]')).toHaveAttribute('data-log', 'ready');
    },
    [`sessions/${fails}`]: async () => {
      await expect(session(page)).toHaveAttribute('data-state', 'failed');
      await expect(page.locator('.failure')).toHaveAttribute('data-failed-step', 'prepare');
    },
    [`hosts/${executor}/start`]: async () => {
      await action(page, 'add-variable').click();
      await action(page, 'start').click();
      await expect(page.locator('[data-error=form]')).toBeVisible();
    },
  };
}
