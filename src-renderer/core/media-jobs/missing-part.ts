import { fitRange } from '#shared/wire/dubbing.ts';
import { clock } from '../../lib/format.ts';
import { readFacts, type OpenJob } from './media-jobs-service.ts';
import { messages } from '#shared/messages/index.ts';

/** What of a job's media is not in its result: the result ends with the shorter of both. */
export interface MissingPart {
  of: 'audio' | 'video';
  /** Seconds of it that are in the result, and of all of it. */
  kept: number;
  whole: number;
}

/** What of a finished job is cut off by more than can be helped; undefined where nothing is, and where the service does not say how long both were. */
export function findMissingPart({ operation, result }: Pick<OpenJob, 'operation' | 'result'>): MissingPart | undefined {
  const { audio, video } = readFacts(operation);
  if (operation.state !== 'done' || audio === null || video === null) return undefined;
  const kept = result?.state === 'known' ? result.facts.seconds : Math.min(audio, video);
  return findCut(audio, video, kept);
}

/** What a result of `kept` seconds does not hold of an audio and a video. */
export function findCut(audio: number, video: number, kept: number): MissingPart | undefined {
  const isCut = (whole: number): boolean => whole - kept > Math.max(fitRange.toleranceSeconds, whole * fitRange.toleranceShare);
  if (isCut(audio)) return { of: 'audio', kept, whole: audio };
  return isCut(video) ? { of: 'video', kept, whole: video } : undefined;
}

/** It in words, with the lengths as they stand beside the media, before what can be done about it. `audio`: what the audio is called there. */
export function missingWords({ of, kept, whole }: MissingPart, audio: 'audio' | 'speech', advice: string): string {
  const { audioCut, speechCut, endsWithAudio, endsWithSpeech } = messages.mediaJobs;
  const words = { audio: { audio: audioCut, video: endsWithAudio }, speech: { audio: speechCut, video: endsWithSpeech } };
  return `${words[audio][of](clock(kept), clock(whole))} ${advice}`.trim();
}
