import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCaptions } from '#shared/dubbing/captions-in.ts';
import { dubLimits } from '#shared/dubbing/timeline.ts';

const read = (name: string) => readCaptions(readFileSync(join(import.meta.dirname, '../../fixtures/captions', name), 'utf8'));
const linesOf = (name: string): string[] => read(name).cues.map(({ speaker, text }) => `${speaker ?? '?'}: ${text}`);
const cue = (at: number, text: string): string => `${at}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}\n\n`;
const linesIn = (...texts: string[]): string[] =>
  readCaptions(texts.map((text, index) => cue(index + 1, text)).join('')).cues.map(({ speaker, text }) => `${speaker ?? '?'}: ${text}`);

describe('captions of other programs are read with their speakers and without their sounds', () => {
  it('British ones: a name on a line or in a caption of its own, two names in one caption, sounds in capitals, songs', () => {
    expect(linesOf('bbc-labels.srt')).toEqual([
      'NARRATOR: On this coast nobody sails in November.',
      'NARRATOR: Who goes there?',
      'MAN ON RADIO: Only the post.',
      'MAN ON RADIO: STOP!',
      'MARY: Leave him be.',
    ]);
    expect(read('bbc-labels.srt').sounds).toEqual(['THUNDER RUMBLES', '# Oh, the lamp is out', '# Oh, the lamp is out at last. #']);
  });

  it.each(['netflix-sdh.srt', 'ffmpeg-from-srt.vtt'])(
    '%s: names and sounds in brackets, dashes without a space, a caption of a third of a second',
    (name) => {
      expect(linesOf(name)).toEqual([
        '?: Are you coming, John?',
        '?: In a minute.',
        'John: I said in a minute.',
        '?: Take your time.',
        'man on phone: The boat has gone.',
        'Mary: Who is it?',
        '?: I always knew… that you would.',
        '?: Mary? Are you there?',
        '?: Yes.',
        '?: And so are all of the others.',
      ]);
      expect(read(name).sounds).toEqual([
        '[suspenseful music playing]',
        '[door slams]',
        '[sighs]',
        '♪ The sea, the sea ♪',
        '♪ It carried me home ♪',
        '[breathing heavily]',
      ]);
      for (const { start, end } of read(name).cues) expect(end - start).toBeGreaterThanOrEqual(dubLimits.shortestSamples);
    },
  );

  it('American live ones: all in capitals, another speaker at each >>, also within a line', () => {
    expect(linesOf('fcc-line-21.srt')).toEqual([
      '?: GOOD EVENING, EVERYONE.',
      'ANNA BERG: THE HARBOUR IS CLOSED TONIGHT.',
      '?: THEN NOBODY SAILS.',
      'ANNA BERG: THANK YOU.',
      '?: GOOD NIGHT. 2 BOATS ARE MISSING.',
    ]);
  });

  it('educational ones: who speaks in round brackets, (O.S.) after a name, a name before a sound alone, captions without a line between them', () => {
    expect(linesOf('dcmp-key.srt')).toEqual([
      'male narrator: Once there was a keeper.',
      'JOHN: Light the lamp! I am joking.',
      'MARY: He knew (and so did I).',
      'JOHN: Too much smoke.',
      'JOHN: Hector, hello.',
      '?: Oh, hey, John.',
    ]);
  });

  it('WebVTT: several voices in a cue, on lines and within one, and escaped marks', () => {
    expect(linesOf('w3c-voices.vtt')).toEqual([
      'Roger Berg: Did you hear it?',
      'Neil Holm: I did not.',
      'Roger Berg: Listen.',
      'Neil Holm: Laughs',
      'Mira: Good morning.',
      '?: And to you.',
      "?: I can't stay.",
      '?: Then go.',
    ]);
  });

  it('German ones: sounds in asterisks; one dash is another speaker, a longer one goes on with a sentence', () => {
    expect(linesOf('german.srt')).toEqual([
      '?: Kommst du, Anna?',
      '?: Gleich.',
      '?: Das glaube ich nicht.',
      '?: Frau im Radio: Die Fähre fährt nicht.',
      '?: Wo bleibt er denn?',
      '?: – und dann ging er fort.',
      'Anna: Ich komme.',
    ]);
    expect(read('german.srt').sounds).toEqual(['* Donner grollt *', '(lacht)']);
  });

  it('those that ffmpeg makes of ASS: names within tags, on a line of their own and after a dash', () => {
    expect(linesOf('ffmpeg-from-ass.srt')).toEqual([
      'TOM: Hello there, old friend.',
      'MAN ON RADIO: A storm is coming.',
      '?: Did you hear?',
      'TOM: I did.',
    ]);
    expect(read('ffmpeg-from-ass.srt').sounds).toEqual(['[radio crackles]']);
  });
});

describe('captions that only look like speakers or sounds stay text', () => {
  it.each([
    ['Okay! Narrator: Hello!'],
    ['is the body of a mutant\non the 6:00 news.'],
    ['Barry, remember: she cannot\nsee.'],
    ['It is -10 outside.'],
    ['He said he would come\n– or at least try.'],
    ['I work for\nNASA'],
    ['x >> 2 is a shift.'],
    ['The time (in Paris) is late.'],
  ])('%j', (text) => {
    expect(linesIn('The first one.', text)).toEqual(['?: The first one.', `?: ${text.replace('\n', ' ')}`]);
  });

  it('what somebody does is no name, though it stands where a name would', () => {
    expect(linesIn('[Laughs] Come in.', '[Laughs] Sit down.')).toEqual(['?: Come in.', '?: Sit down.']);
  });

  it('in a file all in capitals a name counts from its second line on, and no line is a sound for its capitals', () => {
    expect(linesIn('BUT REMEMBER: NOBODY SAILS', 'ANNA: WHY NOT', 'ANNA: TELL ME')).toEqual([
      '?: BUT REMEMBER: NOBODY SAILS',
      'ANNA: WHY NOT',
      'ANNA: TELL ME',
    ]);
  });
});
