import { open } from 'node:fs/promises';
import { EncodedAudioPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import { createFileTarget } from './file-target.ts';
import { toTrackLanguage } from './track-language.ts';
import { AacCoder, aacDecoderConfig, aacPacketCount } from './video/aac-packets.ts';

interface Options {
  /** Where the table of contents is. */
  contents?: 'first' | 'last' | undefined;
  /** Of what is said, a BCP 47 tag. */
  language?: string | undefined;
  /** The bytes of each packet, in the order of the file. */
  onPacket?: ((bytes: number) => void) | undefined;
}

/** Writes mono PCM at 48 kHz as AAC-LC into an M4A, in bounded memory, with its table of contents first or last. */
export class M4aWriter {
  readonly #path: string;
  readonly #coder: AacCoder;
  readonly #output: Output;
  readonly #source = new EncodedAudioPacketSource('aac');
  readonly #decoderConfig = aacDecoderConfig(1);

  readonly #onPacket: ((bytes: number) => void) | undefined;

  private constructor(path: string, coder: AacCoder, { samples, contents = 'first', language, onPacket }: Options & { samples: number }) {
    this.#path = path;
    this.#coder = coder;
    this.#onPacket = onPacket;
    this.#output = new Output({
      format: new Mp4OutputFormat({ fastStart: contents === 'first' ? 'reserve' : false }),
      target: createFileTarget(path),
    });
    const languageCode = toTrackLanguage(language);
    this.#output.addAudioTrack(this.#source, {
      maximumPacketCount: aacPacketCount(samples),
      ...(languageCode !== undefined && { languageCode }),
    });
  }

  /** `samples`: altogether. */
  static async open(path: string, samples: number, options: Options = {}): Promise<M4aWriter> {
    const coder = await AacCoder.open(1, samples);
    try {
      const writer = new M4aWriter(path, coder, { samples, ...options });
      await writer.#output.start();
      return writer;
    } catch (thrown) {
      await coder.close();
      throw thrown;
    }
  }

  async push(pcm: Int16Array): Promise<void> {
    await this.#add(await this.#coder.push(pcm));
  }

  /** The file is whole and synced when this settles. */
  async finish(): Promise<void> {
    await this.#add(await this.#coder.finish());
    this.#source.close();
    await this.#output.finalize();
    const file = await open(this.#path, 'r+');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** What was written stays where it is; the caller removes it. */
  async abort(): Promise<void> {
    await this.#coder.close();
    await this.#output.cancel().catch(() => undefined);
  }

  async #add(packets: Awaited<ReturnType<AacCoder['push']>>): Promise<void> {
    for (const packet of packets) {
      await this.#source.add(packet, { decoderConfig: this.#decoderConfig });
      this.#onPacket?.(packet.byteLength);
    }
  }
}
