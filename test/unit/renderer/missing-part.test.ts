import { expect, it } from 'vitest';
import { clock } from '#shared/messages/figures.ts';
import { messages } from '#shared/messages/index.ts';
import { findMissingPart, missingWords, type MissingPart } from '../../../src-renderer/core/media-jobs/missing-part.ts';
import { cutWords } from '../../../src-renderer/features/lip-sync/cut-words.ts';
import { adviseAgain } from '../../../src-renderer/features/dubbing/job/outlook.ts';

const find = (audio: number | undefined, video: number, result?: number, state = 'done') =>
  findMissingPart({
    operation: { state, files: [], result: { job: { audio_duration_seconds: audio, video_duration_seconds: video } } } as never,
    result: result === undefined ? undefined : ({ state: 'known', facts: { seconds: result } } as never),
  });

it('speech that is longer than the video is missing by what its result does not hold', () => {
  expect(find(14, 12.4)).toEqual({ of: 'audio', kept: 12.4, whole: 14 });
  expect(find(14, 12.4, 12.38)).toEqual({ of: 'audio', kept: 12.38, whole: 14 });
  expect(find(3, 8)).toEqual({ of: 'video', kept: 3, whole: 8 });
});

it('nothing is missing of a result that holds both, that is fitted, that is not done, or whose lengths are not given', () => {
  expect(find(14, 12, 14)).toBeUndefined();
  expect(find(3, 8, 8)).toBeUndefined();
  expect(find(12.1, 12)).toBeUndefined();
  expect(find(14, 12, undefined, 'waiting')).toBeUndefined();
  expect(find(undefined, 12)).toBeUndefined();
});

it('a lip sync that would cut its video or its audio says by how much before it is paid for', () => {
  expect(cutWords(14, 7.5, false)).toBe(messages.lipSync.cutsPicture('0:06.5'));
  expect(cutWords(14, 7.5, true)).toBe(messages.lipSync.cutsPicture('0:06.5'));
  expect(cutWords(8, 11, false)).toBe(messages.lipSync.cutsAudio('0:03.0'));
  expect(cutWords(8, 11, true)).toBeUndefined();
  expect(cutWords(8, 8.05, false)).toBeUndefined();
  expect(cutWords(undefined, 8, false)).toBeUndefined();
});

it('the words name what was cut, how much of it fits, and what to change', () => {
  const missing: MissingPart = { of: 'audio', kept: 12.4, whole: 14 };
  expect(missingWords(missing, 'speech', adviseAgain(missing, false))).toBe(
    'The speech was cut: 0:12.4 of 0:14.0 fit into the video. Turn on “Fit speech to video” or shorten the text, then dub again.',
  );
});

it('the words about a cut write a length as it stands beside its media', () => {
  expect(missingWords({ of: 'video', kept: 7.48, whole: 14 }, 'audio', '')).toBe(messages.mediaJobs.endsWithAudio(clock(7.48), clock(14)));
});

it('the fit is advised only where it was off and reaches that far', () => {
  const advice = (of: MissingPart['of'], kept: number, whole: number, wasFitted = false) => adviseAgain({ of, kept, whole }, wasFitted);
  expect(advice('audio', 4, 8)).toBe(messages.dubbing.fitOrShorten);
  expect(advice('audio', 4, 8.1)).toBe(messages.dubbing.shortenAgain);
  expect(advice('audio', 4, 5, true)).toBe(messages.dubbing.shortenAgain);
  expect(advice('video', 4, 8)).toBe(messages.dubbing.fitOrLengthen);
  expect(advice('video', 3.9, 8)).toBe(messages.dubbing.lengthenAgain);
});
