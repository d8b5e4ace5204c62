import { existsSync, readFileSync } from 'node:fs';
import { createClone, type Clone } from '#main/features/clone/service.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { cloneOperations } from '#shared/operations/clone.ts';
import type { CallContext, Event, In } from '#shared/rpc.ts';
import type { Recording } from '#shared/clone/recordings.ts';
import { PaidStudio } from '../paid-work/studio.ts';

type Names = keyof typeof cloneOperations;

/** Main's side of cloning, with its real ledger and threads, on a profile of its own. */
export class CloneFixture {
  readonly studio: PaidStudio;
  clone: Clone;
  /** What was kept for transcripts, before each was sent. */
  readonly keptSounds: { operationId: string; name: string; bytes: number }[] = [];
  readonly #opened: Clone[] = [];
  readonly #aborted = new AbortController();

  private constructor(studio: PaidStudio) {
    this.studio = studio;
    this.clone = this.#open();
  }

  static async open(service: { baseUrl: string; apiKey: string }): Promise<CloneFixture> {
    return new CloneFixture(await PaidStudio.open(service));
  }

  /** As a crash does it: nothing is told, nothing is closed, and the next one begins on what is on the disk. */
  crash(): void {
    this.clone = this.#open();
  }

  call<Name extends Names>(
    name: Name,
    input: In<(typeof cloneOperations)[Name]>,
    emit: (event: Event<(typeof cloneOperations)[Name]>) => void = () => undefined,
    signal = this.#aborted.signal,
  ): ReturnType<Clone['services'][Name]> {
    const handler = this.clone.services[name] as (input: unknown, context: CallContext<never>) => ReturnType<Clone['services'][Name]>;
    const sends = (async function* () {
      // nothing is sent
    })();
    return handler(cloneOperations[name].in.parse(input), { signal, emit, sends });
  }

  /** As a window that may stop it, at each event. */
  stoppable<Name extends Names>(name: Name, input: In<(typeof cloneOperations)[Name]>, onEvent: (stop: () => void) => void) {
    const controller = new AbortController();
    return this.call(name, input, () => onEvent(() => controller.abort()), controller.signal);
  }

  /** `more`: what the address says beside the place of the piece. */
  async push(
    id: string,
    at: number,
    bytes: Uint8Array<ArrayBuffer>,
    more: Record<string, string> = {},
  ): Promise<{ taken: number; enough: boolean }> {
    const answer = await this.bytes(`${id}?${String(new URLSearchParams({ at: String(at), ...more }))}`, { method: 'POST', body: bytes });
    const body = (await answer.json()) as { taken: number; enough: boolean; failure?: { message: string } };
    if (body.failure) throw new Error(body.failure.message);
    return body;
  }

  async bytes(path: string, init?: RequestInit): Promise<Response> {
    const answer = await this.clone.bytes(new Request(`http://studio/bytes/clone/${path}`, init));
    if (!answer) throw new Error('that is no address of a recording');
    return answer;
  }

  /** Hands a file over as a window does. */
  async add(name: string, bytes: Uint8Array<ArrayBuffer>, said = bytes.byteLength): Promise<Recording> {
    const { id } = await this.call('clone.begin', { name, kind: 'file', bytes: said });
    for (let at = 0; at < bytes.byteLength; at += 1024 * 1024) await this.push(id, at, bytes.slice(at, at + 1024 * 1024));
    return this.call('clone.finish', { recordingId: id });
  }

  /** Whether the file as it came is on the disk. */
  keeps(id: string): boolean {
    return existsSync(`${this.studio.directory}/clone/${id}.original`);
  }

  async close(): Promise<void> {
    for (const opened of this.#opened) await opened.close();
    await this.studio.close();
  }

  #open(): Clone {
    const { directory: profileDirectory, connection, work, log } = this.studio;
    const keepSound = (path: string, name: string) => {
      const bytes = readFileSync(path).byteLength;
      return Promise.resolve((operationId: string) => {
        this.keptSounds.push({ operationId, name, bytes });
        return Promise.resolve();
      });
    };
    const opened = createClone({ profileDirectory, connection, paidWork: work, keepSound, log });
    this.#opened.push(opened);
    return opened;
  }
}

/** A WAV of a buzz with pauses, at 48 kHz. */
export function buzz(seconds: number): Uint8Array<ArrayBuffer> {
  const samples = Math.round(seconds * 48_000);
  const wav = new Uint8Array(44 + samples * 2);
  wav.set(wavHeader(samples));
  const view = new DataView(wav.buffer);
  for (let at = 0; at < samples; at += 1) {
    const value = at % 48_000 < 36_000 ? Math.sin((2 * Math.PI * 130 * at) / 48_000) * 8_000 : ((at * 7919) % 13) - 6;
    view.setInt16(44 + at * 2, Math.round(value), true);
  }
  return wav;
}
