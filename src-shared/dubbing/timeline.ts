import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { sampleRate, variantSchema } from '../narration/take.ts';
import { timecode } from '../timecode.ts';
import { messages } from '../messages/index.ts';

/**
 * A dub: a video, the segments that are spoken over it, and what they are spoken with. Pure data and pure rules. Every place and length
 * is a count of samples at 48 kHz from the start of the video, so that what is dragged, heard and exported is the same to the sample.
 */

export const dubLimits = {
  segments: 2_000,
  /** Of one segment; a line is bought whole. */
  characters: 1_000,
  takes: 6_000,
  /** A shorter segment could not be seen or grabbed. */
  shortestSamples: sampleRate / 10,
  /** Six hours. */
  longestSamples: 6 * 3_600 * sampleRate,
  titleCharacters: 200,
  dubs: 200,
} as const;

/**
 * How a take is brought to its segment's length. `natural`: as it was spoken; `tighten`: faster where it is too long; `stretch`: faster or
 * slower until it fills it; `cut`: ends where the segment does. The pitch stays; a pace from half to double is all that is used.
 */
export const fits = ['tighten', 'natural', 'stretch', 'cut'] as const;
export type Fit = (typeof fits)[number];
export const paceRange = { slowest: 0.5, fastest: 2 } as const;

const id = z.string().regex(idPattern);
const place = z.int().min(0).max(dubLimits.longestSamples);
const voiceId = z.string().min(1).max(200);

/** Characters of a speaker's name. */
export const maximumSpeakerName = 80;

/** One line of the dub. `start < end`. */
export const segmentSchema = z
  .object({
    id,
    start: place,
    end: place,
    text: z.string().max(dubLimits.characters),
    /** Whom the captions or the person names; voices are given to all of a speaker's segments at once. */
    speaker: z.string().min(1).max(maximumSpeakerName).nullable(),
    voiceId: voiceId.nullable(),
    /** `null`: the voice's default. */
    modelId: voiceId.nullable(),
    /** What the service is asked to speak at; 1 is the voice's own pace. */
    speed: z.number().min(0.5).max(2),
    fit: z.enum(fits),
    gainDb: z.number().min(-24).max(12),
    /** Samples left out at the ends of a take; of no meaning for another take. */
    trim: z.object({ takeId: z.string().max(80), head: place, tail: place }).nullable(),
    /** The take that was made or chosen for it last: of several of its line it is the one that is heard, and it sounds on, marked, after the text has changed. */
    heard: z.string().max(80).nullable(),
    /** Of a segment that was split: the samples of a longer take that are its own. They are what it says for as long as it says `text`. */
    part: z.object({ takeId: z.string().max(80), text: z.string().max(dubLimits.characters), from: place, to: place }).optional(),
  })
  .refine(({ start, end }) => end - start >= dubLimits.shortestSamples, { path: ['end'], message: messages.dubbing.tooNearToStart });
export type Segment = z.infer<typeof segmentSchema>;

/** The sound of a line, paid for. `id` is the name of the kept file, which the studio's store has. */
export const dubTakeSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{64}\.[0-9a-z]{2,5}$/u),
  text: z.string().max(dubLimits.characters),
  voiceId,
  modelId: voiceId.nullable(),
  speed: z.number(),
  contentType: z.string().max(100),
  bytes: z.number().nonnegative(),
  samples: z.int().nonnegative(),
  /** Another take of the same line, bought on purpose: the how manyth after the first. */
  variant: variantSchema.optional(),
});
export type DubTake = z.infer<typeof dubTakeSchema>;

/** How the original sound gives way. `amountDb` of -60 is silence. */
const duckingSchema = z.object({
  amountDb: z.number().min(-60).max(0),
  attackMs: z.number().min(0).max(2_000),
  releaseMs: z.number().min(0).max(5_000),
});
export type Ducking = z.infer<typeof duckingSchema>;
export const usualDucking: Ducking = { amountDb: -15, attackMs: 120, releaseMs: 350 };

/** What the video was found to be. Its file is never changed. */
const dubVideoSchema = z.object({
  name: z.string().max(1024),
  bytes: z.number().nonnegative(),
  contentType: z.string().max(100),
  container: z.string().max(40),
  codec: z.string().max(40),
  samples: place,
  width: z.int(),
  height: z.int(),
  /** Degrees that a player turns it by, clockwise. */
  rotation: z.int(),
  frameRate: z.number().positive(),
  /** The frames are not all equally long; `frameRate` is then their mean. */
  variable: z.boolean(),
  /**
   * `ready`: decoded, with its peaks. `none`: the video has no sound. `undecoded`: the main process has no decoder for its codec; the window's
   * own may have one. `unreadable`: neither has, and only the video is used of it.
   */
  sound: z.object({
    state: z.enum(['ready', 'none', 'undecoded', 'unreadable']),
    codec: z.string().max(40),
    channels: z.int(),
    samples: place,
  }),
});
export type DubVideo = z.infer<typeof dubVideoSchema>;

export const dubSchema = z.object({
  id,
  title: z.string().min(1).max(dubLimits.titleCharacters),
  /** Counts what was saved; saving on another one is a `conflict`. */
  revision: z.int().nonnegative(),
  createdAt: z.number(),
  changedAt: z.number(),
  video: dubVideoSchema,
  /** In the order of their starts. */
  segments: z.array(segmentSchema).max(dubLimits.segments),
  takes: z.array(dubTakeSchema).max(dubLimits.takes),
  ducking: duckingSchema,
});
export type Dub = z.infer<typeof dubSchema>;

/**
 * What a dub of a video is written into: the web's videos stay the web's. Opus, the sound that it gets, is what is coded here without a gap at its
 * beginning, and every browser, VLC and ffmpeg play it in both.
 */
export function containerFor({ codec, container }: Pick<DubVideo, 'codec' | 'container'>): 'mp4' | 'webm' {
  return codec === 'vp8' || (['vp9', 'av1'].includes(codec) && /webm|matroska/iu.test(container)) ? 'webm' : 'mp4';
}

/** What a file of a dub is called, without its ending: never as its video. `language`: of all its speech, `en`; undefined where that is not known. */
export const dubbedName = (title: string, language: string | undefined): string => messages.dubbing.dubbedName(title, language);

export const inOrder = (segments: readonly Segment[]): Segment[] =>
  segments.toSorted((one, other) => one.start - other.start || one.end - other.end || (one.id < other.id ? -1 : 1));

/** A place on the grid of the video's frames. */
export const toFrame = (at: number, frameRate: number): number => Math.round((at * frameRate) / sampleRate);
export const placeOfFrame = (frame: number, frameRate: number): number => Math.round((frame * sampleRate) / frameRate);

/** The frame that is seen at a place: places of frames are whole samples, so that one may lie a part of a sample early. */
const frameSeen = (at: number, frameRate: number): number => Math.floor(((at + 1) * frameRate) / sampleRate);

/** The place so many frames further, on the grid: from between two of them, the first step goes to the next one that way. */
export function byFrames(at: number, frames: number, frameRate: number): number {
  const seen = frameSeen(at, frameRate);
  const isBetween = Math.abs(placeOfFrame(seen, frameRate) - at) > 1;
  return Math.max(0, placeOfFrame(seen + frames + (frames < 0 && isBetween ? 1 : 0), frameRate));
}

/** The timecode of a place: of the frame that is seen there. */
export const timecodeAt = (at: number, frameRate: number): string => timecode(frameSeen(at, frameRate), frameRate);

/** Moved together by as much as all of them can be; their lengths and distances stay. */
export function moved(segments: readonly Segment[], ids: ReadonlySet<string>, by: number): Segment[] {
  const those = segments.filter((segment) => ids.has(segment.id));
  const least = Math.min(...those.map(({ start }) => start));
  const most = dubLimits.longestSamples - Math.max(...those.map(({ end }) => end));
  const step = Math.round(Math.min(Math.max(by, -least), Math.max(0, most)));
  if (those.length === 0 || step === 0) return inOrder(segments);
  return inOrder(
    segments.map((segment) => (ids.has(segment.id) ? { ...segment, start: segment.start + step, end: segment.end + step } : segment)),
  );
}

/** One edge at another place, as far as a segment may shrink. */
export function trimmed(segments: readonly Segment[], segmentId: string, edge: 'start' | 'end', to: number): Segment[] {
  return inOrder(
    segments.map((segment) => {
      if (segment.id !== segmentId) return segment;
      if (edge === 'start') return { ...segment, start: clamp(Math.round(to), 0, segment.end - dubLimits.shortestSamples) };
      return { ...segment, end: clamp(Math.round(to), segment.start + dubLimits.shortestSamples, dubLimits.longestSamples) };
    }),
  );
}

/** Of a new segment: shorter ones hold no words. */
const leastRoom = sampleRate / 2;

/** The first place at or after another where a new segment has room before the next one and the end of the video; undefined where none has. */
export function findRoom(segments: readonly Segment[], at: number, videoSamples: number): number | undefined {
  let start = at;
  for (const segment of inOrder(segments)) {
    if (segment.end <= start) continue;
    if (segment.start - start >= leastRoom) break;
    start = segment.end;
  }
  return videoSamples - start >= leastRoom ? start : undefined;
}

/** A segment in the first room at or after a place, up to three seconds long, that ends with the video; at its end, in its last moment. */
export function newSegment(
  segments: readonly Segment[],
  segmentId: string,
  at: number,
  like?: Segment,
  videoSamples: number = dubLimits.longestSamples,
): Segment {
  const most = clamp(videoSamples, dubLimits.shortestSamples, dubLimits.longestSamples);
  const ordered = inOrder(segments);
  const here = ordered.find((segment) => segment.start <= at && segment.end > at);
  const start = Math.min(here ? here.end : at, most - dubLimits.shortestSamples);
  const next = ordered.find((segment) => segment.start > start)?.start ?? Infinity;
  const end = clamp(start + 3 * sampleRate, start + dubLimits.shortestSamples, Math.max(next, start + dubLimits.shortestSamples));
  return {
    id: segmentId,
    start,
    end: Math.min(end, most),
    text: '',
    speaker: like?.speaker ?? null,
    voiceId: like?.voiceId ?? null,
    modelId: like?.modelId ?? null,
    speed: like?.speed ?? 1,
    fit: like?.fit ?? 'tighten',
    gainDb: like?.gainDb ?? 0,
    trim: null,
    heard: null,
  };
}

export const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), Math.max(least, most));
