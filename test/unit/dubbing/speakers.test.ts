import { describe, expect, it } from 'vitest';
import { changeOfSpeaker, nameInText, speakersOf } from '#shared/dubbing/speakers.ts';
import { maximumSpeakerName, newSegment, type Segment } from '#shared/dubbing/timeline.ts';

const segment = (id: string, speaker: string | null, voiceId: string | null): Segment => ({
  ...newSegment([], id, 0),
  speaker,
  voiceId,
  modelId: voiceId === null ? null : 'alpha-s1',
});
const segments = [segment('a', 'Nora', 'beatrice'), segment('b', null, 'arthur'), segment('c', null, null), segment('d', 'Ben', null)];

describe('segments that are given to a speaker', () => {
  it('take the voice that others of the speaker have', () => {
    expect(changeOfSpeaker(segments, ['b', 'c'], ' Nora ')).toEqual({ speaker: 'Nora', voiceId: 'beatrice', modelId: 'alpha-s1' });
  });

  it('keep their voices where the speaker is new, or has none', () => {
    expect(changeOfSpeaker(segments, ['b'], 'Ida')).toEqual({ speaker: 'Ida' });
    expect(changeOfSpeaker(segments, ['b'], 'Ben')).toEqual({ speaker: 'Ben' });
    expect(changeOfSpeaker(segments, ['a'], 'Nora')).toEqual({ speaker: 'Nora' });
  });

  it('have no speaker with an empty name, and a name that is too long is cut to what a segment takes', () => {
    expect(changeOfSpeaker(segments, ['a'], '  ')).toEqual({ speaker: null });
    expect(changeOfSpeaker(segments, ['a'], 'x'.repeat(200)).speaker).toHaveLength(maximumSpeakerName);
  });
});

it('the speakers of a dub are named once each, in order', () => {
  expect(speakersOf(segments)).toEqual(['Ben', 'Nora']);
});

it('a name before a text is that of a speaker of the dub, however it is written, or one in capitals; other words before a colon are text', () => {
  expect(nameInText('TOM: Hello.', segments)).toEqual({ speaker: 'TOM', text: 'Hello.' });
  expect(nameInText('nora: Hello.', segments)).toBeUndefined();
  expect(nameInText('NORA (off): Hello.', segments)).toEqual({ speaker: 'Nora', text: 'Hello.' });
  expect(nameInText('Ben: HELLO', segments)).toEqual({ speaker: 'Ben', text: 'HELLO' });
  for (const text of ['Note: nobody.', 'STEP 1: Open the lid.', 'TOM:', 'I said TOM: no.', 'Hello.'])
    expect(nameInText(text, segments)).toBeUndefined();
});
