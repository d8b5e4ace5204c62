import { fail, readText, type Failure } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { uploadFile } from '../../../core/files/upload-file.ts';
import type { decodeInWindow, DecodedPiece } from '../../../core/sources/window-decoding.ts';

/** Samples that go to main at once: 2 MB. */
const pieceSamples = 1024 * 1024;
/** Two hours are the longest recording; a little more lets main say so. */
const longestSeconds = 2 * 3600 + 60;

/**
 * Uploads the sound of a file that main has no decoder for, decoded by this window, in pieces and never whole: a WAV of 16 bits, mono. Answers its id;
 * `undefined` where this window has no decoder either. `report` hears how far it is, from 0 to 1. What was uploaded is removed again where it fails.
 */
export async function uploadDecoded(
  file: Blob,
  decode: typeof decodeInWindow,
  { signal, report }: { signal: AbortSignal; report: (fraction: number) => void },
): Promise<string | undefined> {
  const upload = new WavUpload(signal);
  try {
    const take = async (piece: DecodedPiece): Promise<boolean> => {
      signal.throwIfAborted();
      await upload.push(piece);
      return upload.seconds < longestSeconds;
    };
    await decode(file, take, report);
    return await upload.finish();
  } catch (thrown) {
    if (upload.id !== undefined) await removeUpload(upload.id);
    throw signal.aborted ? fail('cancelled', message('transcribe.stopped'), { cause: thrown }) : thrown;
  }
}

/** Removes an upload when nobody needs it any more; main removes what is left at its end. */
export async function removeUpload(id: string): Promise<void> {
  await fetch(`/bytes/upload/${id}`, { method: 'DELETE' }).catch(() => undefined);
}

class WavUpload {
  id: string | undefined;
  seconds = 0;
  readonly #signal: AbortSignal;
  readonly #held = new Int16Array(pieceSamples);
  #count = 0;
  #bytes = 0;
  #rate = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async push({ channels: [left, right], rate }: DecodedPiece): Promise<void> {
    if (left === undefined) return;
    if (this.id === undefined) await this.#begin(rate);
    else if (rate !== this.#rate) throw fail('damaged', message('alignment.cannotBeDecoded'), { next: 'choose-file' });
    for (let index = 0; index < left.length; index++) {
      const sample = ((left[index] ?? 0) + (right?.[index] ?? left[index] ?? 0)) / 2;
      this.#held[this.#count++] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
      if (this.#count === pieceSamples) await this.#send();
    }
    this.seconds += left.length / rate;
  }

  async finish(): Promise<string | undefined> {
    await this.#send();
    return this.id;
  }

  async #begin(rate: number): Promise<void> {
    const header = wavHeader(undefined, rate);
    this.#rate = rate;
    this.id = await uploadFile(new Blob([header]), this.#signal);
    this.#bytes = header.byteLength;
  }

  async #send(): Promise<void> {
    if (this.#count === 0) return;
    const piece = this.#held.slice(0, this.#count);
    this.#count = 0;
    const address = `/bytes/upload/${this.id ?? ''}?at=${this.#bytes}`;
    const response = await fetch(address, { method: 'POST', body: piece, signal: this.#signal });
    const answer = (await response.json().catch(() => ({}))) as { bytes?: number; failure?: Failure };
    if (answer.failure) throw fail(answer.failure.kind, readText(answer.failure), { next: answer.failure.next });
    if (!response.ok || answer.bytes === undefined) throw fail('file-failed', message('transcribe.fileRefused'), { next: 'retry' });
    this.#bytes = answer.bytes;
  }
}
