import { beforeAll, expect, it } from 'vitest';
import { measureRecording } from '#main/media/alignment/measured-recording.ts';
import { ReferenceVoice } from '#main/media/alignment/reference-voice.ts';
import { certainOf, checkTake, withoutBeforeCut } from '#main/media/proof/check-take.ts';
import { ClipFinder } from '#main/media/proof/clipping.ts';
import { addNeighbours, compareWithNeighbours, type TakeFacts } from '#main/media/proof/neighbours.ts';
import type { Finding } from '#shared/narration/pickup-kinds.ts';
import { seededRandom } from '../../helpers/seeded-defects.ts';

const text = 'It was late in the evening when the two travellers came down from the hills. Nobody in the village had seen them before.';
let voice: ReferenceVoice;
let speech: Float32Array;
let sampleRate: number;
beforeAll(async () => {
  voice = await ReferenceVoice.start();
  ({ samples: speech, sampleRate } = voice.speak(text.split(' '), 'en'));
});

/** Without a language that words can be found in, so that only the sound is checked. */
function check(samples: Float32Array): Finding[] {
  const clips = new ClipFinder();
  clips.push(samples, sampleRate);
  return checkTake(measureRecording({ samples, sampleRate }), { text, language: 'ja' }, voice, {
    clipped: clips.finish(),
    model: undefined,
  }).findings;
}
const at = (seconds: number): number => Math.round(seconds * sampleRate);
const change = (from: number, to: number, how: (sample: number, index: number) => number): Float32Array =>
  speech.map((sample, index) => (index >= at(from) && index < at(to) ? how(sample, index) : sample));

it('clean speech has no findings', () => {
  expect(check(speech)).toEqual([]);
});

it('a pause of two seconds is a silence, where it is', () => {
  const samples = Float32Array.from([...speech.subarray(0, at(2)), ...new Float32Array(at(2)), ...speech.subarray(at(2))]);
  const [found, ...others] = check(samples);
  expect([found?.kind, others]).toEqual(['silence', []]);
  expect(Math.abs(found!.startMs - 2000)).toBeLessThan(300);
  expect(Math.abs(found!.endMs - 4000)).toBeLessThan(300);
});

it('a take without any sound is one silence from its start to its end', () => {
  expect(check(new Float32Array(at(3)))).toEqual([{ kind: 'silence', startMs: 0, endMs: 3000, text, score: 1 }]);
});

it.each([
  ['a burst of noise', 'noise', 2, 2.6, (random: () => number) => (sample: number) => sample + 0.3 * (2 * random() - 1)],
  ['a hum', 'noise', 1, 4, () => (sample: number, index: number) => sample + 0.08 * Math.sin((2 * Math.PI * 50 * index) / sampleRate)],
  ['a part that is 9 dB louder', 'level', 2.5, 60, () => (sample: number) => sample * 2.8],
  ['tops that are cut off', 'clipped', 0, 60, () => (sample: number) => Math.max(-0.12, Math.min(0.12, sample))],
])('%s is found as %s near its place, and as nothing else', (_title, kind, from, to, create) => {
  const findings = check(change(from, to, create(seededRandom(5))));
  expect([...new Set(findings.map((finding) => finding.kind))]).toEqual([kind]);
  expect(findings[0]!.startMs).toBeGreaterThan(from * 1000 - 600);
  expect(findings[0]!.startMs).toBeLessThan(from * 1000 + 600);
});

it('a take that ends while somebody speaks is truncated at its end', () => {
  const findings = check(speech.slice(0, at(1.5)));
  expect(findings).toMatchObject([{ kind: 'truncated', endMs: 1500 }]);
});

it('a take that is cut in the burst of a consonant, after the silence before it, is truncated', () => {
  const samples = change(1.4, 1.49, () => 0).slice(0, at(1.5));
  samples.fill(0.2, at(1.49));
  expect(check(samples)).toMatchObject([{ kind: 'truncated', endMs: 1500 }]);
});

it('a level step less than a second of speech before the end is found', () => {
  const seconds = speech.length / sampleRate;
  const findings = check(change(seconds - 0.9, 60, (sample) => sample * 4));
  expect(findings.map(({ kind }) => kind)).toEqual(['level']);
  expect(Math.abs(findings[0]!.startMs - (seconds - 0.9) * 1000)).toBeLessThan(600);
});

it.each([
  ['louder', 2.8, 9],
  ['quieter', 1 / 2.8, -9],
])('a level step says that it gets %s, and by how much', (_word, factor, decibels) => {
  const [found] = check(change(2.5, 60, (sample) => sample * factor)).filter(({ kind }) => kind === 'level');
  expect(Math.abs(found!.difference! - decibels)).toBeLessThan(3.5);
});

it('the level around a burst of noise is no step of its own', () => {
  const random = seededRandom(5);
  const findings = check(change(1.5, 2.5, (sample) => sample + 1.2 * (2 * random() - 1)));
  expect([...new Set(findings.map(({ kind }) => kind))]).toEqual(['noise']);
});

it('speech that takes a fifth longer for the same words has a slower pace, whatever pauses it makes', () => {
  const paceOf = (samples: Float32Array): number =>
    checkTake(measureRecording({ samples, sampleRate }), { text, language: 'en' }, voice, { clipped: [], model: undefined }).facts.pace;
  const slower = Float32Array.from({ length: Math.floor(speech.length * 1.2) }, (_, index) => speech[Math.floor(index / 1.2)] ?? 0);
  const paused = Float32Array.from([...speech.subarray(0, at(2.1)), ...new Float32Array(at(1)), ...speech.subarray(at(2.1))]);
  expect(paceOf(speech)).toBeCloseTo(1, 1);
  expect(paceOf(slower)).toBeGreaterThan(1.13);
  expect(paceOf(paused)).toBeLessThan(1.1);
});

const facts = (more: Partial<TakeFacts> = {}): TakeFacts => ({
  voiceId: 'anna',
  durationMs: 4000,
  words: 12,
  speechDb: -20,
  pace: 1,
  ...more,
});

it('a take that is louder or faster than its neighbours of the same voice is named for it, and they are not', () => {
  const takes = [facts(), facts(), facts({ speechDb: -13, pace: 0.7 }), facts(), facts()];
  expect(takes.map((_, index) => compareWithNeighbours(takes, index).map(({ kind }) => kind))).toEqual([[], [], ['level', 'pace'], [], []]);
});

it('what differs from its neighbours says which way: louder and faster count above 0, quieter and slower below', () => {
  const differences = (change: Partial<TakeFacts>) =>
    compareWithNeighbours([facts(), facts(change), facts()], 1).map(({ kind, difference }) => [kind, Number(difference?.toFixed(2))]);
  expect(differences({ speechDb: -13, pace: 0.8 })).toEqual([['level', 7], ['pace', 0.25]]); // prettier-ignore
  expect(differences({ speechDb: -27, pace: 1.25 })).toEqual([['level', -7], ['pace', -0.2]]); // prettier-ignore
});

it('in the first seconds of a voice a word or two are no finding, three words and a cut end are', () => {
  const finding = (kind: Finding['kind'], text: string): Finding => ({ kind, startMs: 0, endMs: 100, text, score: 0.7 });
  const found = [
    finding('repeated-words', 'The'),
    finding('other-words', ''),
    finding('missing-words', 'of the boat'),
    finding('truncated', 'rain.'),
  ];
  expect(certainOf(found, 9.9)).toEqual(found.slice(2));
  expect(certainOf(found, 10)).toEqual(found);
});

it('what is heard in place of the words in which a take breaks off is the same thing as its end', () => {
  const finding = { text: 'the end', score: 0.7 };
  const early = { ...finding, kind: 'other-words', startMs: 100, endMs: 600 } as const;
  const late = { ...finding, kind: 'other-words', startMs: 3500, endMs: 4000 } as const;
  const cut = { ...finding, kind: 'truncated', startMs: 3900, endMs: 4000 } as const;
  expect(withoutBeforeCut([early, late, cut])).toEqual([early, cut]);
  expect(withoutBeforeCut([early, late])).toEqual([early, late]);
});

it('a take is near one of these where fewer than seven of its voice lie between, on either side', () => {
  const voiceIds = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'anna' : 'otto'));
  const near = addNeighbours(
    voiceIds,
    voiceIds.map((_, index) => index === 3),
  );
  expect(near.flatMap((is, index) => (is ? [index] : []))).toEqual([1, 3, 5, 7, 9, 11, 13, 15]);
});

it('takes are not compared with other voices, with fewer than two neighbours, or by the pace of a few words', () => {
  const other = facts({ voiceId: 'otto', speechDb: -30, pace: 2 });
  const takes = [facts(), other, facts(), undefined, facts({ words: 5, pace: 1.5 })];
  expect(takes.flatMap((_, index) => compareWithNeighbours(takes, index))).toEqual([]);
});
