import type { Synthesis } from '#main/local-service/sound/synthesis.ts';
import type { PickupKind } from '#shared/narration/pickup-kinds.ts';
import { changeThroat, festivalSpeaker, fliteSpeaker, localSpeaker, remember, type NamedSpeaker } from './proof-speakers.ts';
import { developmentTexts, earlierTexts, formerTexts, judgedTexts, trialTexts } from './proof-texts.ts';
import { defects, seedDefect, seededRandom, type Defect, type Seed } from './seeded-defects.ts';

const defectsByChapter = 10;

/** A take of a text, with the defect that was seeded into it. */
export interface SeededTake {
  text: string;
  samples: Float32Array;
  sampleRate: number;
  defect?: { name: Defect; kind: PickupKind; startMs: number; endMs: number };
}

/** Takes of one voice, ten of them with a defect. */
export interface SeededChapter {
  speaker: string;
  takes: SeededTake[];
}

/** Texts, voices, and the words and the seed of the defects. The sets share no text, seed or word; `judged` has voices that no other set has. */
interface SeededSet {
  /** By how often a voice has spoken before. */
  texts: readonly (readonly string[])[];
  speakers: readonly NamedSpeaker[];
  otherWords: readonly string[];
  seed: number;
}

/** All but `judged` are what numbers of the checks were chosen by. `judged`: what they are judged by, and never chosen by. */
export type SetName = 'development' | 'trial' | 'earlier' | 'former' | 'judged';

function createSet(name: SetName, synthesis: Synthesis): SeededSet {
  const local = (voice: string, rate: number, pitch: number): NamedSpeaker => localSpeaker(synthesis, voice, rate, pitch);
  if (name === 'development')
    return {
      texts: [developmentTexts],
      speakers: [
        ...['slt', 'rms', 'awb'].map(fliteSpeaker),
        ...['kal_diphone', 'cmu_us_slt_arctic_hts'].map(festivalSpeaker),
        ...[local('en-us+f2', 165, 60), local('en+m3', 190, 46)],
      ],
      otherWords: ['mountain', 'seven', 'table', 'orange', 'morning', 'black', 'winter', 'nothing', 'sister', 'yellow'],
      seed: 18,
    };
  const speakers = [
    ...['slt', 'rms', 'awb', 'kal16'].map(fliteSpeaker),
    ...['kal_diphone', 'ked_diphone', 'cmu_us_slt_arctic_hts'].map(festivalSpeaker),
  ];
  if (name === 'trial')
    return {
      texts: [trialTexts],
      speakers: [...speakers, local('en-us+m7', 158, 42), local('en+f4', 168, 52), local('en-gb-scotland+m1', 166, 48)],
      otherWords: ['river', 'eleven', 'pencil', 'purple', 'evening', 'heavy', 'garden', 'always', 'uncle', 'silver'],
      seed: 7919,
    };
  if (name === 'earlier')
    return {
      texts: [earlierTexts],
      speakers: [...speakers, local('en-us+f5', 178, 58), local('en+m8', 160, 48), local('en-gb-scotland+f3', 170, 50)],
      otherWords: ['window', 'twelve', 'blanket', 'copper', 'midnight', 'simple', 'kitchen', 'never', 'cousin', 'golden'],
      seed: 104_729,
    };
  if (name === 'former')
    return {
      texts: [formerTexts],
      speakers: [...speakers, local('en-us+m4', 172, 44), local('en+f1', 162, 54), local('en-gb-scotland+m7', 168, 46)],
      otherWords: ['pocket', 'fifteen', 'ladder', 'scarlet', 'autumn', 'narrow', 'station', 'often', 'teacher', 'broken'],
      seed: 611_953,
    };
  const half = judgedTexts.length / 2;
  return {
    texts: [judgedTexts.slice(0, half), judgedTexts.slice(half)],
    speakers: [
      ...speakers,
      ...[local('en-us+f3', 170, 50), local('en+m5', 174, 46), local('en-us+klatt2', 166, 50)],
      ...[changeThroat(fliteSpeaker('awb'), 1.12), changeThroat(festivalSpeaker('cmu_us_slt_arctic_hts'), 0.88)],
    ],
    otherWords: ['button', 'thousand', 'carpet', 'violet', 'summer', 'gentle', 'village', 'rarely', 'doctor', 'frozen'],
    seed: 3_141_592,
  };
}

/** Chapters with so many defects, one voice after another. */
export async function* seedChapters(name: SetName, synthesis: Synthesis, defectCount: number): AsyncGenerator<SeededChapter> {
  const { texts, speakers, otherWords, seed } = createSet(name, synthesis);
  const known = speakers.map(remember);
  const how = { random: seededRandom(seed), otherWords };
  for (let chapter = 0; chapter * defectsByChapter < defectCount; chapter++) {
    const speaker = known[chapter % known.length];
    const own = texts[Math.floor(chapter / known.length) % texts.length] ?? [];
    if (speaker !== undefined) yield { speaker: speaker.name, takes: await createTakes(chapter, own, speaker, how) };
  }
}

async function createTakes(chapter: number, texts: readonly string[], speaker: NamedSpeaker, how: Seed): Promise<SeededTake[]> {
  const takes: SeededTake[] = [];
  for (const [index, text] of texts.entries()) {
    const at = (index + chapter) % texts.length;
    const name = at % 2 === 0 && at < 2 * defectsByChapter ? defects[(chapter * defectsByChapter + at / 2) % defects.length] : undefined;
    if (name === undefined) {
      const { samples, sampleRate } = await speaker.record(text);
      takes.push({ text, samples, sampleRate });
      continue;
    }
    const { samples, sampleRate, kind, startMs, endMs } = await seedDefect(name, text, speaker, how);
    takes.push({ text, samples, sampleRate, defect: { name, kind, startMs, endMs } });
  }
  return takes;
}
