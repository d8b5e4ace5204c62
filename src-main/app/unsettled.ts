import { toFailure } from '#shared/failure.ts';
import type { Ended } from '../features/speech/recovery.ts';
import type { Log } from '../infra/platform.ts';
import type { PaidCoordinator } from '../paid-requests/coordinator.ts';
import type { Unsettled } from '../paid-requests/recovery.ts';
import type { Announcements } from './events.ts';

/** The open operations that windows show: the sound of blocks tells its own, all others are asked for. */
export class UnsettledOperations {
  readonly #coordinator: PaidCoordinator;
  readonly #announcements: Announcements;
  readonly #log: Log;
  #speech: readonly Unsettled[] = [];
  #ended: readonly Ended[] = [];
  #other: readonly Unsettled[] = [];

  constructor(coordinator: PaidCoordinator, announcements: Announcements, log: Log) {
    this.#coordinator = coordinator;
    this.#announcements = announcements;
    this.#log = log;
  }

  setSpeech(operations: readonly Unsettled[], ended: readonly Ended[]): void {
    this.#speech = operations;
    this.#ended = ended;
    this.#announce();
  }

  /** Whether it is shown as open, and is not the sound of a block. */
  has(operationId: string): boolean {
    return this.#other.some((one) => one.operationId === operationId);
  }

  refresh(): void {
    this.#coordinator.unsettled().then(
      (operations) => {
        this.#other = operations;
        this.#announce();
      },
      (thrown: unknown) => this.#log.error('the open operations could not be listed', { kind: toFailure(thrown).kind }),
    );
  }

  #announce(): void {
    this.#announcements.say({ type: 'unsettled', operations: [...this.#speech, ...this.#other], ended: [...this.#ended] });
  }
}
