import { measureRecording } from '#main/media/alignment/measured-recording.ts';
import type { ReferenceVoice } from '#main/media/alignment/reference-voice.ts';
import { checkTake, readTokens } from '#main/media/proof/check-take.ts';
import { ClipFinder } from '#main/media/proof/clipping.ts';
import { compareWithNeighbours } from '#main/media/proof/neighbours.ts';
import { learnVoice, readRecording } from '#main/media/proof/voice.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import type { SeededChapter, SeededTake } from './proof-chapters.ts';

const nearMs = 500;

/** How many of some seeded defects were found, and what was found or not. */
interface Count {
  found: number;
  of: number;
}

/** What the checks of takes found of seeded defects. */
export interface ProofFigures {
  found: number;
  defects: number;
  falseAlarms: string[];
  missed: string[];
  /** Words of the takes that have nothing seeded, and of the parts of others that are farther than half a second from their defect. */
  cleanWords: number;
  byDefect: Record<string, Count>;
  byVoice: Record<string, Count & { falseAlarms: number }>;
}

export const noFigures = (): ProofFigures => ({
  found: 0,
  defects: 0,
  falseAlarms: [],
  missed: [],
  cleanWords: 0,
  byDefect: {},
  byVoice: {},
});

/** Checks a chapter as the service does, and adds what comes of it. */
export function addChapter(figures: ProofFigures, { speaker, takes }: SeededChapter, voice: ReferenceVoice): void {
  const ofVoice = (figures.byVoice[speaker] ??= { found: 0, of: 0, falseAlarms: 0 });
  const alarmsBefore = figures.falseAlarms.length;
  checkChapter(takes, voice).forEach((findings, index) => {
    const take = takes[index];
    if (take !== undefined) addTake(figures, ofVoice, take, findings, speaker);
  });
  ofVoice.falseAlarms += figures.falseAlarms.length - alarmsBefore;
}

function checkChapter(takes: readonly SeededTake[], voice: ReferenceVoice): Finding[][] {
  const model = learnVoice(
    takes.map((recording) => {
      const tokens = readTokens(recording.text);
      return readRecording(measureRecording(recording), tokens, voice.speakReference(tokens, 'en'));
    }),
  );
  const checks = takes.map((take) => {
    const clips = new ClipFinder();
    clips.push(take.samples, take.sampleRate);
    return checkTake(measureRecording(take), { text: take.text, language: 'en' }, voice, { clipped: clips.finish(), model });
  });
  const facts = checks.map((check) => ({ ...check.facts, voiceId: 'one' }));
  return checks.map(({ findings }, index) => [...findings, ...compareWithNeighbours(facts, index)]);
}

function addTake(figures: ProofFigures, ofVoice: Count, take: SeededTake, findings: readonly Finding[], speaker: string): void {
  const { text, defect } = take;
  const words = readTokens(text).length;
  const show = ({ kind, startMs, endMs, text: concerned }: Finding): string => `${kind} ${startMs}-${endMs} "${concerned}"`;
  const isNear = ({ startMs, endMs }: Finding): boolean =>
    defect !== undefined && startMs <= defect.endMs + nearMs && defect.startMs - nearMs <= endMs;
  for (const finding of findings)
    if (!isNear(finding)) figures.falseAlarms.push(`${speaker}: ${show(finding)}; ${defect?.name ?? 'clean'}: ${text}`);
  if (defect === undefined) {
    figures.cleanWords += words;
    return;
  }
  const wholeMs = (take.samples.length * 1000) / take.sampleRate;
  const nearShare = (Math.min(wholeMs, defect.endMs + nearMs) - Math.max(0, defect.startMs - nearMs)) / wholeMs;
  figures.cleanWords += Math.floor(words * (1 - nearShare));
  const isFound = findings.some((finding) => finding.kind === defect.kind && isNear(finding));
  const ofDefect = (figures.byDefect[defect.name] ??= { found: 0, of: 0 });
  for (const count of [ofDefect, ofVoice]) {
    count.of += 1;
    if (isFound) count.found += 1;
  }
  figures.defects += 1;
  if (isFound) figures.found += 1;
  else
    figures.missed.push(
      `${speaker}: ${defect.name} ${Math.round(defect.startMs)}-${Math.round(defect.endMs)} of ${Math.round(wholeMs)}, found ${findings.map(show).join(', ') || 'nothing'}: ${text}`,
    );
}
