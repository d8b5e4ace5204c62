import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceAccount } from '#main/paid-requests/account.ts';
import type { Clock } from '#main/paid-requests/clock.ts';
import { createConnection, type ConnectionKeeper } from '#main/service-client/connection.ts';
import { openLedger } from '#main/paid-requests/ledger/ledger.ts';
import type { Ledger } from '#main/paid-requests/ledger/types.ts';
import { Live } from '#main/features/live/service.ts';
import { readManifest, type Manifest } from '#main/features/live/save.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { toFailure, type Failure } from '#shared/failure.ts';
import { liveInput, type LiveEvent, type LiveKept, type LiveSend } from '#shared/live.ts';
import type { z } from 'zod';
import { quietLog } from '../../helpers/quiet-log.ts';

export interface Place {
  baseUrl: string;
  realtimeUrl: string;
  apiKey: string;
}
type Input = Partial<z.input<typeof liveInput>>;
type Of<Type extends LiveEvent['type']> = Extract<LiveEvent, { type: Type }>;

/** Main's live side on a profile of its own, against a service at an address. */
export class LiveFixture {
  readonly directory: string;
  readonly ledger: Ledger;
  readonly connection: ConnectionKeeper;
  readonly live: Live;
  readonly log: ReturnType<typeof quietLog>;
  #shut: Promise<void> | undefined;

  private constructor(parts: Pick<LiveFixture, 'directory' | 'ledger' | 'connection' | 'live' | 'log'>) {
    this.directory = parts.directory;
    this.ledger = parts.ledger;
    this.connection = parts.connection;
    this.live = parts.live;
    this.log = parts.log;
  }

  static newDirectory(): string {
    return mkdtempSync(join(tmpdir(), 'voicewright-live-'));
  }

  /** Waits are real unless another clock is given. */
  static async open(
    place: Place,
    directory = LiveFixture.newDirectory(),
    more: { patienceMs?: number; clock?: Clock } = {},
  ): Promise<LiveFixture> {
    const log = quietLog();
    const ledger = await openLedger({ profileDirectory: directory, log });
    const connection = createConnection({
      platform: {
        environment: {},
        profileDirectory: directory,
        startLocalService: () =>
          Promise.resolve({
            baseUrl: place.baseUrl,
            realtimeUrl: place.realtimeUrl,
            apiKey: secret(place.apiKey),
            exited: new Promise<string>(() => undefined),
            stop: () => Promise.resolve(),
          }),
      },
      log,
    });
    const account = new ServiceAccount({ connection, log });
    const live = new Live({ connection, ledger, account, profileDirectory: directory, log, ...more });
    return new LiveFixture({ directory, ledger, connection, live, log });
  }

  speak(voiceId: string, input: Input = {}): Speaking {
    const controller = new AbortController();
    return new Speaking(controller, (emit, sends) =>
      this.live.services['live.speak'](liveInput.parse({ voiceId, modelId: 'alpha-s21pro-flash', ...input }), {
        emit,
        sends,
        signal: controller.signal,
      }),
    );
  }

  resume(operationId: string): Speaking {
    const controller = new AbortController();
    return new Speaking(controller, async (emit) => {
      const context = { emit, sends: noSends(), signal: controller.signal };
      return { requests: [await this.live.services['live.resume']({ operationId }, context)] };
    });
  }

  manifest(operationId: string): Promise<Manifest | undefined> {
    return readManifest(join(this.directory, 'live'), operationId);
  }

  shut(): Promise<void> {
    this.#shut ??= (async () => {
      await this.live.close();
      await this.connection.close();
      await this.ledger.close();
    })();
    return this.#shut;
  }

  async close(): Promise<void> {
    await this.shut();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

async function* noSends(): AsyncGenerator<never> {
  // nothing is sent
}

/** One call of `live.speak`: what is sent, and what was told. */
export class Speaking {
  readonly events: LiveEvent[] = [];
  readonly result: Promise<{ requests: LiveKept[]; failure: Failure | undefined }>;
  readonly #controller: AbortController;
  readonly #sends: LiveSend[] = [];
  #ended = false;
  #over = false;
  #wakeSends: () => void = () => undefined;
  #wakes: (() => void)[] = [];

  constructor(
    controller: AbortController,
    run: (emit: (event: LiveEvent) => void, sends: AsyncIterable<LiveSend>) => Promise<{ requests: LiveKept[] }>,
  ) {
    this.#controller = controller;
    const emit = (event: LiveEvent): void => {
      this.events.push(event);
      for (const wake of this.#wakes.splice(0)) wake();
    };
    this.result = run(emit, this.#read())
      .then(
        ({ requests }) => ({ requests, failure: undefined }),
        (thrown: unknown) => ({ requests: [], failure: toFailure(thrown) }),
      )
      .finally(() => {
        this.#over = true;
        for (const wake of this.#wakes.splice(0)) wake();
      });
  }

  async *#read(): AsyncGenerator<LiveSend> {
    for (;;) {
      const next = this.#sends.shift();
      if (next !== undefined) yield next;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wakeSends = resolve));
    }
  }

  send(...sends: LiveSend[]): this {
    this.#sends.push(...sends);
    this.#wakeSends();
    return this;
  }

  say(...texts: string[]): this {
    return this.send(
      ...texts.map((text, index) => ({ type: 'say' as const, id: `p${this.#said + index}`, text })),
      ...this.#count(texts.length),
    );
  }
  #said = 0;
  #count(more: number): [] {
    this.#said += more;
    return [];
  }

  end(): this {
    this.#ended = true;
    this.#wakeSends();
    return this;
  }

  cancel(): void {
    this.#controller.abort();
  }

  of<Type extends LiveEvent['type']>(type: Type): Of<Type>[] {
    return this.events.filter((event): event is Of<Type> => event.type === type);
  }

  /** The first event of this kind, or the `count`th. */
  async until<Type extends LiveEvent['type']>(type: Type, count = 1): Promise<Of<Type>> {
    for (;;) {
      const found = this.of(type)[count - 1];
      if (found !== undefined) return found;
      if (this.#over)
        throw new Error(`over without ${type}: ${JSON.stringify((await this.result).failure)} after ${this.names().join(' ')}`);
      await new Promise<void>((resolve) => this.#wakes.push(resolve));
    }
  }

  /** Everything told of the sound, header included. */
  get heard(): Buffer {
    return Buffer.concat(this.events.flatMap((event) => (event.type === 'audio' || event.type === 'header' ? [event.bytes] : [])));
  }
  heardOf(id: string): Buffer {
    return Buffer.concat(this.of('audio').flatMap((event) => (event.id === id ? [event.bytes] : [])));
  }

  names(): string[] {
    return this.events.map((event) => event.type).filter((name, index, all) => name !== 'audio' || all[index - 1] !== 'audio');
  }
}

/** Waits pass at once. */
export const hurried: Clock = {
  now: Date.now,
  sleep: async (_, signal) => {
    signal?.throwIfAborted();
    await new Promise((resolve) => setImmediate(resolve));
  },
};

export const soundOf = (kept: Pick<LiveKept, 'path'> | undefined): Buffer =>
  kept?.path == null ? Buffer.alloc(0) : readFileSync(kept.path);
