import { expect, it } from 'vitest';
import { remediesFor, type Remedy } from '#shared/dubbing/remedies.ts';
import { newSegment, type Dub, type DubTake, type Fit, type Segment } from '#shared/dubbing/timeline.ts';
import { messages } from '#shared/messages/index.ts';
import { needsNewTake, remedyEffect } from '../../../src-renderer/features/dubbing/timeline/remedy-words.ts';

const second = 48_000;
const take: DubTake = {
  id: `${'a'.repeat(64)}.wav`,
  text: 'The boats have come, and we are here.',
  voiceId: 'anna',
  modelId: null,
  speed: 1,
  contentType: 'audio/wav',
  bytes: 1,
  samples: 4 * second,
};
const segmentOf = (fit: Fit, length: number): Segment => ({
  ...newSegment([], 'segment0001', 10 * second),
  end: (10 + length) * second,
  text: take.text,
  voiceId: 'anna',
  fit,
});
/** Every remedy of a segment with a second free behind it and none before, in words by its kind. */
function wordsOf(fit: Fit, length: number): Partial<Record<Remedy['kind'], string>> {
  const segment = segmentOf(fit, length);
  const before = { ...newSegment([], 'before00001', 0), start: 0, end: segment.start };
  const behind = { ...newSegment([], 'behind00001', 0), start: segment.end + 1.1 * second, end: 30 * second };
  const dub = { segments: [before, segment, behind], takes: [take], video: { samples: 60 * second, frameRate: 25 } } as unknown as Dub;
  return Object.fromEntries(remediesFor(dub, segment.id).map((remedy) => [remedy.kind, remedyEffect(segment, remedy)]));
}

it('each offer says what it does and then how the line plays', () => {
  expect(wordsOf('tighten', 2)).toEqual({
    later: 'Ends 1.0 s later. Then it plays at 1.33× speed, noticeable.',
    speed: 'The voice speaks a new take at 1.6× speed. To fit, that take then plays faster again by 1.25×, barely noticeable.',
    shorter: 'Removes what does not fit.',
  });
  expect(wordsOf('tighten', 3).later).toBe('Ends 1.0 s later. Then it fits at its own pace.');
});

it('what is still too long after an offer is said by how much', () => {
  expect(wordsOf('tighten', 0.5).later).toBe('Ends 1.0 s later. Then it is still 0.5 s too long, even at 2× speed.');
});

it('a line whose pace is kept is said to run over or to be cut, and not to be faster', () => {
  expect(wordsOf('natural', 2)).toMatchObject({
    later: 'Ends 1.0 s later. Then it still runs 1.0 s over.',
    tighten: 'Sets Fit to “Faster where too long”. Then it plays at 2.00× speed, clearly rushed.',
  });
  expect(wordsOf('cut', 2).later).toBe('Ends 1.0 s later. Then 1.0 s are still cut.');
});

it('the fit that is named is the one in the list of fits', () => {
  expect(messages.dubbing.tightenEffect).toContain(messages.dubbing.fasterWhereTooLong);
});

it('only other words and another speed of the voice need a new take', () => {
  const kinds = ['earlier', 'later', 'tighten', 'speed', 'shorter'] as const;
  expect(kinds.filter((kind) => needsNewTake({ kind } as Remedy))).toEqual(['speed', 'shorter']);
});
