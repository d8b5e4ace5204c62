import type { VoiceMeasure } from '#shared/sound/voice-measure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { MeasureAnswer } from './voice-measure.worker.ts';

/** Larger files are not read for a picture: it is for lines and takes. */
const maximumBytes = 32 * 1024 * 1024;
/** A measure that takes longer hangs, in milliseconds. */
const patienceMs = 20_000;

/** Reads a sound by its studio address and measures the voice in it, beside the window. `undefined` for silence and what cannot be read. */
export async function measureSound(url: string): Promise<VoiceMeasure | undefined> {
  try {
    const response = await fetch(url);
    if (!response.ok || Number(response.headers.get('Content-Length') ?? 0) > maximumBytes) return undefined;
    const sound = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(await response.arrayBuffer());
    return await measureApart(sound.getChannelData(0));
  } catch {
    return undefined;
  }
}

function measureApart(samples: Float32Array): Promise<VoiceMeasure | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./voice-measure.worker.ts', import.meta.url), { type: 'module', name: 'voice-measure' });
    const end = (measure: VoiceMeasure | undefined): void => {
      clearTimeout(timer);
      worker.terminate();
      resolve(measure);
    };
    const timer = setTimeout(() => end(undefined), patienceMs);
    worker.addEventListener('error', () => end(undefined));
    worker.addEventListener('message', ({ data }: MessageEvent<MeasureAnswer>) => end(data ?? undefined));
    const own = samples.slice();
    worker.postMessage(own, [own.buffer]);
  });
}
