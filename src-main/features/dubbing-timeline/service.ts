import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { captionsOf } from '#shared/dubbing/captions-in.ts';
import type { DubExportFormat, dubbingTimelineOperations } from '#shared/operations/dubbing-timeline.ts';
import { currentTake, sameLine, type Line } from '#shared/dubbing/fit.ts';
import { dubbedName, dubLimits, inOrder, usualDucking, type Dub, type DubTake } from '#shared/dubbing/timeline.ts';
import { fail, toFailure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { Operations, Services } from '#shared/operations/index.ts';
import type { In } from '#shared/rpc.ts';
import type { ExportedPeak } from '#shared/sound/exported-peak.ts';
import { dubBytes } from './bytes.ts';
import { DubFiles } from './dub-files.ts';
import type { DubbingThread } from './dubbing-thread.ts';
import { Mix, type MixPlan } from './mix.ts';
import { DubSounds } from './sounds.ts';
import type { Exports } from '../../library/exports.ts';
import { fileNameOf } from '../../infra/files.ts';
import type { KeptFiles } from '../../library/kept-files.ts';
import { ThreadClient } from '../../infra/thread-call.ts';
import { wavHeader } from '../../media/wav.ts';
import type { Log } from '../../infra/platform.ts';
import { threadUrl } from '../../infra/threads.ts';
import { containerOf } from '../../media/video/remux.ts';
import { answeringModel, type VoiceBook } from '../voices/service.ts';
import { message } from '#shared/messages/message.ts';

export interface DubbingTimeline {
  services: Pick<Services, keyof typeof dubbingTimelineOperations>;
  /** Answers `/bytes/dub/…`; `undefined` for any other path. */
  bytes(request: Request): Promise<Response | undefined>;
  close(): Promise<void>;
}

/** Sounds of dubs that keep their address; asking again brings one back. */
const maximumSounds = 16;
const followEveryMs = 150;

/** Dubs on a timeline: a video, what is spoken over it in several voices, and the file that comes of both. */
export function createDubbingTimeline(options: {
  profileDirectory: string;
  kept: KeptFiles;
  exports: Pick<Exports, 'text' | 'file'>;
  uploadPath: (uploadId: string) => string | undefined;
  voices: VoiceBook;
  lines: Pick<Services, 'voices.say' | 'voices.quote'>;
  log: Log;
}): DubbingTimeline {
  const { kept, exports, uploadPath, voices, lines, log } = options;
  const files = new DubFiles(options.profileDirectory, log);
  files.clear();
  let thread: ThreadClient<DubbingThread> | undefined;
  const onUnexpected = (message: string, facts: Record<string, unknown>): void => log.error(message, facts);
  const threads = (): ThreadClient<DubbingThread> =>
    thread?.alive === true
      ? thread
      : (thread = new ThreadClient<DubbingThread>(threadUrl('dubbing-thread'), { name: 'dubbing', onUnexpected }));
  const sounds = new DubSounds(files, kept, threads);
  const plans = new Map<string, MixPlan>();

  /** Waits for a long call, tells how far it is, and stops it with its caller. */
  const followed = async <T>(id: string, call: Promise<T>, signal: AbortSignal, onFraction: (fraction: number) => void): Promise<T> => {
    const stop = (): void =>
      void threads()
        .call('stop', id)
        .catch(() => undefined);
    signal.addEventListener('abort', stop, { once: true });
    const timer = setInterval(() => {
      threads()
        .call('fraction', id)
        .then(
          (fraction) => fraction !== null && onFraction(fraction),
          () => undefined,
        );
    }, followEveryMs);
    try {
      if (signal.aborted) stop();
      return await call;
    } finally {
      clearInterval(timer);
      signal.removeEventListener('abort', stop);
    }
  };

  const readOriginal = async (dubId: string, channels: number, signal: AbortSignal, onFraction: (fraction: number) => void) => {
    const { video, original } = files.paths(dubId);
    try {
      return await followed(dubId, threads().call('readOriginal', dubId, video, channels, original), signal, onFraction);
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.kind === 'cancelled' || failure.kind === 'disk-full') throw thrown;
      log.warn('the sound of a video could not be decoded', { kind: failure.kind });
      return undefined;
    }
  };

  const create = async (uploadId: string, name: string, signal: AbortSignal, onFraction: (fraction: number) => void): Promise<Dub> => {
    const upload = uploadPath(uploadId);
    if (
      upload === undefined ||
      !(await access(upload).then(
        () => true,
        () => false,
      ))
    )
      throw fail('not-found', message('dubbingTimeline.videoMissing'), { field: 'uploadId', next: 'choose-file' });
    if (files.ids().length >= dubLimits.dubs)
      throw fail('conflict', message('dubbingTimeline.tooManyDubs', dubLimits.dubs), { field: 'uploadId' });
    const id = newId();
    try {
      // Looked at where it is: what is no video never moves.
      const probed = await threads().call('probe', upload);
      const bytes = await files.adopt(id, upload);
      const video: Dub['video'] = { name, bytes, ...probed };
      if (probed.sound.state === 'ready') {
        const read = await readOriginal(id, probed.sound.channels, signal, onFraction);
        video.sound = read ? { ...probed.sound, samples: read.samples } : { ...probed.sound, state: 'undecoded' };
      }
      signal.throwIfAborted();
      const now = Date.now();
      const title = fileNameOf(name.replace(/\.[^.]*$/u, ''), 'Dub');
      const dub: Dub = { id, title, revision: 1, createdAt: now, changedAt: now, video, segments: [], takes: [], ducking: usualDucking };
      files.write(dub);
      return dub;
    } catch (thrown) {
      await files.remove(id);
      throw thrown;
    }
  };

  const save = (dub: Dub): Dub => {
    const known = files.read(dub.id);
    if (known.revision !== dub.revision) throw fail('conflict', message('dubbingTimeline.changedElsewhere'));
    // The video is main's to describe.
    const next = { ...dub, video: known.video, segments: inOrder(dub.segments), revision: known.revision + 1, changedAt: Date.now() };
    files.write(next);
    return next;
  };

  const estimate = async (asked: readonly Line[], signal: AbortSignal) => {
    const distinct: Line[] = [];
    for (const line of asked) if (!distinct.some((other) => sameLine(one(other), one(line)))) distinct.push(line);
    const sum = { lines: distinct.length, free: 0, characters: 0, credits: 0 as number | null, learnedFrom: 0 };
    const models = new Map<string, string | undefined>();
    for (const { text, voiceId, modelId, speed } of distinct) {
      signal.throwIfAborted();
      const key = `${voiceId ?? ''} ${modelId ?? ''}`;
      if (!models.has(key)) {
        const voice = await voices.voice(voiceId ?? '', signal).catch(() => undefined);
        models.set(key, voice && answeringModel(voice, modelId));
      }
      const model = models.get(key);
      const quote =
        model === undefined
          ? undefined
          : await lines['voices.quote']({ text, speed, voices: [{ voiceId: voiceId ?? '', modelId: model }] }, quiet(signal));
      const quoted = quote?.lines[0];
      if (quoted?.file != null) {
        sum.free += 1;
        continue;
      }
      sum.characters += text.length;
      sum.credits = sum.credits === null || quoted?.credits == null ? null : sum.credits + quoted.credits;
      sum.learnedFrom = Math.max(sum.learnedFrom, quote?.learnedFrom ?? 0);
    }
    return sum;
  };

  const say = async (line: Line & { voiceId: string }, signal: AbortSignal) => {
    const { text, voiceId, modelId, speed } = line;
    const said = await lines['voices.say'](
      { text, voiceId, ...(modelId === null ? {} : { modelId }), ...(speed === 1 ? {} : { speed }) },
      quiet(signal),
    );
    const id = said.file.url.split('/').at(-1) ?? '';
    const samples = await sounds.read(id);
    const take: DubTake = { id, text, voiceId, modelId, speed, contentType: said.file.contentType, bytes: said.file.bytes, samples };
    return { take, reused: said.reused, creditsUsed: said.operation?.creditsUsed ?? null };
  };

  const sound = async (dub: Dub) => {
    const { plan, missing } = await sounds.plan(dub);
    const hash = createHash('sha256').update(JSON.stringify(plan)).digest('hex');
    const key = `${dub.id}/${hash}`;
    plans.delete(key);
    plans.set(key, plan);
    for (const oldest of plans.keys()) {
      if (plans.size <= maximumSounds) break;
      plans.delete(oldest);
    }
    return { audioUrl: `/bytes/dub/${key}.wav`, samples: plan.samples, missing };
  };

  const types: Record<DubExportFormat, string> = {
    mp4: 'video/mp4',
    mov: 'video/quicktime',
    wav: 'audio/wav',
    srt: 'application/x-subrip',
    vtt: 'text/vtt',
  };

  const write = async (
    dub: Dub,
    { format, audioCodec = 'aac', path, overwrite, language }: Omit<In<Operations['dubs.export']>, 'dubId'>,
    signal: AbortSignal,
    onFraction: (fraction: number) => void,
  ) => {
    const place = { path, overwrite };
    const named = (ending: string): string => `${dubbedName(fileNameOf(dub.title, 'Dub'), language)}.${ending}`;
    if (format === 'srt' || format === 'vtt') {
      const content = captionsOf(dub.segments, format);
      if (content.length < 12) throw fail('invalid-input', message('dubbingTimeline.noCaptions'), { field: 'format' });
      const file = await exports.text(
        { name: named(format), type: types[format], ...place },
        once(new TextEncoder().encode(content)),
        signal,
      );
      return { ...file, peak: null };
    }
    const { plan, missing } = await sounds.plan(dub);
    const [lost] = missing;
    if (lost !== undefined) {
      const text = dub.segments.find(({ id }) => id === lost)?.text.slice(0, 40) ?? '';
      throw fail('damaged', message('dubbingTimeline.segmentSoundGone', text));
    }
    if (format === 'wav') {
      const mix = new Mix(plan);
      const content = (async function* () {
        yield wavHeader(plan.samples, undefined, plan.channels);
        let done = 0;
        for await (const piece of mix.pieces()) {
          yield new Uint8Array(piece.buffer);
          done += piece.length / plan.channels;
          onFraction(Math.min(1, done / plan.samples));
        }
      })();
      try {
        const file = await exports.text({ name: named('wav'), type: types.wav, ...place }, content, signal);
        return { ...file, peak: mix.peak };
      } finally {
        await mix.close();
      }
    }
    const container = containerOf(dub.video, format);
    const type = container === 'webm' ? 'video/webm' : types[format];
    let peak: ExportedPeak | null = null;
    const file = await exports.file({ name: named(container), type, ...place }, async (out) => {
      const id = newId();
      const order = { source: files.paths(dub.id).video, container, codec: audioCodec, out, plan };
      peak = await followed(id, threads().call('writeVideo', id, order), signal, onFraction);
    });
    return { ...file, peak };
  };

  const services: DubbingTimeline['services'] = {
    'dubs.list': () =>
      Promise.resolve({
        dubs: files
          .all()
          .map(({ id, title, changedAt, video, segments, takes }) => ({
            id,
            title,
            changedAt,
            samples: video.samples,
            segments: segments.length,
            made: segments.filter((segment) => currentTake(segment, takes) !== undefined).length,
          }))
          .sort((older, newer) => newer.changedAt - older.changedAt),
      }),
    'dubs.create': ({ uploadId, name }, { signal, emit }) => create(uploadId, name, signal, (fraction) => emit({ fraction })),
    'dubs.open': async ({ dubId }) => Promise.resolve(files.read(dubId)),
    'dubs.save': async ({ dub }) => {
      const { revision, changedAt } = save(dub);
      return Promise.resolve({ revision, changedAt });
    },
    'dubs.remove': async ({ dubId }) => {
      for (const key of plans.keys()) if (key.startsWith(`${dubId}/`)) plans.delete(key);
      await files.remove(dubId);
      return null;
    },
    'dubs.originalRead': async ({ dubId, failed }) => {
      const read = await threads().call('finishOriginal', dubId);
      const dub = files.read(dubId);
      const found = failed === true || !read || read.samples === 0;
      const sound = { ...dub.video.sound, ...(found ? { state: 'unreadable' as const } : { state: 'ready' as const, ...read }) };
      const video = { ...dub.video, sound };
      files.write({ ...dub, video });
      return video;
    },
    'dubs.estimate': ({ lines: asked }, { signal }) => estimate(asked, signal),
    'dubs.say': (line, { signal }) => say(line, signal),
    'dubs.sound': ({ dubId }) => sound(files.read(dubId)),
    'dubs.export': ({ dubId, ...order }, { signal, emit }) => {
      let told = 0;
      return write(files.read(dubId), order, signal, (fraction) => {
        const step = Math.floor(Math.min(1, fraction) * 100);
        if (step > told) emit({ fraction: step / 100 });
        told = Math.max(told, step);
      });
    },
  };

  return {
    services,
    bytes: dubBytes({ files, sounds, plans, threads, log }),
    close: async () => {
      await thread?.close();
    },
  };
}

const one = ({ text, voiceId, modelId, speed }: Line): Line => ({ text: text.trim(), voiceId, modelId, speed });

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** A call of another service's, of which only the answer is wanted. */
const quiet = (signal: AbortSignal) => ({
  signal,
  emit: () => undefined,
  sends: (async function* () {
    // nothing is sent
  })(),
});
