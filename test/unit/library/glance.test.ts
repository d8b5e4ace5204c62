import { expect, it } from 'vitest';
import { drawPeaks, type PlacedSound } from '#main/library/glance.ts';
import { sampleRate } from '#shared/narration/take.ts';

const second = sampleRate;
const sound = (contentHash: string, from: number, to: number): PlacedSound => ({
  contentHash,
  samples: (to - from) * second,
  from: from * second,
  to: to * second,
});
/** As loud everywhere, 0 to 127. */
const even = (loudness: number) => Int8Array.from({ length: 4000 }, (_, index) => (index % 2 === 0 ? -loudness : loudness));

it('each part is as loud as its sound by the loudest of all, and silent in a pause', async () => {
  const sounds = [sound('loud', 0, 2), sound('quiet', 3, 4)];
  const drawn = await drawPeaks(
    { sounds, samples: 4 * second },
    ({ contentHash }) => Promise.resolve(even(contentHash === 'loud' ? 100 : 50)),
    8,
  );
  expect(drawn).toEqual({ peaks: [1, 1, 1, 1, 0, 0, 0.5, 0.5], isWhole: true });
});

it('a sound is read once, and one that is not at hand is silent, and said to be missing', async () => {
  const asked: string[] = [];
  const drawn = await drawPeaks(
    { sounds: [sound('here', 0, 1), sound('away', 1, 2)], samples: 2 * second },
    ({ contentHash }) => {
      asked.push(contentHash);
      return Promise.resolve(contentHash === 'here' ? even(80) : undefined);
    },
    6,
  );
  expect(asked).toEqual(['here', 'away']);
  expect(drawn).toEqual({ peaks: [1, 1, 1, 0, 0, 0], isWhole: false });
});

it('a project without sound has no picture', async () => {
  expect(await drawPeaks({ sounds: [], samples: 0 }, () => Promise.resolve(undefined))).toEqual({ peaks: [], isWhole: true });
});
