import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '#shared/narration/document.ts';
import { readTextManuscript } from '#shared/manuscript/text.ts';
import { dubbingCues } from '#shared/transcripts/make.ts';
import { piecesOfManuscript, piecesOfText, toSegments } from '#shared/transcripts/known-text.ts';

describe('the pieces of a known text', () => {
  it('are its sentences; a line break ends one, and a name’s full stop does not', () => {
    expect(piecesOfText('Mr. Dashwood came.  He  went.\n\nUnless he stayed', 'en').map(({ text }) => text)).toEqual([
      'Mr. Dashwood came.',
      'He went.',
      'Unless he stayed',
    ]);
  });

  it('go on after the full stop of a number’s name, and where a name follows what is asked', () => {
    const text =
      'She lived at No. 14, Quay Street. Nobody said no. “Where do we begin?” Siobhan asked. “No!” Nobody moved. It was no. 14 left.';
    expect(piecesOfText(text, 'en').map((piece) => piece.text)).toEqual([
      'She lived at No. 14, Quay Street.',
      'Nobody said no.',
      '“Where do we begin?” Siobhan asked.',
      '“No!”',
      'Nobody moved.',
      'It was no. 14 left.',
    ]);
    expect(piecesOfText('»Wo?« fragte Anna. „Hier!“ Anna lachte.', 'de').map((piece) => piece.text)).toEqual([
      '»Wo?« fragte Anna.',
      '„Hier!“',
      'Anna lachte.',
    ]);
    expect(piecesOfText('Boote, z. B. Kutter bzw. Jollen, seit dem 3. März. Er ging.', 'de').map((piece) => piece.text)).toEqual([
      'Boote, z. B. Kutter bzw. Jollen, seit dem 3. März.',
      'Er ging.',
    ]);
  });

  it('of a manuscript leave out front matter and titles, and keep who speaks', () => {
    const block = (text: string, speaker?: string) => ({ text, pauseMs: null, ...(speaker !== undefined && { speaker }) });
    const manuscript = {
      title: 'Title',
      warnings: [],
      chapters: [
        { title: 'Copyright', isFrontMatter: true, blocks: [block('All rights reserved.')] },
        { title: 'One', blocks: [block('Good morning. Come in.', 'Anna'), block('Thanks.')] },
      ],
    };
    expect(piecesOfManuscript(manuscript)).toEqual([
      { text: 'Good morning.', speaker: 'Anna' },
      { text: 'Come in.', speaker: 'Anna' },
      { text: 'Thanks.', speaker: null },
    ]);
  });

  it('have the speaker that their line names, whose name is none of the words', () => {
    const text = 'ANNA: Good morning. Come in.\nKarl: Thanks.\n\nNote: he waits.\nKarl: Where to?';
    const named = [
      { text: 'Good morning.', speaker: 'ANNA' },
      { text: 'Come in.', speaker: 'ANNA' },
      { text: 'Thanks.', speaker: 'Karl' },
      { text: 'Note: he waits.', speaker: null },
      { text: 'Where to?', speaker: 'Karl' },
    ];
    expect(piecesOfText(text)).toEqual(named);
    expect(piecesOfManuscript(readTextManuscript(text))).toEqual(named);
    const words = named
      .flatMap((piece) => wordsOf(piece.text))
      .map((word, at) => ({ text: word.text, startMs: at, endMs: at + 1, confidence: 1 }));
    expect(dubbingCues(toSegments(piecesOfText(text), words)).map((cue) => [cue.speaker, cue.text])).toEqual(
      named.map((piece) => [piece.speaker, piece.text]),
    );
  });

  it('have every word of the text once, in its order', () => {
    const text = fc.array(fc.stringMatching(/^[\p{L}.!?,’]{1,9}[ \n]{1,2}$/u), { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (written) => {
        const pieces = piecesOfText(written);
        expect(pieces.flatMap((piece) => wordsOf(piece.text).map((word) => word.text))).toEqual(wordsOf(written).map((word) => word.text));
      }),
    );
  });
});

describe('segments of a known text', () => {
  const word = (text: string, startMs: number, confidence = 0.9) => ({ text, startMs, endMs: startMs + 100, confidence });

  it('begin with their first word and end with their last, and have the times of all', () => {
    const pieces = piecesOfText('Good morning. Come in.');
    const words = [word('Good', 100), word('morning.', 300), word('Come', 900), word('in.', 1200)];
    expect(toSegments(pieces, words)).toMatchObject([
      {
        index: 0,
        text: 'Good morning.',
        startMs: 100,
        endMs: 400,
        words: [{ text: 'Good', startMs: 100, endMs: 200, estimated: true }, {}],
      },
      { index: 1, text: 'Come in.', startMs: 900, endMs: 1300 },
    ]);
  });

  it('of which most words were not found are marked, and are there all the same', () => {
    const pieces = piecesOfText('Good morning. Come in.');
    const words = [word('Good', 100), word('morning.', 300, 0.2), word('Come', 900, 0.1), word('in.', 1200, 0.3)];
    expect(toSegments(pieces, words).map(({ unsure }) => unsure)).toEqual([undefined, true]);
  });

  it('end with the last word that the recording says: the sentence that it breaks off ends there, and the next ones have no segment', () => {
    const pieces = piecesOfText('Good morning. Come in. Sit down.');
    const words = [word('Good', 100), word('morning.', 300), word('Come', 900)];
    expect(toSegments(pieces, words).map(({ text, endMs }) => [text, endMs])).toEqual([
      ['Good morning.', 400],
      ['Come', 1000],
    ]);
  });
});
