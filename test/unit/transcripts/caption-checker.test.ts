import { expect, it } from 'vitest';
import { captionChecker, checkCaptions } from '#shared/transcripts/make.ts';
import { readTranscript } from '#shared/transcripts/read.ts';

it('a caption checker that is asked again with another choice answers as a new one does', () => {
  const { segments } = readTranscript({
    text: '',
    duration: 60,
    segments: [
      { start: 0, end: 2, text: 'Good morning, it is late.', speaker: 'Anna of the house by the sea' },
      {
        start: 2,
        end: 9,
        text: 'When the lamp had burned down to its end, nobody in the whole house could say who had lit it.',
        speaker: 'Bert',
      },
    ],
  });
  const check = captionChecker();
  const choices = [true, false].flatMap((split) => [true, false].map((speakers) => ({ split, speakers })));
  for (const choice of [...choices, ...choices.toReversed()]) expect(check(segments, choice)).toEqual(checkCaptions(segments, choice));
  expect(check(segments, { split: true, speakers: true })).not.toEqual(check(segments, { split: false, speakers: true }));
});
