import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findFileName } from '#main/paid-requests/family.ts';
import { transcriptionPayment } from '#main/features/transcripts/transcription.ts';
import { mediaAddress } from '#shared/wire/media-address.ts';

it('a file is called by the last part of its address, decoded where it can be', () => {
  expect(
    [
      'https://x.example/films/A%20film.mp4?key=1',
      'https://x.example/100%.mp4',
      'https://x.example/%E4rger.mp4',
      'https://x.example/films/',
      'https://x.example',
    ].map(findFileName),
  ).toEqual(['A film.mp4', '100%.mp4', '%E4rger.mp4', 'x.example', 'x.example']);
});

it('every address that may be given has a name', () => {
  const part = fc.string({ unit: fc.constantFrom('a', '%', '2', 'F', 'é', ' ', '.', '/') });
  fc.assert(
    fc.property(part, (path) => {
      const address = `https://x.example/${path}`;
      fc.pre(mediaAddress.safeParse(address).success);
      expect(findFileName(address)).not.toBe('');
      expect(transcriptionPayment({ audioUrl: address }, 'here').summary).toBe(`Transcription of ${findFileName(address)}`);
    }),
  );
});

it('a transcription is counted in whole seconds that were begun, one at least', () => {
  const amount = (seconds: number) => transcriptionPayment({ audioUrl: 'https://x.example/a.mp3' }, 'here', { seconds }).amount;
  expect([0, 0.2, 1, 1.2, 59.4].map(amount)).toEqual([1, 1, 1, 2, 60]);
});
