import { availableParallelism } from 'node:os';
import { LatestModels } from './latest-models.ts';
import { type HearQuestion, type ModelOrder, type ModelWords } from './model-order.ts';
import { type Sherpa } from './sherpa.ts';

type Recognizer = InstanceType<Sherpa['OfflineRecognizer']>;
/** With the language that it is set to. */
interface Listener {
  recognizer: Recognizer;
  language: string;
}

/** Threads of one recognition: more gain little, and the machine speaks beside it. */
const threads = Math.min(4, availableParallelism());
/** One alone: it may have some gigabytes. */
const listeners = new LatestModels<Listener>(1);

/** Recognises up to 30 seconds with a model. Throws where the package does, or gives what is no result. */
export function hear(sherpa: Sherpa, { order, samples, rate, language }: HearQuestion): ModelWords {
  const listener = listeners.find(JSON.stringify(order), () => {
    const recognizer = new sherpa.OfflineRecognizer(configure(order, language));
    return { recognizer, language };
  });
  if (listener.language !== language) {
    listener.recognizer.setConfig(configure(order, language));
    listener.language = language;
  }
  const stream = listener.recognizer.createStream();
  stream.acceptWaveform({ samples, sampleRate: rate });
  listener.recognizer.decode(stream);
  const found = listener.recognizer.getResult(stream);
  const durations = found.segment_durations ?? [];
  const texts = found.segment_texts ?? [];
  const segments = (found.segment_timestamps ?? []).map((start, index) => ({
    start,
    end: start + (durations[index] ?? 0),
    text: texts[index] ?? '',
  }));
  return { text: found.text, language: found.lang ?? '', segments };
}

function configure({ parts: { encoder, decoder, tokens } }: ModelOrder, language: string): object {
  const whisper = { encoder, decoder, language, task: 'transcribe', tailPaddings: -1, enableSegmentTimestamps: 1 };
  return {
    featConfig: { sampleRate: 16_000, featureDim: 80 },
    modelConfig: { whisper, tokens, numThreads: threads, provider: 'cpu', debug: 0 },
    decodingMethod: 'greedy_search',
  };
}
