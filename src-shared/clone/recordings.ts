import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { idPattern } from '../ids.ts';
import { peaksPerSecond, sampleRate } from '../narration/take.ts';
import { cloneExtensions, cloneLimits } from '../wire/voice-creation.ts';
import { limits } from '../wire/common.ts';
import { visibilities } from '../wire/voices.ts';
import { cleanedSchema, cleanUpSchema, countKept, noCleanUp } from './clean-up.ts';
import { voicePrintSchema } from './voice-print.ts';

/** The draft of a clone: its recordings and its form, kept by main until the person starts another. */

export const recordingId = z.string().regex(idPattern);

/** Recordings in the list; the interface names no bound of its own. */
export const maximumRecordings = 20;
/** What is decoded of one recording, in samples at 48 kHz: two hours. A voice is known after a few minutes. */
export const maximumSamples = 2 * 3600 * sampleRate;
/** The shortest stretch that a trim leaves, in samples: a tenth of a second. */
export const minimumSamples = sampleRate / 10;
/** MP3 is made at 192 kbit/s, constant. */
const mp3BytesPerSecond = 24_000;
/** The first frames of an MP3 and its decoder delay. */
const mp3Overhead = 2_048;
const wavHeaderBytes = 44;
/** What the container of an M4A takes beside its packets: its tables, at most. */
const m4aOverhead = 1.02;

/** Samples at 48 kHz, `from` up to but without `to`. */
export const trimSchema = z.object({ from: z.int().min(0), to: z.int().min(1) });
export type Trim = z.infer<typeof trimSchema>;

/** `as-is`: the file, byte for byte. `m4a`: the AAC packets of the file, moved and not coded again. `auto`: the first of them that may be sent. */
export const sendForms = ['as-is', 'wav', 'mp3', 'm4a'] as const;
export type SendForm = (typeof sendForms)[number];

/** What was measured of a stretch of sound. Levels are decibels of full scale, `null` where nothing sounds. */
const soundFactsSchema = z.object({
  seconds: z.number(),
  peakDb: z.number().nullable(),
  /** Places where the wave is cut off at full scale. */
  clippedPlaces: z.int(),
  /** ITU-R BS.1770-4, integrated. */
  loudnessLufs: z.number().nullable(),
  /** The level between the words. */
  noiseDb: z.number().nullable(),
  speechDb: z.number().nullable(),
  /** Part of the time in which nobody speaks, 0 to 1. */
  silence: z.number(),
  /** Median pitch of the voice. */
  hertz: z.number().nullable(),
  /** Two ranges of pitch that do not touch: the median of each, the lower first, and the part of the time of the rarer one. */
  ranges: z.object({ low: z.number(), high: z.number(), share: z.number() }).nullable(),
  /** `null` where too little is said, and in drafts of earlier versions. */
  voice: voicePrintSchema.nullable().default(null),
});
export type SoundFacts = z.infer<typeof soundFactsSchema>;

export const recordingSchema = z.object({
  id: recordingId,
  /** The file's own name, or the name that a recording was given. */
  name: z.string(),
  kind: z.enum(['file', 'recording']),
  state: z.enum(['arriving', 'ready', 'failed']),
  /** Of the file as it came; 0 for a recording, which has no other file. */
  bytes: z.number(),
  /** True where the file as it came is kept; of a large one only its sound is. */
  original: z.boolean(),
  /** As people name it: `MP3`, `AAC`; `null` before it is known. */
  codec: z.string().nullable(),
  seconds: z.number(),
  /** Samples of the decoded sound at 48 kHz; 0 where there is no decoder for it here. */
  samples: z.int(),
  /** Bytes of its AAC packets, where it holds AAC. */
  aacBytes: z.number(),
  /** Only its first two hours were opened. */
  cutShort: z.boolean(),
  /** It ends before it says that it does. */
  truncated: z.boolean(),
  failure: failureSchema.nullable(),
  trim: trimSchema.nullable(),
  sendAs: z.enum(['auto', ...sendForms]),
  cleanUp: cleanUpSchema.default(noCleanUp),
  /** What cleaning up made of what the trim leaves; `null` where nothing is cleaned up. */
  cleaned: cleanedSchema.nullable().default(null),
  /** Of what is sent: what the trim and the cleaning up leave. */
  facts: soundFactsSchema.nullable(),
});
export type Recording = z.infer<typeof recordingSchema>;

export const cloneFormSchema = z.object({
  name: z.string().max(20_000),
  description: z.string().max(20_000),
  referenceText: z.string().max(50_000),
  languages: z.array(z.string().min(1).max(limits.languageCharacters)).max(cloneLimits.languages),
  /** False where they were filled in for the person, who has neither chosen nor removed one. */
  languagesAreChosen: z.boolean().optional(),
  /** Recordings of a text that is known, and its language. */
  spokenIn: z
    .array(z.object({ recordingId, language: z.string().min(1).max(limits.languageCharacters) }))
    .max(maximumRecordings)
    .default([]),
  visibility: z.enum(visibilities),
  /** The person whose voice it is agreed. Drafts of earlier versions do not say. */
  consent: z.boolean().default(false),
  /** Recordings that sound like another speaker, and that the person confirmed to be the same one. */
  samePerson: z.array(recordingId).max(maximumRecordings).default([]),
  /** The words of recordings as they were transcribed, and which part of each: what is transcribed again takes their place. */
  transcripts: z
    .array(z.object({ recordingId, text: z.string().max(50_000), part: z.string().max(500) }))
    .max(maximumRecordings)
    .default([]),
});
export type CloneForm = z.infer<typeof cloneFormSchema>;

export const emptyForm: CloneForm = {
  name: '',
  description: '',
  referenceText: '',
  languages: [],
  spokenIn: [],
  visibility: 'private',
  consent: false,
  samePerson: [],
  transcripts: [],
};

/** What a clone was charged: as the service reported it, or what the balance fell by while nothing else was sent. */
const cloneChargeSchema = z.object({ credits: z.number(), isByBalance: z.literal(true).optional() });
export type CloneCharge = z.infer<typeof cloneChargeSchema>;

export const madeVoiceSchema = z.object({
  voiceId: z.string(),
  name: z.string(),
  /** Its response was lost: it was found in the service's list. */
  isAdopted: z.boolean().optional(),
  /** Absent where nobody knows it. */
  charge: cloneChargeSchema.optional(),
});
export type MadeVoice = z.infer<typeof madeVoiceSchema>;

export const cloneDraftSchema = z.object({
  form: cloneFormSchema,
  recordings: z.array(recordingSchema),
  /** The voice that came of this draft. */
  made: madeVoiceSchema.nullable(),
});
export type CloneDraft = z.infer<typeof cloneDraftSchema>;

/** Samples that would be sent: what the trim and the cleaning up leave, or all. */
export function lengthOf({ samples, trim, cleaned }: Pick<Recording, 'samples' | 'trim' | 'cleaned'>): number {
  if (cleaned) return countKept(cleaned.kept);
  return trim ? trim.to - trim.from : samples;
}

/** Seconds that would be sent of several, decoded or not; nothing of one that cannot be used. */
export const secondsOf = (recordings: readonly Recording[]): number =>
  recordings.reduce((sum, one) => sum + (one.state === 'failed' ? 0 : lengthOf({ ...one, samples: wholeOf(one) }) / sampleRate), 0);

/** Samples of all of it at 48 kHz, decoded or not. */
export const wholeOf = ({ samples, seconds }: Pick<Recording, 'samples' | 'seconds'>): number =>
  samples > 0 ? samples : Math.round(seconds * sampleRate);

/** True for what is decoded, and so can be cleaned up. */
export const canBeCleanedUp = (recording: Pick<Recording, 'state' | 'samples'>): boolean =>
  recording.state === 'ready' && recording.samples > 0;

/** True for what is there and has a length. */
export const canBeTrimmed = (recording: Pick<Recording, 'state' | 'samples' | 'seconds'>): boolean =>
  recording.state === 'ready' && wholeOf(recording) > minimumSamples;

/** Bytes of a stretch's peaks: a pair for each hundredth of a second. */
export const countPeakBytes = (samples: number): number => 2 * Math.ceil(samples / (sampleRate / peaksPerSecond));

export const findExtension = (name: string): string => /\.([^.]*)$/u.exec(name)?.[1]?.toLowerCase() ?? '';
export const isAccepted = (extension: string): boolean => (cloneExtensions as readonly string[]).includes(extension);

/** The forms that a recording can be sent in, with their size in bytes; the first is the one that changes it least. */
export function listForms(recording: Recording): { form: SendForm; bytes: number }[] {
  const { name, bytes, original, samples, seconds, aacBytes, trim, cleaned, state } = recording;
  if (state !== 'ready') return [];
  const length = lengthOf(recording);
  const forms: { form: SendForm; bytes: number }[] = [];
  if (original && trim === null && cleaned === null && isAccepted(findExtension(name))) forms.push({ form: 'as-is', bytes });
  if (samples > 0)
    forms.push(
      { form: 'wav', bytes: wavHeaderBytes + 2 * length },
      { form: 'mp3', bytes: Math.ceil((length / sampleRate) * mp3BytesPerSecond) + mp3Overhead },
    );
  if (aacBytes > 0 && original && seconds > 0 && cleaned === null) {
    const share = trim === null ? 1 : Math.min(1, length / sampleRate / seconds);
    forms.push({ form: 'm4a', bytes: Math.ceil(aacBytes * share * m4aOverhead) + 4_096 });
  }
  return forms;
}

/** How a recording goes out: the chosen form, else the first that is not too large. `undefined` where none may be sent. */
export function chooseForm(recording: Recording): { form: SendForm; bytes: number } | undefined {
  const fitting = listForms(recording).filter(({ bytes }) => bytes <= cloneLimits.fileBytes);
  return recording.sendAs === 'auto' ? fitting[0] : fitting.find(({ form }) => form === recording.sendAs);
}

/** A trim within the sound, never shorter than {@link minimumSamples}; `null` where it leaves all of it. */
export function trimWithin(samples: number, trim: Trim): Trim | null {
  if (samples <= minimumSamples) return null;
  const from = Math.min(Math.max(0, trim.from), samples - minimumSamples);
  const to = Math.min(samples, Math.max(trim.to, from + minimumSamples));
  return from === 0 && to === samples ? null : { from, to };
}
