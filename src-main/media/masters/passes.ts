import type { ExportedPeak } from '#shared/sound/exported-peak.ts';
import { SoundMeter, type SoundMeasures } from '#shared/sound/sound-meter.ts';
import { Analyser, type Analysis } from './analysis.ts';
import { MasterChain, type ChainOrder } from './chain.ts';
import { encodeFile, type FileOrder } from './encoders.ts';
import { Follower } from './follower.ts';

/** One way of a whole sound through the thread: mono 16 bit samples at 48 kHz, in pieces. */
export interface Pass<R> {
  push(pcm: Int16Array): Promise<void> | void;
  finish(): Promise<R> | R;
}

export function openAnalysis(): Pass<Analysis> {
  return new Analyser();
}

/** What the sound would be, without a file. */
export async function openTrial(order: ChainOrder): Promise<Pass<SoundMeasures>> {
  const chain = await MasterChain.open(order);
  const meter = new SoundMeter({ rate: order.rate });
  return {
    push: (pcm) => {
      for (const piece of chain.push(pcm)) meter.push(piece);
    },
    finish: () => {
      for (const piece of chain.finish()) meter.push(piece);
      return meter.finish();
    },
  };
}

export interface WrittenFile {
  peak: ExportedPeak;
}

/** The file is measured while it is written, where it can be read from its start; `measuring` has the rest to do. */
export interface FilePass extends Pass<WrittenFile> {
  measuring: Follower;
}

/** Writes the file. Fails as the disk does. */
export async function openFile({ chain: order, file }: { chain: ChainOrder; file: FileOrder }): Promise<FilePass> {
  const chain = await MasterChain.open(order);
  const pieces = new PieceChannel();
  const measuring = new Follower(file);
  const written = encodeFile({ ...file, onPacket: measuring.expect }, pieces);
  // The next push fails with what went wrong.
  written.then(
    () => pieces.fail(new Error('the encoder ended before the sound')),
    (thrown: unknown) => pieces.fail(thrown),
  );
  return {
    push: async (pcm) => {
      for (const piece of chain.push(pcm)) await pieces.push(piece);
      measuring.follow();
    },
    finish: async () => {
      for (const piece of chain.finish()) await pieces.push(piece);
      pieces.end();
      await written;
      return { peak: chain.peak() };
    },
    measuring,
  };
}

/** Hands pieces on one at a time: a push settles when the piece was taken. */
class PieceChannel implements AsyncIterable<Int16Array<ArrayBuffer>> {
  #waiting: { piece: Int16Array<ArrayBuffer>; taken: () => void; refused: (reason: unknown) => void } | undefined;
  #wanted: (() => void) | undefined;
  #ended = false;
  #failure: { reason: unknown } | undefined;

  async push(piece: Int16Array<ArrayBuffer>): Promise<void> {
    if (this.#failure) throw this.#failure.reason;
    if (piece.length === 0) return;
    await new Promise<void>((taken, refused) => {
      this.#waiting = { piece, taken, refused };
      this.#wanted?.();
    });
  }

  end(): void {
    this.#ended = true;
    this.#wanted?.();
  }

  fail(reason: unknown): void {
    this.#failure ??= { reason };
    this.#waiting?.refused(reason);
    this.#waiting = undefined;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Int16Array<ArrayBuffer>, void> {
    for (;;) {
      if (this.#waiting) {
        const { piece, taken } = this.#waiting;
        this.#waiting = undefined;
        taken();
        yield piece;
      } else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wanted = resolve));
    }
  }
}
