import { dubLimits, type Dub } from '#shared/dubbing/timeline.ts';
import { fail, toFailure } from '#shared/failure.ts';
import { jsonResponse, notAllowed, readPiece } from '../../infra/byte-response.ts';
import type { Log } from '../../infra/platform.ts';
import type { DubFiles } from './dub-files.ts';
import type { DubbingWorker, Follower } from './worker.ts';
import { message } from '#shared/messages/message.ts';

/** One piece of decoded sound that a window sends. */
const maximumPieceBytes = 8 * 1024 * 1024;

/** The sound that a video came with: decoded here or, where this side has no decoder, by the window, which sends it in pieces. */
export class OriginalSound {
  readonly #files: DubFiles;
  readonly #worker: DubbingWorker;
  readonly #log: Log;

  constructor(files: DubFiles, worker: DubbingWorker, log: Log) {
    this.#files = files;
    this.#worker = worker;
    this.#log = log;
  }

  /** Samples of each channel at 48 kHz; `undefined` where it cannot be decoded here. Fails with `cancelled` and `disk-full`. */
  async decode(dubId: string, channels: number, follower: Follower): Promise<{ samples: number } | undefined> {
    const { video, original } = this.#files.paths(dubId);
    try {
      return await this.#worker.follow(dubId, this.#worker.call('readOriginal', dubId, video, channels, original), follower);
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.kind === 'cancelled' || failure.kind === 'disk-full') throw thrown;
      this.#log.warn('the sound of a video could not be decoded', { kind: failure.kind });
      return undefined;
    }
  }

  /** Takes a piece that the window decoded (`#shared/operations/dubbing-timeline.ts`), and answers how many bytes there are now. */
  async receive(request: Request, dubId: string): Promise<Response> {
    if (request.method !== 'POST') return notAllowed('POST');
    const { searchParams } = new URL(request.url);
    const figure = (field: string, least: number, most: number): number => {
      const value = Number(searchParams.get(field) ?? 'none');
      if (!Number.isFinite(value) || value < least || value > most)
        throw fail('invalid-input', message('dubbingTimeline.numberOutOfRange', field, least, most), { field });
      return value;
    };
    const order = { rate: figure('rate', 4_000, 192_000), channels: figure('channels', 1, 2), start: figure('start', -60, 3_600) };
    const at = figure('at', 0, dubLimits.longestSamples * 4);
    if (this.#files.read(dubId).video.sound.state === 'ready') throw fail('conflict', message('dubbingTimeline.soundAlreadyHere'));
    const piece = await readPiece(request, maximumPieceBytes);
    const { original } = this.#files.paths(dubId);
    const taken = await this.#worker.call('takeOriginal', dubId, { paths: original, ...order }, at, piece);
    return jsonResponse({ taken });
  }

  /** The window has sent all of it, or could not decode it: the dub's video is saved with what there is. */
  async finish(dubId: string, failed: boolean): Promise<Dub['video']> {
    const read = await this.#worker.call('finishOriginal', dubId);
    const dub = this.#files.read(dubId);
    const isUnreadable = failed || !read || read.samples === 0;
    const sound = { ...dub.video.sound, ...(isUnreadable ? { state: 'unreadable' as const } : { state: 'ready' as const, ...read }) };
    const video = { ...dub.video, sound };
    this.#files.write({ ...dub, video });
    return video;
  }
}
