import { LatestModels } from './latest-models.ts';
import { type ModelOrder, type ModelSound, type SpeakQuestion } from './model-order.ts';
import { type Sherpa } from './sherpa.ts';

/** A cast changes between a few. */
const speakers = new LatestModels<InstanceType<Sherpa['OfflineTts']>>(2);

/** Speaks with a model. Throws where the package does. */
export function speak(sherpa: Sherpa, { order, text, speaker: sid, speed }: SpeakQuestion): ModelSound {
  const speaker = speakers.find(JSON.stringify(order), () => {
    const model = { ...configure(order), numThreads: 1, provider: 'cpu', debug: 0 };
    return new sherpa.OfflineTts({ model, maxNumSentences: 1 });
  });
  const { samples, sampleRate: rate } = speaker.generate({ text, sid, speed, enableExternalBuffer: false });
  return { samples, rate, speakers: Math.max(1, speaker.numSpeakers) };
}

function configure({ kind, parts: { model, tokens, lexicon = '', espeak = '', voices } }: ModelOrder): object {
  if (kind === 'kokoro') return { kokoro: { model, voices, tokens, lexicon, dataDir: espeak, lengthScale: 1 } };
  return { vits: { model, tokens, lexicon, dataDir: espeak } };
}
