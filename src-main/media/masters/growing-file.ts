import { access } from 'node:fs/promises';
import type { MasterMeasures } from '#shared/masters/report.ts';
import type { FileOrder } from './encoders.ts';
import { AacMeasuring } from './measure-aac.ts';
import { StreamMeasuring, type Measuring } from './measure-file.ts';

/** What has to be known of a file to measure it. */
export type MeasuredFile = Pick<FileOrder, 'format' | 'path' | 'samples'>;

/** Measures a file that grows. */
export class GrowingFile {
  readonly #file: MeasuredFile;
  /** Of packets of AAC that came before the file was there. */
  #early: number[] = [];
  #aac: AacMeasuring | undefined;
  #opened: Measuring | undefined;

  constructor({ format, path, samples }: MeasuredFile) {
    this.#file = { format, path, samples };
  }

  /** Measures what is there. `lengths`: of the packets since the last call, in bytes; of AAC only. */
  async follow(lengths: readonly number[]): Promise<void> {
    this.#expect(lengths);
    const { format, path } = this.#file;
    // The others write their head last.
    if (format === 'ogg' || format === 'flac') return;
    // The encoder makes the file in its own time.
    if (this.#opened === undefined && !(await isThere(path))) return;
    await (await this.#measuring()).follow();
  }

  /** Measures a part of the rest of a file that is whole. Answers with how much of all was measured, 0 to 1. */
  async step(lengths: readonly number[]): Promise<number> {
    this.#expect(lengths);
    return (await this.#measuring()).step();
  }

  async finish(): Promise<MasterMeasures> {
    const measures = (await this.#measuring()).finish();
    await this.close();
    return measures;
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.close();
  }

  #expect(lengths: readonly number[]): void {
    if (this.#aac === undefined) this.#early.push(...lengths);
    else for (const bytes of lengths) this.#aac.expect(bytes);
  }

  async #measuring(): Promise<Measuring> {
    if (this.#opened) return this.#opened;
    const { format, path, samples } = this.#file;
    if (format !== 'm4a' && format !== 'm4b') return (this.#opened = await StreamMeasuring.open(path, format));
    this.#aac = await AacMeasuring.open(path, samples);
    for (const bytes of this.#early) this.#aac.expect(bytes);
    this.#early = [];
    return (this.#opened = this.#aac);
  }
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
