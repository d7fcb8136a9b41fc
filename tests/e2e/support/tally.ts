import process from 'node:process';

import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Ends a run with one plain line. */
export default class Tally implements Reporter {
  #passed = 0;
  #failed = 0;
  #skipped = 0;

  onTestEnd(_test: TestCase, result: TestResult): void {
    if (result.status === 'passed') this.#passed++;
    else if (result.status === 'skipped') this.#skipped++;
    else this.#failed++;
  }

  onEnd(): void {
    process.stdout.write(`browser: ${this.#passed} passed, ${this.#failed} failed, ${this.#skipped} skipped\n`);
  }
}
