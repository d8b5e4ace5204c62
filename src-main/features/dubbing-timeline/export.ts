import { cutText } from '#shared/cut-text.ts';
import { formatCaptions } from '#shared/dubbing/captions-in.ts';
import { dubbedName, type Dub } from '#shared/dubbing/timeline.ts';
import { fail } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import type { DubExportFormat } from '#shared/operations/dubbing-timeline.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { In, Out } from '#shared/rpc.ts';
import type { ExportedPeak } from '#shared/sound/exported-peak.ts';
import { formatFileName } from '../../infra/file-name.ts';
import type { Exports } from '../../library/exports.ts';
import { chooseContainer } from '../../media/video/remux.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import type { DubFiles } from './dub-files.ts';
import { Mix, type MixPlan } from './mix.ts';
import type { DubSounds } from './sounds.ts';
import type { DubbingWorker, Follower } from './worker.ts';
import { message } from '#shared/messages/message.ts';

type Order = Omit<In<Operations['dubs.export']>, 'dubId'>;
type Exported = Out<Operations['dubs.export']>;

const types: Record<DubExportFormat, string> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  wav: 'audio/wav',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
};

/** A shorter file of captions has none: it is empty, or the heading of WebVTT. */
const shortestCaptions = 12;

/** Writes a dub as a video, a sound or captions. */
export class DubExporter {
  readonly #files: DubFiles;
  readonly #sounds: DubSounds;
  readonly #exports: Pick<Exports, 'text' | 'file'>;
  readonly #worker: DubbingWorker;

  constructor(files: DubFiles, sounds: DubSounds, exports: Pick<Exports, 'text' | 'file'>, worker: DubbingWorker) {
    this.#files = files;
    this.#sounds = sounds;
    this.#exports = exports;
    this.#worker = worker;
  }

  /** Fails with `invalid-input` where there are no captions, and `damaged` where the sound of a segment is lost. */
  async export(dub: Dub, order: Order, follower: Follower): Promise<Exported> {
    const { format } = order;
    if (format === 'srt' || format === 'vtt') return this.#captions(dub, format, order, follower.signal);
    const plan = await this.#wholePlan(dub);
    return format === 'wav' ? this.#sound(dub, plan, order, follower) : this.#video(dub, plan, format, order, follower);
  }

  async #captions(dub: Dub, format: 'srt' | 'vtt', order: Order, signal: AbortSignal): Promise<Exported> {
    const content = formatCaptions(dub, format, { speakers: order.speakers });
    if (content.length < shortestCaptions) throw fail('invalid-input', message('dubbingTimeline.noCaptions'), { field: 'format' });
    const file = await this.#exports.text(target(dub, order, format, types[format]), [new TextEncoder().encode(content)], signal);
    return { ...file, peak: null };
  }

  async #sound(dub: Dub, plan: MixPlan, order: Order, { signal, onFraction }: Follower): Promise<Exported> {
    const mix = new Mix(plan);
    const content = async function* (): AsyncGenerator<Uint8Array> {
      yield wavHeader(plan.samples, undefined, plan.channels);
      let done = 0;
      for await (const piece of mix.pieces()) {
        yield new Uint8Array(piece.buffer);
        done += piece.length / plan.channels;
        onFraction(Math.min(1, done / plan.samples));
      }
    };
    try {
      const file = await this.#exports.text(target(dub, order, 'wav', types.wav), content(), signal);
      return { ...file, peak: mix.peak };
    } finally {
      await mix.close();
    }
  }

  async #video(dub: Dub, plan: MixPlan, format: 'mp4' | 'mov', order: Order, follower: Follower): Promise<Exported> {
    const container = chooseContainer(dub.video, format);
    const type = container === 'webm' ? 'video/webm' : types[format];
    let peak: ExportedPeak | null = null;
    const file = await this.#exports.file(target(dub, order, container, type), async (out) => {
      const id = newId();
      const source = this.#files.paths(dub.id).video;
      const { audioCodec: codec = 'aac', language } = order;
      peak = await this.#worker.follow(
        id,
        this.#worker.call('writeVideo', id, { source, container, codec, out, language, plan }),
        follower,
      );
    });
    return { ...file, peak };
  }

  async #wholePlan(dub: Dub): Promise<MixPlan> {
    const { plan, missing } = await this.#sounds.plan(dub);
    const [lost] = missing;
    if (lost !== undefined) {
      const text = cutText(dub.segments.find(({ id }) => id === lost)?.text ?? '', 40);
      throw fail('damaged', message('dubbingTimeline.segmentSoundGone', text));
    }
    return plan;
  }
}

/** The file to write, named as a download would be. */
const target = (dub: Dub, { path, overwrite, language }: Order, ending: string, type: string) => ({
  name: `${dubbedName(formatFileName(dub.title, 'Dub'), language)}.${ending}`,
  type,
  path,
  overwrite,
});
