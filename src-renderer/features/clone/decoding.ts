import type { Recording } from '#shared/clone/recordings.ts';
import { announce } from '../../lib/live-region.tsx';
import { putRecording, useClone } from './store.ts';
import { sendRecordingPiece } from './files.ts';
import { attempt, studio } from '../../core/host/host.ts';
import { decodeInWindow } from '../../core/sources/window-decoding.ts';
import { messages } from '#shared/messages/index.ts';

/** Bytes of samples that go to main at once. */
const pieceBytes = 2 * 1024 * 1024;

/** True for what main keeps and has no decoder for: this window may have one. */
const isUndecoded = ({ state, samples, original }: Recording): boolean => state === 'ready' && samples === 0 && original;

let tail: Promise<unknown> = Promise.resolve();

/**
 * Recordings whose codec main has no decoder for (AAC, which telephones record in) are decoded by this window, one after the other, and drawn and checked
 * like all others. What this window cannot decode either is said to be so, and is not tried again by it.
 */
function decodeWhatIsLeft(): void {
  for (const recording of useClone.getState().recordings) {
    if (!isUndecoded(recording) || useClone.getState().decoding[recording.id] !== undefined) continue;
    note(recording.id, 'wanted');
    tail = tail.then(async () => {
      // Removed before its turn came.
      if (!useClone.getState().recordings.some(({ id }) => id === recording.id)) return;
      const answer = await attempt(() => decode(recording));
      note(recording.id, answer.ok && answer.value ? 'done' : 'impossible');
      if (answer.ok && answer.value) {
        putRecording(answer.value);
        announce(messages.clone.recordingReady(recording.name));
      }
    });
  }
}

export function watchUndecoded(): void {
  decodeWhatIsLeft();
  useClone.subscribe((after, before) => {
    if (after.recordings !== before.recordings) decodeWhatIsLeft();
  });
}

function note(id: string, state: 'wanted' | 'done' | 'impossible'): void {
  useClone.setState(({ decoding }) => ({ decoding: { ...decoding, [id]: state } }));
}

async function decode({ id }: Recording): Promise<Recording | undefined> {
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
  await decodeInWindow(`/bytes/clone/${id}.original`, async (piece) => {
    if (piece.rate !== rate) await send();
    rate = piece.rate;
    const mono = mixed(piece.channels);
    held.push(mono);
    bytes += mono.byteLength;
    if (bytes >= pieceBytes) await send();
    return wantsMore;
  });
  await send();
  return taken > 0 ? studio().run('clone.decoded', { recordingId: id }) : undefined;
}

function mixed([left, right]: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const one = Float32Array.from(left ?? []);
  if (right) for (let at = 0; at < one.length; at += 1) one[at] = ((one[at] ?? 0) + (right[at] ?? 0)) / 2;
  return one;
}
