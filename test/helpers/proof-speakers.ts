import { sampleRate } from '#main/local-service/sound/engine.ts';
import type { Synthesis } from '#main/local-service/sound/synthesis.ts';
import { readPcm, recordByFestival, recordByFlite, speakByFestival, speakByFlite, type TimedSpeech } from './other-voices.ts';
import type { Speaker } from './seeded-defects.ts';

/** A speaker and its name in a report. */
export interface NamedSpeaker extends Speaker {
  name: string;
}

export const fliteSpeaker = (voice: string): NamedSpeaker => ({
  name: `flite ${voice}`,
  record: (text) => Promise.resolve(recordByFlite(text, voice)),
  speak: (text) => Promise.resolve(speakByFlite(text, voice, 1)),
});

export const festivalSpeaker = (voice: string): NamedSpeaker => ({
  name: `festival ${voice}`,
  record: (text) => Promise.resolve(recordByFestival(text, voice)),
  speak: (text) => Promise.resolve(speakByFestival(text, voice, 1)),
});

/** A voice of the local service. `rate`: words a minute. */
export function localSpeaker(synthesis: Synthesis, name: string, rate: number, pitch: number): NamedSpeaker {
  const speak = async (text: string): Promise<TimedSpeech> => {
    const bytes: Uint8Array[] = [];
    const starts: number[] = [];
    const voice = { name, rate, pitch, range: 50 };
    for await (const piece of synthesis.speak({ text, voice, format: 'pcm', gain: 0, speed: 1, normalise: true })) {
      if (piece.kind === 'audio') bytes.push(piece.bytes);
      if (piece.kind === 'words' && piece.final) starts.push(...piece.words.map(({ startMs }) => startMs));
    }
    return { starts, samples: readPcm(Buffer.concat(bytes)), sampleRate };
  };
  return { name: `local ${name}`, record: speak, speak };
}

/** A speaker with another throat: all of its sound is so many times higher, and faster. */
export function changeThroat({ name, record, speak }: NamedSpeaker, factor: number): NamedSpeaker {
  const change = <Sound extends { sampleRate: number }>(sound: Sound): Sound => ({
    ...sound,
    sampleRate: Math.round(sound.sampleRate * factor),
  });
  return {
    name: `${name} x ${factor}`,
    record: async (text) => change(await record(text)),
    speak: async (text) => {
      const speech = change(await speak(text));
      return { ...speech, starts: speech.starts.map((start) => start / factor) };
    },
  };
}

/** Speech is made once for each text. */
export function remember({ name, record, speak }: NamedSpeaker): NamedSpeaker {
  const [recorded, spoken] = [new Map<string, ReturnType<Speaker['record']>>(), new Map<string, ReturnType<Speaker['speak']>>()];
  const recall = <Speech>(known: Map<string, Speech>, text: string, create: (text: string) => Speech): Speech => {
    const speech = known.get(text) ?? create(text);
    known.set(text, speech);
    return speech;
  };
  return {
    name,
    record: (text) => spoken.get(text) ?? recall(recorded, text, record),
    speak: (text) => recall(spoken, text, speak),
  };
}
