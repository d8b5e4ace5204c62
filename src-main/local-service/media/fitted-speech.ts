import { dubbingFitCode, fitRange } from '#shared/wire/dubbing.ts';
import { ServiceError } from '../http/service-error.ts';
import { type SpeechOrder } from '../sound/speech.ts';
import { type Synthesis } from '../sound/synthesis.ts';
import { openMedia } from './inspect.ts';

/** Speaking again changes the pace; each time comes nearer. */
const roundsMaximum = 6;

export interface DubbingSpeech {
  sound: Uint8Array<ArrayBuffer>;
  seconds: number;
}

export async function speak(synthesis: Synthesis, order: SpeechOrder, factor: number): Promise<DubbingSpeech> {
  const paced = { ...order, speed: order.speed * factor, voice: { ...order.voice, rate: order.voice.rate * factor } };
  const parts: Uint8Array[] = [];
  for await (const piece of synthesis.speak(paced)) if (piece.kind === 'audio') parts.push(piece.bytes);
  const sound = new Uint8Array(Buffer.concat(parts));
  const input = openMedia(sound);
  try {
    return { sound, seconds: Math.round((await input.computeDuration()) * 1_000) / 1_000 };
  } finally {
    input.dispose();
  }
}

/**
 * The same words faster or slower, at the engine's own pitch, until they last as long as the video. What was spoken first comes back unchanged, with the
 * failure, when the range does not reach.
 */
export async function fitted(
  synthesis: Synthesis,
  order: SpeechOrder,
  first: DubbingSpeech,
  target: number,
): Promise<{ speech: DubbingSpeech; failure?: ServiceError }> {
  const tolerance = Math.max(fitRange.toleranceSeconds, target * fitRange.toleranceShare);
  let speech = first;
  let factor = 1;
  const needed = first.seconds / target;
  for (let round = 0; needed >= fitRange.slowest && needed <= fitRange.fastest && round < roundsMaximum; round += 1) {
    if (Math.abs(speech.seconds - target) <= tolerance) return { speech };
    factor *= speech.seconds / target;
    speech = await speak(synthesis, order, factor);
  }
  const message = `The speech takes ${first.seconds} s and the video ${target} s. A change of pace from ${fitRange.slowest}x to ${fitRange.fastest}x does not make them equal.`;
  return { speech: first, failure: new ServiceError(422, dubbingFitCode, message) };
}
