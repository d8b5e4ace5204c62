import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { duckedStretches } from '#shared/dubbing/ducking.ts';
import { heardOf, type Heard } from '#shared/dubbing/fit.ts';
import type { Dub, Segment } from '#shared/dubbing/timeline.ts';
import { fail } from '#shared/failure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { AudioFormat } from '#shared/wire/common.ts';
import type { KeptFiles } from '../../library/kept-files.ts';
import type { DubFiles } from './dub-files.ts';
import type { MixPiece, MixPlan } from './mix.ts';
import type { DubbingWorker } from './worker.ts';
import { message } from '#shared/messages/message.ts';

/** What decoded takes may hold of the disk when the studio starts; the oldest go, and are decoded again when they are needed. */
const cacheBytes = 2 * 1024 ** 3;
/** Where a take is cut, it fades: a step in the sound is heard as a click. */
const fadeSamples = sampleRate / 200;

/** Mixed sounds that have an address; asking again brings one back that was dropped. */
const maximumPublished = 16;

const formats: Readonly<Record<string, AudioFormat>> = { wav: 'wav', mp3: 'mp3', ogg: 'ogg' };

/** Takes as samples, decoded and fitted, and what the sound of a dub is made of. All of it can be made again from the kept files. */
export class DubSounds {
  readonly #files: DubFiles;
  readonly #kept: KeptFiles;
  readonly #worker: DubbingWorker;
  /** What is being decoded: others that ask for the same wait for it. */
  readonly #reading = new Map<string, Promise<number>>();
  /** What the sounds with an address are mixed of, by dub and hash of the plan; the one asked for last is last. */
  readonly #published = new Map<string, MixPlan>();

  constructor(files: DubFiles, kept: KeptFiles, worker: DubbingWorker) {
    this.#files = files;
    this.#kept = kept;
    this.#worker = worker;
    this.#prune();
  }

  /** Samples of a take, decoded where it was not. Fails with `not-found` where the store does not have it any more. */
  async read(takeId: string): Promise<number> {
    const { pcm } = this.paths(takeId);
    const known = await stat(pcm).catch(() => undefined);
    if (known) return known.size / 2;
    const under = this.#reading.get(takeId);
    if (under) return under;
    const reading = this.#decode(takeId).finally(() => this.#reading.delete(takeId));
    this.#reading.set(takeId, reading);
    return reading;
  }

  paths(takeId: string): { pcm: string; peaks: string } {
    const name = takeId.replace(/\.[^.]*$/u, '');
    return { pcm: join(this.#files.takes, `${name}.pcm`), peaks: join(this.#files.takes, `${name}.peaks`) };
  }

  /** `missing`: segments whose sound the store has lost; the plan is silent there. */
  async plan(dub: Dub): Promise<{ plan: MixPlan; missing: string[] }> {
    const missing: string[] = [];
    const pieces: MixPiece[] = [];
    const isSeam = findSeams(dub);
    for (const segment of dub.segments) {
      const heard = heardOf(segment, dub.takes);
      if (!heard) continue;
      try {
        const { path, skip } = await this.#fitted(heard);
        const cutStart = heard.from > 0 && !isSeam('before', segment, heard);
        const isCut = heard.to < heard.take.samples || (heard.pace === 1 && heard.samples < heard.to - heard.from);
        const cutEnd = isCut && !isSeam('after', segment, heard);
        pieces.push({
          segmentId: segment.id,
          path,
          skip,
          start: segment.start,
          samples: heard.samples,
          gain: 10 ** (segment.gainDb / 20),
          fadeIn: cutStart ? fadeSamples : 0,
          fadeOut: cutEnd ? fadeSamples : 0,
        });
      } catch {
        missing.push(segment.id);
      }
    }
    const { sound, samples } = dub.video;
    const original = sound.state === 'ready' ? { path: this.#files.paths(dub.id).original.pcm, samples: sound.samples } : null;
    const channels = original && sound.channels === 2 ? 2 : 1;
    return { plan: { samples, channels, original, ducking: dub.ducking, stretches: duckedStretches(dub), pieces }, missing };
  }

  /** Gives the dub's sound as it is saved an address. `samples` of each channel; `missing` as of {@link plan}. */
  async publish(dub: Dub): Promise<{ audioUrl: string; samples: number; missing: string[] }> {
    const { plan, missing } = await this.plan(dub);
    const hash = createHash('sha256').update(JSON.stringify(plan)).digest('hex');
    const key = `${dub.id}/${hash}`;
    this.#published.delete(key);
    this.#published.set(key, plan);
    for (const oldest of this.#published.keys()) {
      if (this.#published.size <= maximumPublished) break;
      this.#published.delete(oldest);
    }
    return { audioUrl: `/bytes/dub/${key}.wav`, samples: plan.samples, missing };
  }

  published(dubId: string, hash: string): MixPlan | undefined {
    return this.#published.get(`${dubId}/${hash}`);
  }

  /** The dub is removed: its sounds have no address any more. */
  forget(dubId: string): void {
    for (const key of this.#published.keys()) if (key.startsWith(`${dubId}/`)) this.#published.delete(key);
  }

  async #fitted({ take, from, to, pace, samples }: Heard): Promise<{ path: string; skip: number }> {
    await this.read(take.id);
    const { pcm } = this.paths(take.id);
    if (pace === 1) return { path: pcm, skip: from };
    const name = createHash('sha256')
      .update(JSON.stringify([take.id, from, to, pace, samples]))
      .digest('hex');
    const out = join(this.#files.takes, `${name}.fit`);
    await this.#worker.call('fitTake', { source: pcm, from, to, pace, samples, out });
    return { path: out, skip: 0 };
  }

  async #decode(takeId: string): Promise<number> {
    const source = this.#kept.path(takeId);
    const format = formats[takeId.slice(takeId.lastIndexOf('.') + 1)] ?? 'wav';
    await access(source).catch((cause: unknown) => {
      throw fail('not-found', message('dubbingTimeline.lineSoundGone'), { next: 'generate-again', cause });
    });
    return this.#worker.call('readTake', source, format, this.paths(takeId));
  }

  #prune(): void {
    const found = readdirSync(this.#files.takes).map((name) => {
      const path = join(this.#files.takes, name);
      const { size = 0, mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
      return { path, size, mtimeMs };
    });
    let held = found.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size } of found.sort((one, other) => one.mtimeMs - other.mtimeMs)) {
      if (held <= cacheBytes && !path.endsWith('.partial')) continue;
      rmSync(path, { force: true });
      held -= size;
    }
  }
}

/** Whether a segment goes on, to the sample, with the take that another one ends with: halves of a split line that still lie as they did. */
function findSeams(dub: Dub): (side: 'before' | 'after', segment: Segment, heard: Heard) => boolean {
  const keyAt = (side: 'before' | 'after', { start, gainDb }: Segment, { take, from, pace, samples }: Heard): string | undefined => {
    const passed = side === 'before' ? 0 : samples;
    return pace === 1 ? [take.id, from + passed, start + passed, gainDb].join(' ') : undefined;
  };
  const keys = { before: new Set<string | undefined>(), after: new Set<string | undefined>() };
  for (const segment of dub.segments) {
    const heard = heardOf(segment, dub.takes);
    if (heard) for (const side of ['before', 'after'] as const) keys[side].add(keyAt(side, segment, heard));
  }
  return (side, segment, heard) => {
    const key = keyAt(side, segment, heard);
    return key !== undefined && keys[side === 'before' ? 'after' : 'before'].has(key);
  };
}
