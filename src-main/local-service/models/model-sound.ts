import libsamplerate from '@alexanderolsen/libsamplerate-js';
import { Brightness } from '../sound/brightness.ts';
import { sampleRate, type EngineEvent, type EngineVoice } from '../sound/engine.ts';
import { type ModelSound, type ModelVoice, type SpeakQuestion } from './model-order.ts';

/** Words a minute of a voice of a model as its author made it, on the scale of the engines. */
const ownRate = 165;
/** Silence that is left before the first sound. */
const leadMs = 10;
/** Samples below this are silence. */
const threshold = 0.004;

type Converter = Awaited<ReturnType<typeof libsamplerate.create>>;

/** How much higher the sound is played: pitch and throat together, as a model's melody cannot be asked for. */
const throatOf = (voice: EngineVoice): number =>
  Math.min(1.4, Math.max(0.7, 2 ** ((voice.pitch - 50) / 75 + (voice.semitones ?? 0) / 12) * (voice.formants ?? 1)));

/** What is asked of a model for pieces of a text. Played higher, the sound is shorter: the pace is asked for accordingly. */
export function questionFor({ order, speaker }: ModelVoice, voice: EngineVoice, pieces: readonly string[]): SpeakQuestion {
  const speed = Math.min(450, Math.max(80, voice.rate)) / ownRate / throatOf(voice);
  return { order, speaker, text: pieces.join(' '), speed };
}

/** Sound of models as the engines give theirs. */
export class ModelSounds {
  #converter: Converter | undefined;

  /**
   * Samples at the engines' rate, from shortly before the first sound on, and two events: where it sounds and where it ends. A model tells no more, so
   * the places of its words are estimates.
   */
  async convert(sound: ModelSound, { gain }: ModelVoice, voice: EngineVoice): Promise<{ samples: Int16Array; events: EngineEvent[] }> {
    const [from, to] = soundingPart(sound);
    const floats = sound.samples.slice(from, to);
    if (floats.length === 0) return { samples: new Int16Array(0), events: [] };
    new Brightness(sound.rate, gain, voice.brightness ?? 0).apply(floats);
    const converterType = libsamplerate.ConverterType.SRC_SINC_FASTEST;
    this.#converter ??= await libsamplerate.create(1, sampleRate, sampleRate, { converterType });
    this.#converter.inputSampleRate = Math.round(sound.rate * throatOf(voice));
    const samples = Int16Array.from(this.#converter.simple(floats), (value) => Math.round(32_767 * Math.min(1, Math.max(-1, value))));
    const place = { type: 'phoneme', text_position: 0, word_length: 0 } as const;
    const endMs = (1_000 * samples.length) / sampleRate;
    return {
      samples,
      events: [
        { ...place, audio_position: 0, id: 'speech' },
        { ...place, audio_position: endMs, id: '' },
      ],
    };
  }
}

function soundingPart({ samples, rate }: ModelSound): [from: number, to: number] {
  const first = samples.findIndex((sample) => Math.abs(sample) > threshold);
  if (first < 0) return [0, 0];
  const last = samples.findLastIndex((sample) => Math.abs(sample) > threshold);
  return [Math.max(0, first - Math.round((leadMs * rate) / 1_000)), last + 1];
}
