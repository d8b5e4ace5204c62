import { expect, it } from 'vitest';
import { judgeFit } from '#shared/dubbing/forecast.ts';
import { messages } from '#shared/messages/index.ts';
import { findOutlook } from '../../../src-renderer/features/dubbing/job/outlook.ts';

const outlook = (speech: number, video: number, wanted = false) =>
  findOutlook({ speech, video, learned: true, fit: judgeFit(speech, video), billed: undefined }, wanted);

it('a dub that would cut the picture is a warning that says by how much, and no tick', () => {
  expect(outlook(2.4, 8)).toMatchObject({ verdict: 'incomplete', words: { rest: messages.dubbing.cutsPicture('0:05.6') } });
  expect(outlook(7.8, 8)).toMatchObject({ verdict: 'done', words: { rest: messages.dubbing.endsWithSpeech } });
  expect(outlook(9, 8)).toMatchObject({ verdict: 'incomplete', words: { rest: messages.dubbing.endsWithVideo } });
  expect(outlook(7, 8, true).verdict).toBe('done');
});
