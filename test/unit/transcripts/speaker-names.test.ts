import { afterEach, describe, expect, it } from 'vitest';
import { setLanguage } from '#shared/messages/index.ts';
import { edited, noEdits, withSegmentSpeaker, withSpeaker } from '#shared/transcripts/edits.ts';
import type { Segment } from '#shared/transcripts/read.ts';
import { isUnnamed, speakerName } from '#shared/transcripts/speaker-names.ts';

afterEach(() => setLanguage('en'));

const segment = (index: number, speaker: string): Segment => ({
  index,
  text: 'Good evening.',
  startMs: index * 1_000,
  endMs: index * 1_000 + 900,
  speaker,
  words: [],
  rest: {},
});

describe('a speaker whose name nobody knows', () => {
  it.each([
    ['SPEAKER_00', 'Speaker 1'],
    ['SPEAKER_11', 'Speaker 12'],
    ['spk_0', 'Speaker 1'],
    ['speaker-3', 'Speaker 4'],
    ['Speaker 1', 'Speaker 1'],
    ['A', 'A'],
    ['Speaker Johnson', 'Speaker Johnson'],
    ['ANNA', 'ANNA'],
  ])('is shown by a number from 1, and a name as it is: %s as %s', (speaker, shown) => {
    expect(speakerName(speaker)).toBe(shown);
  });

  it('is unnamed by its id and as it is shown, in each language', async () => {
    for (const language of ['en', 'de'] as const) {
      await setLanguage(language);
      for (const speaker of ['SPEAKER_09', 'A', '1', speakerName('SPEAKER_09')]) expect(isUnnamed(speaker)).toBe(true);
      for (const name of ['Anna', 'Speaker Johnson', 'Agent 47']) expect(isUnnamed(name)).toBe(false);
    }
  });

  it('is shown by its number wherever a transcript is read, and keeps its id in the data', async () => {
    const sent = [segment(0, 'SPEAKER_00'), segment(1, 'SPEAKER_01')];
    const edits = withSpeaker(noEdits, 'SPEAKER_00', 'Anna');
    expect(edits.speakers).toEqual({ SPEAKER_00: 'Anna' });
    expect(edited(sent, edits).map(({ speaker }) => speaker)).toEqual(['Anna', 'Speaker 2']);
    await setLanguage('de');
    expect(edited(sent, edits).map(({ speaker }) => speaker)).toEqual(['Anna', 'Sprecher 2']);
  });

  it('has its number back where a person writes that number, or nothing, in place of a name', () => {
    const edits = withSpeaker(noEdits, 'SPEAKER_00', 'Anna');
    for (const name of ['', 'Speaker 1', 'SPEAKER_00']) expect(withSpeaker(edits, 'SPEAKER_00', name).speakers).toEqual({});
  });

  it('is found by the number that is shown when a segment is given to it', () => {
    const sent = [segment(0, 'SPEAKER_00'), segment(1, 'SPEAKER_01')];
    expect(withSegmentSpeaker(noEdits, sent[0]!, 'Speaker 2', sent).segmentSpeakers).toEqual({ '0': 'SPEAKER_01' });
  });
});
