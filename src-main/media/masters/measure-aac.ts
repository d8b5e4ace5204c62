import { open, type FileHandle } from 'node:fs/promises';
import type { MasterMeasures } from '#shared/masters/report.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { findChild, headerAt, readChunks } from '../video/mp4-boxes.ts';
import { decodeAacPackets, frameSamples, leadingPackets } from './aac-decoder.ts';
import { FileLevels, type Measuring } from './measure-file.ts';

/** Packets that are decoded together: a minute, and half a megabyte. */
const packetsTogether = Math.round((60 * sampleRate) / frameSamples);

/** Bytes that the writer keeps for the head of the box of sound, which says a length of 64 bits while it grows and mostly one of 32 at the end. */
const reservedHead = 16;

/**
 * Measures an M4A or M4B of one mono track, with its `moov` last, also while it grows: the lengths of the packets come from the writer, their
 * bytes from the file. Once the file is whole its own tables have to say the same.
 */
export class AacMeasuring implements Measuring {
  readonly #file: FileHandle;
  readonly #samples: number;
  readonly #levels = new FileLevels();
  /** Of every packet. */
  readonly #lengths: number[] = [];
  /** Where the next packet begins; `undefined` before the file has its head. */
  #at: number | undefined;
  #first = 0;
  #decoded = 0;
  #lead: Uint8Array[] = [];
  #isChecked = false;

  private constructor(file: FileHandle, samples: number) {
    this.#file = file;
    this.#samples = samples;
  }

  /** `samples`: altogether, without those before the first. */
  static async open(path: string, samples: number): Promise<AacMeasuring> {
    return new AacMeasuring(await open(path, 'r'), samples);
  }

  /** The length of the next packet of the file, in bytes. */
  readonly expect = (bytes: number): void => {
    this.#lengths.push(bytes);
  };

  async follow(): Promise<void> {
    while (this.#lengths.length - this.#decoded >= packetsTogether && (await this.#decode(packetsTogether)));
  }

  async step(): Promise<number> {
    if (!this.#isChecked) await this.#check();
    const left = this.#lengths.length - this.#decoded;
    if (left === 0) return 1;
    if (!(await this.#decode(Math.min(left, packetsTogether)))) throw new Error('the file ends before its sound');
    return this.#decoded === this.#lengths.length ? 1 : Math.min(0.999, this.#decoded / this.#lengths.length);
  }

  finish(): MasterMeasures {
    return this.#levels.finish();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  /** Answers with whether the file has so many packets already. */
  async #decode(count: number): Promise<boolean> {
    this.#at ??= await this.#findSound();
    if (this.#at === undefined) return false;
    const lengths = this.#lengths.slice(this.#decoded, this.#decoded + count);
    const bytes = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
    const { bytesRead } = await this.#file.read(bytes, 0, bytes.byteLength, this.#at);
    if (bytesRead < bytes.byteLength) return false;
    let from = 0;
    const packets = lengths.map((length) => bytes.subarray(from, (from += length)));
    const samples = await decodeAacPackets([...this.#lead, ...packets], this.#decoded === 0 ? count - 1 : count);
    this.#lead = packets.slice(-leadingPackets).map((packet) => packet.slice());
    this.#at += bytes.byteLength;
    this.#decoded += count;
    this.#levels.push({ samples: samples.subarray(0, this.#samples - this.#levels.samples), rate: sampleRate });
    return true;
  }

  async #findSound(): Promise<number | undefined> {
    const head = new Uint8Array(16);
    for (let at = 0; ;) {
      const { bytesRead } = await this.#file.read(head, 0, head.byteLength, at);
      const box = headerAt(head.subarray(0, bytesRead));
      if (box === undefined) return undefined;
      if (box.type === 'mdat') return (this.#first = at + reservedHead);
      if (box.length === 0) return undefined;
      at += box.length;
    }
  }

  /** Players find the packets by the tables of the file, not by what its writer said. */
  async #check(): Promise<void> {
    this.#isChecked = true;
    this.#at ??= await this.#findSound();
    const { size } = await this.#file.stat();
    for (let at = 0; at < size;) {
      const head = new Uint8Array(16);
      const { bytesRead } = await this.#file.read(head, 0, head.byteLength, at);
      const box = headerAt(head.subarray(0, bytesRead));
      if (box === undefined) break;
      const length = box.length === 0 ? size - at : box.length;
      if (box.type === 'moov') {
        const bytes = new Uint8Array(length);
        await this.#file.read(bytes, 0, length, at);
        const track = findChild({ type: 'moov', bytes, head: box.head }, 'trak');
        if (track === undefined) break;
        this.#compare(readChunks(track));
        return;
      }
      at += length;
    }
    throw new Error('the file has no tables');
  }

  #compare(chunks: ReturnType<typeof readChunks>): void {
    let at = this.#first;
    for (const { offset, bytes } of chunks) {
      if (offset !== at) throw new Error('the tables of the file name other places');
      at += bytes;
    }
    if (at - this.#first !== this.#lengths.reduce((sum, length) => sum + length, 0))
      throw new Error('the tables of the file name other lengths');
  }
}
