import { expect, it } from 'vitest';
import { judgeFit } from '#shared/dubbing/forecast.ts';
import { messages } from '#shared/messages/index.ts';
import { findOutlook } from '../../../src-renderer/features/dubbing/job/outlook.ts';

const outlook = (speech: number, video: number, wanted = false, learned = true) =>
  findOutlook({ speech, video, learned, fit: judgeFit(speech, video), billed: undefined }, wanted);

it('a dub that would cut the picture is a warning that says by how much, and no tick', () => {
  expect(outlook(2.4, 8)).toMatchObject({ verdict: 'incomplete', words: { rest: messages.dubbing.cutsPicture('0:05.6') } });
  expect(outlook(7.8, 8)).toMatchObject({ verdict: 'done', words: { rest: messages.dubbing.endsWithSpeech } });
  expect(outlook(9, 8)).toMatchObject({ verdict: 'incomplete', words: { rest: messages.dubbing.endsWithVideo } });
  expect(outlook(7, 8, true).verdict).toBe('done');
});

it.each([
  ['this voice’s pace that fits well has a tick', 7, true, 'done'],
  ['a typical pace that fits is neutral', 7, false, 'likely'],
  ['a pace that fits and is heard is neutral', 6, true, 'likely'],
  ['a pace near the end of the range is a warning', 4.2, true, 'incomplete'],
  ['a text that is too short is a failure', 2, false, 'failed'],
] as const)('%s', (_what, speech, learned, verdict) => {
  expect(outlook(speech, 8, true, learned).verdict).toBe(verdict);
});

it('a text that fits by a typical pace fits probably, and one that fits by the voice’s own fits', () => {
  const both = messages.dubbing.speechForVideo(messages.dubbing.speechLength('0:07.0'), '0:08.0');
  expect(outlook(7, 8, true, false).words.head).toBe(messages.dubbing.likelyFits(both));
  expect(outlook(7, 8, true, true).words.head).toBe(messages.dubbing.willFit(both));
});
