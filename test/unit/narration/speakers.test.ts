import { describe, expect, it } from 'vitest';
import { findSpeakers, readSpeaker } from '#shared/narration/speakers.ts';

describe('speakers of a script', () => {
  it('are the names before a colon at the start of a paragraph, and what they say is without them', () => {
    expect(readSpeaker(' IDA:  Who is there?')).toEqual({ name: 'IDA', text: 'Who is there?' });
    expect(readSpeaker('Mr. O’Neill: Me.')).toEqual({ name: 'Mr. O’Neill', text: 'Me.' });
    for (const text of ['IDA:', 'At 10:30 she left.', 'https://example.org', `${'A'.repeat(41)}: no`])
      expect(readSpeaker(text)).toBeUndefined();
  });

  it('are found each once in any case; a name in small letters only where it speaks twice or is of the cast', () => {
    expect(findSpeakers(['IDA: One.', 'Ida: Two.', 'Note: this.', 'A sentence.', 'Bert: a', 'Bert: b'])).toEqual(['IDA', 'Bert']);
    expect(findSpeakers(['Carl: a'])).toEqual([]);
    expect(findSpeakers(['he said: no.', 'he said: yes.'])).toEqual([]);
    expect(findSpeakers(['carl: a'], ['CARL'])).toEqual(['carl']);
    expect(findSpeakers(['Carl: a'], ['CARL'])).toEqual(['Carl']);
  });
});
