import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { realtimeCodes } from '#shared/wire/realtime.ts';
import { importStages, importStatuses, mediaKinds, type MediaKind } from '#shared/wire/media-address.ts';

/**
 * Faults on request, off by default, for tests of clients. Not part of the interface: `POST /_faults` replaces what was set, `GET`
 * reads it back, `DELETE` clears it.
 */
const common = {
  /** Method and path, `*` for one segment: `POST /api/open/v3/speech/tts`; or a client's realtime event: `realtime:flush`. */
  on: z
    .string()
    .regex(
      /^([A-Z]+ \/\S*|realtime:(auth|start|input|text|flush|stop|ping))$/u,
      'must be a method and a path, such as "POST /api/open/v3/speech/tts", or a realtime event, such as "realtime:flush"',
    )
    .max(300),
  /** The first matching call that fails, counted from 1. */
  nth: z.int().min(1).default(1),
  /** How many matching calls in a row fail. */
  times: z.int().min(1).default(1),
};

const fault = z.discriminatedUnion('kind', [
  /** Answers so, before any charge; without a `code` by the one of that status. */
  z.strictObject({
    ...common,
    kind: z.literal('status'),
    status: z.int().min(400).max(599),
    code: z.string().min(1).max(100).optional(),
    message: z.string().max(500).optional(),
    retryAfterSeconds: z.int().min(0).max(3_600).optional(),
  }),
  /**
   * The charge is reserved, then refunded. Sync: 500. Aligned: an `error` event after so many `events` (1). Job: it fails
   * after so many `segments` (0): with some made it is `partial_fail`.
   */
  z.strictObject({
    ...common,
    kind: z.literal('fail-generation'),
    events: z.int().min(0).max(100_000).optional(),
    segments: z.int().min(0).max(100_000).optional(),
  }),
  /** Waits before the request is looked at. */
  z.strictObject({ ...common, kind: z.literal('delay'), ms: z.int().min(0).max(60_000) }),
  /** Waits for `POST /_faults/release`, or for the end of these faults, before the request is looked at; a minute at most. */
  z.strictObject({ ...common, kind: z.literal('hold') }),
  /** Cuts the connection instead of answering: nothing was charged. */
  z.strictObject({ ...common, kind: z.literal('drop-before-charge') }),
  /** Cuts the connection instead of answering: the work was done, kept and charged. */
  z.strictObject({ ...common, kind: z.literal('drop-after-charge') }),
  /** Cuts the connection after so many bytes of the body. */
  z.strictObject({ ...common, kind: z.literal('cut-after-bytes'), bytes: z.int().min(0) }),
  /**
   * Aligned: withdraws the timing of a `chunk` by `alignment_invalidated` after its last snapshot. `invalidate`: the snapshot comes again,
   * and the timing is complete all the same. `partial`: it does not, and `completed` says `partial`.
   */
  z.strictObject({
    ...common,
    kind: z.literal('alignment'),
    effect: z.enum(['invalidate', 'partial']),
    chunk: z.int().min(0).max(100_000).default(0),
  }),
  /** The address that is asked for answers as if it had expired. The previews of a voice design that is created, heard or saved from are gone for good. */
  z.strictObject({ ...common, kind: z.literal('expire') }),
  /** Cuts the connection after so many server-sent events. */
  z.strictObject({ ...common, kind: z.literal('cut-after-events'), events: z.int().min(0) }),
  /** Realtime: the session takes nothing more, ends what it accepted and finishes with `server_draining`. */
  z.strictObject({ ...common, kind: z.literal('drain') }),
  /** Realtime: after so many `events` of audio (0) the generation fails with this error, and what it charged is refunded. */
  z.strictObject({
    ...common,
    kind: z.literal('provider-error'),
    code: z.enum(realtimeCodes).default('provider_unavailable'),
    retryable: z.boolean().default(true),
    events: z.int().min(0).max(100_000).default(0),
  }),
  /** The import of media fails so, before any charge: of `mediaKind`, or of whichever comes first. */
  z.strictObject({
    ...common,
    kind: z.literal('import-fails'),
    mediaKind: z.enum(mediaKinds).optional(),
    stage: z.enum(importStages).default('download'),
    retryable: z.boolean().default(true),
    status: z.literal(importStatuses).default(503),
  }),
]);
export type Fault = z.infer<typeof fault>;
export const faultList = z.strictObject({ faults: z.array(fault).max(100) });

type Kind = Fault['kind'];
export type FaultOf<Wanted extends Kind> = Extract<Fault, { kind: Wanted }>;

/** The faults that strike one call. */
export class Struck {
  readonly #faults: readonly Fault[];
  readonly #released: () => Promise<void>;

  constructor(faults: readonly Fault[], released: () => Promise<void>) {
    this.#faults = faults;
    this.#released = released;
  }

  /** Waits for as long as these faults keep the call from being looked at. */
  async wait(): Promise<void> {
    const delay = this.of('delay');
    if (delay) await setTimeout(delay.ms);
    if (this.of('hold')) await this.#released();
  }

  of<Wanted extends Kind>(kind: Wanted): FaultOf<Wanted> | undefined {
    return this.#faults.find((one): one is FaultOf<Wanted> => one.kind === kind);
  }

  importFails(media: MediaKind): FaultOf<'import-fails'> | undefined {
    const fault = this.of('import-fails');
    return fault?.mediaKind === undefined || fault.mediaKind === media ? fault : undefined;
  }
}

const longestHoldMs = 60_000;

export class Faults {
  #set: { fault: Fault; calls: number; path: RegExp }[] = [];
  readonly #held = new Set<() => void>();

  /** Calls that are held now. */
  get held(): number {
    return this.#held.size;
  }

  /** Lets go on what is held. */
  release(): void {
    for (const goOn of this.#held) goOn();
    this.#held.clear();
  }

  replace(list: readonly Fault[]): void {
    this.release();
    this.#set = list.map((one) => {
      const pattern = one.on.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/gu, '\\$&'));
      return { fault: one, calls: 0, path: new RegExp(`^${pattern.join('[^/]+')}$`, 'u') };
    });
  }

  list(): Fault[] {
    return this.#set.map((entry) => entry.fault);
  }

  /** Counts a call and tells what strikes it. */
  strike(method: string, path: string): Struck {
    return this.#strike(`${method} ${path}`);
  }

  /** The same for an event of a realtime client. */
  strikeEvent(name: string): Struck {
    return this.#strike(`realtime:${name}`);
  }

  #strike(call: string): Struck {
    const due = this.#set.filter((entry) => {
      if (!entry.path.test(call)) return false;
      entry.calls += 1;
      return entry.calls >= entry.fault.nth && entry.calls < entry.fault.nth + entry.fault.times;
    });
    return new Struck(
      due.map((entry) => entry.fault),
      () => this.#untilReleased(),
    );
  }

  async #untilReleased(): Promise<void> {
    const held = new AbortController();
    const goOn = (): void => held.abort();
    this.#held.add(goOn);
    await setTimeout(longestHoldMs, undefined, { signal: held.signal, ref: false }).catch(() => undefined);
    this.#held.delete(goOn);
  }
}
