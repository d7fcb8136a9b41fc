import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import type { Page } from '@playwright/test';

import { REPOSITORY, TARGET } from './support/reach.ts';
import { expect, test } from './support/test.ts';

// Server, native crate and the module in the browser decide the same about the same records and
// moments. The seed is new each time, and named by a failure; ONE_MIND_SEED repeats one.

const COUNT = 10_000;
const SEED = process.env['ONE_MIND_SEED'] ?? String(Date.now());

// Ten thousand cases are made, decided and compared three times over, by debug builds, beside other tests.
test.describe.configure({ timeout: 120_000 });

function oneMind(args: string[], input = ''): string {
  return execFileSync(join(TARGET, 'debug/one-mind'), args, { encoding: 'utf8', input, maxBuffer: 1 << 28 });
}

/** Serves what is named, beside the page and under its own policy. */
async function serve(page: Page, files: Record<string, string>): Promise<void> {
  for (const [name, body] of Object.entries(files)) {
    const contentType = name.endsWith('.js') ? 'text/javascript' : 'application/json';
    await page.route(`**/one-mind/${name}`, (route) => route.fulfill({ body, contentType }));
  }
}

/** Calls a function of `support/decide.js` in the page. */
function decide<T>(page: Page, name: string, argument: unknown): Promise<T> {
  return page.evaluate(`import('/one-mind/decide.js').then((module) => module.${name}(${JSON.stringify(argument)}))`);
}

const scripts = (): Record<string, string> => ({
  'decide.js': readFileSync(join(import.meta.dirname, 'support/decide.js'), 'utf8'),
  'reach_wasm.js': readFileSync(join(REPOSITORY, 'web/src/logic/pkg/reach_wasm.js'), 'utf8'),
});

/** Compares place by place, so that a failure shows the one case and not all of them. */
function expectSame(places: unknown[], browser: unknown[], native: unknown[]): void {
  expect(browser).toHaveLength(native.length);
  for (const [place, decision] of native.entries()) {
    const why = () => `seed ${SEED}, place ${place}: ${JSON.stringify(places[place])}`;
    if (JSON.stringify(sorted(browser[place])) !== JSON.stringify(sorted(decision))) {
      expect(browser[place], why()).toEqual(decision);
    }
  }
}

/** With the members of every object in one order. */
function sorted(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

// covers: SSH-REACHABILITY-001.24, SSH-REACHABILITY-002.3, SSH-REACHABILITY-002.4, SSH-REACHABILITY-002.15
test('native crate and browser decide the same about random records and moments', async ({ page, signIn }) => {
  const json = oneMind(['cases', String(COUNT), SEED]);
  const cases = JSON.parse(json) as { native: unknown }[];
  expect(cases).toHaveLength(COUNT);
  await serve(page, { ...scripts(), 'cases.json': json });
  await signIn();
  const browser = await decide<unknown[]>(page, 'cases', '/one-mind/cases.json');
  expectSame(cases, browser, cases.map(({ native }) => native));
});

interface Sent {
  executor_id: string;
  freshness: string;
  probe_interval_seconds: number;
}

// covers: SSH-REACHABILITY-002.4
test('server, native crate and browser decide the same about stored records', async ({ page, reach, signIn }) => {
  await reach.stop();
  oneMind(['fill', reach.database, String(COUNT), SEED]);
  await serve(page, scripts());
  for (const intervalSeconds of [60, 3600, 0]) {
    await reach.startAgain(undefined, { intervalSeconds });
    // Before the page reads as much: side by side, on a busy machine, one of them waits too long for the store.
    const sent = await reach.call<Sent[]>('GET', 'ssh/reachability');
    await signIn();
    expect(sent).toHaveLength(COUNT);
    expect(sent[0]?.probe_interval_seconds).toBe(intervalSeconds);
    const ids = sent.map(({ executor_id }) => executor_id);
    expect(ids).toEqual([...ids].sort());

    const native = JSON.parse(oneMind(['judge'], JSON.stringify(sent))) as ({ exact: string } & object)[];
    expectSame(sent, sent.map(({ freshness }) => freshness), native.map(({ exact }) => exact));
    const browser = await decide<object[]>(page, 'views', sent);
    expectSame(sent, browser, native.map(({ exact: _, ...shown }) => shown));
    await reach.stop();
  }
});
