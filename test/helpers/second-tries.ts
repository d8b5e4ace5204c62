import type { Reporter, TestCase } from 'vitest/node';

/** Names the tests that held only when they were run a second time, and what they found the first time, so that none passes for a sound one. */
export default class SecondTries implements Reporter {
  readonly #found: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky !== true) return;
    const found = (test.result().errors ?? []).map(({ message, actual }) => `${message}\n${actual ?? ''}`.slice(0, 4000));
    this.#found.push([`${test.module.relativeModuleId} › ${test.fullName}`, ...found].join('\n'));
  }

  onTestRunEnd(): void {
    for (const report of this.#found) console.log(`held only on a second try: ${report}`);
  }
}
