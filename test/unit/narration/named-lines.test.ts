import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameTurns, namedLines, withoutNames } from '#shared/narration/named-lines.ts';

const speakersOf = (text: string): (string | null)[] => namedLines(text).map(({ speaker }) => speaker);

describe('lines whose speakers are named', () => {
  it('are of the speaker who was named last', () => {
    expect(namedLines('Before.\nANNA: One.\nTwo.\nBEN: Three.\nFour.')).toEqual([
      { text: 'Before.', speaker: null },
      { text: 'One.', speaker: 'ANNA' },
      { text: 'Two.', speaker: 'ANNA' },
      { text: 'Three.', speaker: 'BEN' },
      { text: 'Four.', speaker: 'BEN' },
    ]);
  });

  it('go on with the speaker whom the format itself names', () => {
    const lines = [
      { text: 'One.', speaker: 'Anna Berg' },
      { text: 'Two.', speaker: null },
    ];
    expect(nameTurns(lines).map(({ speaker }) => speaker)).toEqual(['Anna Berg', 'Anna Berg']);
  });

  it('are nobody’s from a line that may name another speaker to the next name', () => {
    expect(speakersOf('ANNA: One.\nKarl: Two.\nThree.\nANNA: Four.')).toEqual(['ANNA', null, null, 'ANNA']);
  });

  it('are nobody’s where they are a sound, and the speaker goes on after it', () => {
    expect(speakersOf('ANNA: One.\n[Applause]\n(door slams)\n♪ La la ♪\nTwo.')).toEqual(['ANNA', null, null, null, 'ANNA']);
  });

  it('are named by a number or a code as services name speakers', () => {
    expect(speakersOf('Speaker 1: One.\nSpeaker 2: Two.\nSpeaker 1: Three.\nSpeaker 2: Four.')).toEqual([
      'Speaker 1',
      'Speaker 2',
      'Speaker 1',
      'Speaker 2',
    ]);
    expect(speakersOf('SPEAKER_00: One.\nTwo.')).toEqual(['SPEAKER_00', 'SPEAKER_00']);
    expect(speakersOf('STEP 1: Open the lid.\nSTEP 2: Close it.')).toEqual([null, null]);
  });

  it('are of the name that stands alone above them, as in plays, which is no line to speak; a heading that stands so once is none', () => {
    const play = 'TOM:\nHello.\nWho is it?\nAnna:\nMe.\nTOM:\nCome in.\nAnna:\nThanks.\nContents:\nOne.';
    expect(namedLines(play).filter(({ text }) => text !== '')).toEqual([
      { text: 'Hello.', speaker: 'TOM' },
      { text: 'Who is it?', speaker: 'TOM' },
      { text: 'Me.', speaker: 'Anna' },
      { text: 'Come in.', speaker: 'TOM' },
      { text: 'Thanks.', speaker: 'Anna' },
      { text: 'Contents:', speaker: 'Anna' },
      { text: 'One.', speaker: 'Anna' },
    ]);
    expect(withoutNames(play)).toBe('Hello.\nWho is it?\nMe.\nCome in.\nThanks.\nContents:\nOne.');
    expect(namedLines('CONTENTS:\nOne.').map(({ text }) => text)).toEqual(['CONTENTS:', 'One.']);
  });

  it('have names of up to four words in capitals, which are none where all is in capitals and they stand once', () => {
    expect(namedLines('MAN ON THE RADIO: A storm.')).toEqual([{ text: 'A storm.', speaker: 'MAN ON THE RADIO' }]);
    expect(speakersOf('BUT REMEMBER: NOBODY SAILS')).toEqual([null]);
  });

  it('have no speaker where the text names none', () => {
    const plain = fc.array(fc.stringMatching(/^[A-Za-z .,!?]{0,20}$/u), { maxLength: 12 });
    fc.assert(
      fc.property(plain, (lines) => {
        expect(nameTurns(lines.map((text) => ({ text, speaker: null }))).map(({ speaker }) => speaker)).toEqual(lines.map(() => null));
      }),
    );
  });
});
