import type { Recording } from '#shared/clone/recordings.ts';
import { sendRecordingPiece } from './clone-files.ts';
import { attempt } from '../../core/host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { CloneStore } from './clone-store.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { decodeInWindow } from '../../core/sources/window-decoding.ts';

/** Bytes of samples that go to main at once. */
const pieceBytes = 2 * 1024 * 1024;

/** True for what main keeps and has no decoder for: this window may have one. */
const isUndecoded = ({ state, samples, original }: Recording): boolean => state === 'ready' && samples === 0 && original;

export interface CloneDecodingDependencies {
  client: StudioClient;
  clone: Pick<CloneStore, 'store' | 'putRecording'>;
  announce: typeof announce;
  decodeInWindow: typeof decodeInWindow;
}

/** Decodes recordings that main has no decoder for. */
export class CloneDecoding {
  readonly #deps: CloneDecodingDependencies;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(dependencies: CloneDecodingDependencies) {
    this.#deps = dependencies;
  }

  /**
   * Recordings whose codec main has no decoder for (AAC, which telephones record in) are decoded by this window, one after the other, and drawn and checked
   * like all others. What this window cannot decode either is said to be so, and is not tried again by it.
   */
  #decodeWhatIsLeft(): void {
    for (const recording of this.#deps.clone.store.getState().recordings) {
      if (!isUndecoded(recording) || this.#deps.clone.store.getState().decoding[recording.id] !== undefined) continue;
      this.#note(recording.id, 'wanted');
      this.#tail = this.#tail.then(async () => {
        // Removed before its turn came.
        if (!this.#deps.clone.store.getState().recordings.some(({ id }) => id === recording.id)) return;
        const answer = await attempt(() => this.#decode(recording));
        this.#note(recording.id, answer.ok && answer.value ? 'done' : 'impossible');
        if (answer.ok && answer.value) {
          this.#deps.clone.putRecording(answer.value);
          this.#deps.announce(messages.clone.recordingReady(recording.name));
        }
      });
    }
  }

  readonly watchUndecoded = (): void => {
    this.#decodeWhatIsLeft();
    this.#deps.clone.store.subscribe((after, before) => {
      if (after.recordings !== before.recordings) this.#decodeWhatIsLeft();
    });
  };

  #note(id: string, state: 'wanted' | 'done' | 'impossible'): void {
    this.#deps.clone.store.setState(({ decoding }) => ({ decoding: { ...decoding, [id]: state } }));
  }

  async #decode({ id }: Recording): Promise<Recording | undefined> {
    let taken = 0;
    let wantsMore = true;
    let held: Float32Array<ArrayBuffer>[] = [];
    let [bytes, rate] = [0, 0];
    const send = async (): Promise<void> => {
      if (bytes === 0) return;
      const answer = await sendRecordingPiece(`${id}.samples?at=${taken}&rate=${rate}`, new Blob(held));
      [taken, wantsMore] = [answer.taken, !answer.enough];
      held = [];
      bytes = 0;
    };
    await this.#deps.decodeInWindow(`/bytes/clone/${id}.original`, async (piece) => {
      if (piece.rate !== rate) await send();
      rate = piece.rate;
      const mono = mixed(piece.channels);
      held.push(mono);
      bytes += mono.byteLength;
      if (bytes >= pieceBytes) await send();
      return wantsMore;
    });
    await send();
    return taken > 0 ? this.#deps.client.run('clone.decoded', { recordingId: id }) : undefined;
  }
}

function mixed([left, right]: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const one = Float32Array.from(left ?? []);
  if (right) for (let at = 0; at < one.length; at += 1) one[at] = ((one[at] ?? 0) + (right[at] ?? 0)) / 2;
  return one;
}
