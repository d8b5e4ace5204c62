import type { LiveEvent } from '#shared/live.ts';
import { packRecords, type LogRecord, type PackedRecords } from './log-records.ts';
import type { LiveRequest } from './request.ts';

/** Of what waits: as much as is worth one sync. */
const mostWaiting = { bytes: 2 * 1024 * 1024, events: 4096 } as const;

/**
 * First the disk, then the listeners. What is added while something is on its way there waits, and then goes together, with one sync.
 */
export class EventWriter {
  readonly #request: Pick<LiveRequest, 'log' | 'tell'>;
  readonly #broken: () => void;
  #waiting: PackedRecords[] = [];
  #events: LiveEvent[] = [];
  #bytes = 0;
  /** What is on its way, and then everything that waits. */
  #current: Promise<void> = Promise.resolve();
  #all: Promise<void> | undefined;

  /** `broken` is called when the disk or the listener fails; `done` then throws what it was. */
  constructor(request: Pick<LiveRequest, 'log' | 'tell'>, broken: () => void) {
    this.#request = request;
    this.#broken = broken;
  }

  /** Settles when more may be added. The records are worked out at once, so that this takes no time of the disk's. */
  async add(records: readonly LogRecord[], events: readonly LiveEvent[]): Promise<void> {
    const packed = packRecords(records);
    this.#waiting.push(packed);
    this.#bytes += packed.size;
    this.#events.push(...events);
    if (this.#all === undefined) {
      this.#all = this.#run();
      this.#all.catch(this.#broken);
    }
    while (this.#bytes > mostWaiting.bytes || this.#events.length > mostWaiting.events) await this.#current;
  }

  /** Settles when all that was added is on the disk and sent. */
  async done(): Promise<void> {
    await this.#all;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const [packs, events] = [this.#waiting, this.#events];
      [this.#waiting, this.#events, this.#bytes] = [[], [], 0];
      this.#current = this.#request.log.write(packs).then(() => this.#request.tell(events));
      await this.#current;
    }
    this.#all = undefined;
  }
}
