import { ReferenceVoice } from '#main/media/alignment/reference-voice.ts';
import { checkTake, readTokens } from '#main/media/proof/check-take.ts';
import { ClipFinder } from '#main/media/proof/clipping.ts';
import { compareWithNeighbours } from '#main/media/proof/neighbours.ts';
import { learnVoice } from '#main/media/proof/voice.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { heldOutTexts } from '../helpers/held-out-texts.ts';
import { recordByFestival, recordByFlite, speakByFestival, speakByFlite, type TimedSpeech } from '../helpers/other-voices.ts';
import { defects, seedDefect, seededRandom, type DefectiveSpeech, type Random, type Speaker } from '../helpers/seeded-defects.ts';
import type { Bench } from './run.ts';

/** Fewer only while the checks are worked on. */
const defectCount = Number(process.env['PROOF_DEFECTS'] ?? 200);
const defectsByChapter = 10;
const nearMs = 500;
const mostFalseAlarms = 1 / 1000;

const flite = (voice: string): Speaker => ({ record: (text) => recordByFlite(text, voice), speak: (text) => speakByFlite(text, voice, 1) });
const festival = (voice: string): Speaker => ({
  record: (text) => recordByFestival(text, voice),
  speak: (text) => speakByFestival(text, voice, 1),
});
const speakers = [flite('slt'), flite('rms'), flite('awb'), festival('kal_diphone'), festival('cmu_us_slt_arctic_hts')];

/** What was found of the defects, by name, and false alarms. */
interface Tally {
  byDefect: Map<string, { found: number; of: number }>;
  falseAlarms: string[];
  words: number;
}

/** Speech is made once for each voice and text. */
function remember(speaker: Speaker): Speaker {
  const known = new Map<string, TimedSpeech>();
  const speak = (text: string): TimedSpeech => {
    const speech = known.get(text) ?? speaker.speak(text);
    known.set(text, speech);
    return speech;
  };
  return { record: speaker.record, speak };
}

/** A chapter of all texts, of which ten have a defect. */
function checkChapter(speaker: Speaker, chapter: number, random: Random, voice: ReferenceVoice, tally: Tally): void {
  const takes = heldOutTexts.map((text, index) => {
    const at = (index + chapter) % heldOutTexts.length;
    const defect = at % 2 === 0 ? defects[(chapter * defectsByChapter + at / 2) % defects.length] : undefined;
    const sound: TimedSpeech | DefectiveSpeech = defect === undefined ? speaker.speak(text) : seedDefect(defect, text, speaker, random);
    return { text, sound, defect };
  });
  const model = learnVoice(
    takes.map(({ text, sound: recording }) => ({ recording, tokens: readTokens(text), reference: voice.speak(readTokens(text), 'en') })),
  );
  const checks = takes.map(({ text, sound }) => {
    const clips = new ClipFinder();
    clips.push(sound.samples, sound.sampleRate);
    return checkTake(sound, { text, language: 'en' }, voice, { clipped: clips.finish(), model });
  });
  const facts = checks.map((check) => ({ ...check.facts, voiceId: 'one' }));
  takes.forEach(({ text, sound, defect }, index) => {
    const findings = [...(checks[index]?.findings ?? []), ...compareWithNeighbours(facts, index)];
    tally.words += readTokens(text).length;
    const isNear = ({ startMs, endMs }: Finding): boolean =>
      'kind' in sound && startMs <= sound.endMs + nearMs && sound.startMs - nearMs <= endMs;
    if (defect !== undefined && 'kind' in sound) {
      const count = tally.byDefect.get(defect) ?? { found: 0, of: 0 };
      tally.byDefect.set(defect, count);
      count.of += 1;
      if (findings.some((finding) => finding.kind === sound.kind && isNear(finding))) count.found += 1;
    }
    for (const finding of findings)
      if (!isNear(finding))
        tally.falseAlarms.push(`${finding.kind} ${finding.startMs}-${finding.endMs} of ${defect ?? 'nothing'}: ${text}`);
  });
}

async function run(): Promise<{ ours: number; peer: number }> {
  const voice = await ReferenceVoice.start();
  const random = seededRandom(18);
  const tally: Tally = { byDefect: new Map(), falseAlarms: [], words: 0 };
  const chapters = defectCount / defectsByChapter;
  const known = speakers.map(remember);
  for (let chapter = 0; chapter < chapters; chapter++) {
    const speaker = known[chapter % known.length];
    if (speaker !== undefined) checkChapter(speaker, chapter, random, voice, tally);
  }
  const found = [...tally.byDefect.values()].reduce((sum, count) => sum + count.found, 0);
  process.stderr.write(`${JSON.stringify({ ...tally, byDefect: Object.fromEntries(tally.byDefect) }, undefined, 1)}\n`);
  return { ours: tally.falseAlarms.length > tally.words * mostFalseAlarms ? 0 : found, peer: defectCount };
}

export default {
  name: 'proof: of 200 defects seeded into takes of other voices, those that are found with the right kind, with at most one false alarm in 1,000 words; against 200',
  atLeast: 0.95,
  run,
} satisfies Bench;
