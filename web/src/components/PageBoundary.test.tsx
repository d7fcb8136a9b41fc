// @vitest-environment happy-dom
import { type Signal, signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { TestPage } from '../testing/page.tsx';
import { PageBoundary } from './PageBoundary.tsx';

let page: TestPage;
let broken: Signal<boolean>;
const report = vi.fn<(error: unknown) => void>();

beforeEach(async () => {
  vi.stubGlobal('reportError', report);
  report.mockClear();
  page = await TestPage.open();
  broken = signal(false);
});

afterEach(() => {
  page.close();
  vi.unstubAllGlobals();
});

function Fragile() {
  if (broken.value) throw new Error('out of order');
  return <p data-whole />;
}

async function breakIt(): Promise<void> {
  broken.value = true;
  await page.pass(0);
}

it('a page that throws leaves a way back, in words, and the rest of the page', async () => {
  await page.show(
    <>
      <p data-beside />
      <PageBoundary>
        <Fragile />
      </PageBoundary>
    </>,
  );
  expect(page.has('[data-whole]')).toBe(true);
  await breakIt();
  expect(page.text('[data-page="broken"] h1')).toBe('This page has broken');
  expect(page.find('[data-page="broken"] a').getAttribute('href')).toBe('#/');
  expect(page.has('[data-beside]')).toBe(true);
  expect(page.has('[data-whole]')).toBe(false);
  expect(report).toHaveBeenCalledWith(new Error('out of order'));
});

it('a page that threw can be shown again', async () => {
  await page.show(
    <PageBoundary>
      <Fragile />
    </PageBoundary>,
  );
  await breakIt();
  broken.value = false;
  await page.click('[data-action="show-again"]');
  expect(page.has('[data-whole]')).toBe(true);
});

it('a page that throws at once is caught too', async () => {
  broken.value = true;
  await page.show(
    <PageBoundary>
      <Fragile />
    </PageBoundary>,
  );
  expect(page.has('[data-page="broken"]')).toBe(true);
});
