import { designProviders } from '#shared/wire/voice-designs.ts';
import { sampleRate } from '#main/local-service/sound/engine.ts';
import { Synthesis } from '#main/local-service/sound/synthesis.ts';
import { engineLanguage } from '#main/local-service/voices/catalogue.ts';
import { designedSound } from '#main/local-service/voices/prompt.ts';
import { timbreDistance, timbreOf } from '../helpers/voice-distance.ts';
import type { Bench } from './run.ts';

const designs = [
  ['An old deep man', 'en-US', 'The river was quiet that evening, and nobody told the children where the road would end.'],
  ['A bright girl', 'en-US', 'The river was quiet that evening, and nobody told the children where the road would end.'],
  ['Eine ruhige Frau', 'de-DE', 'Der Fluss war still an diesem Abend, und niemand sagte den Kindern, wo die Straße enden würde.'],
  ['Un hombre mayor', 'es-ES', 'El río estaba tranquilo aquella tarde, y nadie dijo a los niños dónde acabaría el camino.'],
  ['Une femme douce', 'fr-FR', 'La rivière était calme ce soir-là, et personne ne dit aux enfants où finirait le chemin.'],
] as const;

/** The least timbre distance between two candidates, against the largest between one and the same made with another key, for the design where they are nearest. */
async function run(): Promise<{ ours: number; peer: number }> {
  const synthesis = new Synthesis(1);
  try {
    const timbre = async (prompt: string, language: string, text: string, key: string, place: number): Promise<number[]> => {
      const sound = designedSound({ prompt }, { key, language }, designProviders[place >> 1]!, place % 2);
      const voice = { ...sound, name: `${engineLanguage(language) ?? 'en-us'}+${sound.variant}` };
      const parts: Uint8Array[] = [];
      for await (const piece of synthesis.speak({ text, voice, format: 'wav', gain: 0, speed: 1, normalise: true }))
        if (piece.kind === 'audio') parts.push(piece.bytes);
      const bytes = new Uint8Array(Buffer.concat(parts));
      return timbreOf(
        Float32Array.from(new Int16Array(bytes.buffer, 0, bytes.length >> 1), (sample) => sample / 32_768),
        sampleRate,
      );
    };
    const ratios: { ours: number; peer: number }[] = [];
    for (const [prompt, language, text] of designs) {
      const people = await Promise.all([0, 1, 2, 3].map((place) => timbre(prompt, language, text, 'one', place)));
      const again = await Promise.all([0, 1, 2, 3].map((place) => timbre(prompt, language, text, 'another', place)));
      const apart = people.flatMap((one, at) => people.slice(at + 1).map((other) => timbreDistance(one, other)));
      const repeats = people.map((one, at) => timbreDistance(one, again[at]!));
      ratios.push({ ours: Math.min(...apart), peer: Math.max(...repeats) });
    }
    // The design whose candidates are nearest to being one person.
    return ratios.reduce((worst, one) => (one.ours / one.peer < worst.ours / worst.peer ? one : worst));
  } finally {
    await synthesis.close();
  }
}

export default {
  name: 'design-people: the least distance of timbre between two of four candidates, against the largest between repeats of one; decibels',
  atLeast: 1.5,
  run,
} satisfies Bench;
