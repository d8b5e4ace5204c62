import { parentPort } from 'node:worker_threads';
import { canAlign, ReferenceVoice } from '../../media/alignment/reference-voice.ts';
import { serveThread } from '../../infra/thread-call.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';

/** The thread of the voice that says respellings: the engine of this machine, which speaks at once and costs nothing. */
let starting: Promise<ReferenceVoice> | undefined;

const methods = {
  /** A mono WAV file. A language that the engine is not set up for is said in English. */
  hear: async (text: string, language: string | null): Promise<Uint8Array> => {
    const voice = await (starting ??= ReferenceVoice.start());
    const { samples, sampleRate } = voice.speak(text.split(/\s+/u), language !== null && canAlign(language) ? language : 'en');
    const pcm = Int16Array.from(samples, (value) => Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767))));
    const header = wavHeader(pcm.length, sampleRate);
    const wav = new Uint8Array(header.byteLength + pcm.byteLength);
    wav.set(header);
    wav.set(new Uint8Array(pcm.buffer), header.byteLength);
    return wav;
  },
};
export type LocalVoiceThread = typeof methods;

if (!parentPort) throw new Error('local-voice-thread runs in a worker thread');
serveThread(parentPort, methods);
