import type { Reporter, TestCase } from 'vitest/node';

/** Names the tests that held only when they were run a second time, so that none of them passes for a sound one. */
export default class SecondTries implements Reporter {
  readonly #names: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky === true) this.#names.push(`${test.module.relativeModuleId} › ${test.fullName}`);
  }

  onTestRunEnd(): void {
    for (const name of this.#names) console.log(`held only on a second try: ${name}`);
  }
}
