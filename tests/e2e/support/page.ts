import { type Locator, type Page, expect } from '@playwright/test';

/** What keeps a value's direction apart from that of its sentence. */
const ISOLATES = /[\u2066-\u2069]/g;

/** The overview's line of one host; `data-state`, `data-reason` and more say what it shows. */
export function row(page: Page, id: string): Locator {
  return page.locator(`li[data-executor="${id}"]`);
}

/** The reachability of the one host that is shown. */
export function card(page: Page): Locator {
  return page.locator('[data-card=reachability]');
}

/** One line of it, as text. */
export function fact(page: Page, name: string): () => Promise<string> {
  const value = page.locator(`[data-card=reachability] [data-fact=${name}] dd`);
  return async () => (await value.innerText()).replaceAll(ISOLATES, '');
}

export function notice(page: Page, name: string): Locator {
  return page.locator(`[data-notice=${name}]`);
}

export function action(page: Page, name: string): Locator {
  return page.locator(`[data-action=${name}]`);
}

/** One field of the form; `data-error` names what is wrong with it. */
export function field(page: Page, name: string): Locator {
  return page.locator(`.field[data-field=${name}]`);
}

/** Types values as a person does, and picks from selects. */
export async function fill(page: Page, values: Record<string, string | number>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const control = page.locator(`[name=${name}]`);
    const isSelect = (await control.evaluate((element) => element.tagName)) === 'SELECT';
    if (isSelect) await control.selectOption(String(value));
    else await control.fill(String(value));
  }
}

/** The connection test in the form; `data-test` says how far it is, `data-trusted` whether its key is. */
export function connectionTest(page: Page): Locator {
  return page.locator('[data-card=connection-test]');
}

export async function testConnection(page: Page): Promise<void> {
  await action(page, 'test').click();
  await expect(connectionTest(page)).toHaveAttribute('data-test', 'done');
}

/** Tests what is filled in, and trusts the key that it shows. */
export async function testAndTrust(page: Page): Promise<void> {
  await testConnection(page);
  await page.locator('[name=trust]').check();
}

/** Chooses to save without a test. */
export async function saveUntested(page: Page): Promise<void> {
  await page.locator('[name=untested]').check();
  await action(page, 'save').click();
}

/** Goes to a route without loading the page anew. */
export async function goTo(page: Page, route: string): Promise<void> {
  await page.goto(new URL(`#/${route}`, page.url()).href);
}

export async function openHost(page: Page, id: string): Promise<void> {
  await goTo(page, `hosts/${id}`);
  await page.locator(`[data-page=host][data-executor="${id}"]`).waitFor();
}

/** Marks the document, so that a reload in between shows. */
export async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
  return async () => (await page.locator('html[data-same-document]').count()) === 1;
}
