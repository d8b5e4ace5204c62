import { beforeAll, describe, expect, it } from 'vitest';
import { measureRecording } from '#main/media/alignment/measured-recording.ts';
import { ReferenceVoice } from '#main/media/alignment/reference-voice.ts';
import { costLengths } from '#main/media/proof/phone-lengths.ts';
import type { PhoneModel } from '#main/media/proof/phone-model.ts';
import { doubtWords } from '#main/media/proof/check-take.ts';
import { learnVoice, readRecording, type Reading } from '#main/media/proof/voice.ts';
import { findSpokenForms } from '#main/media/proof/spoken-forms.ts';
import { checkWords } from '#main/media/proof/word-checks.ts';
import { decodeWords, type Departure } from '#main/media/proof/word-decoder.ts';

/** A script of words of three states each; state 12 is other speech, 13 is silence. What is said matches one state and costs 8 in all others. */
function decode(said: readonly number[], departs = true): Departure[] {
  const stateCount = 14;
  const values = Float32Array.from({ length: said.length * stateCount }, (_, at) =>
    said[Math.floor(at / stateCount)] === at % stateCount ? 0 : 8,
  );
  const script = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [9, 10, 11],
  ];
  return decodeWords({ count: said.length, stateCount, values }, script, departs).departures;
}
const frames = (...states: number[]): number[] => states.flatMap((state) => Array<number>(8).fill(state));

describe('decoding', () => {
  it('a recording that says its script has no departures, whatever pauses it makes', () => {
    expect(decode(frames(13, 0, 1, 2, 13, 13, 3, 4, 5, 6, 7, 8, 13, 9, 10, 11, 13))).toEqual([]);
  });

  it('a word that is left out is missing where the next one begins', () => {
    expect(decode(frames(0, 1, 2, 6, 7, 8, 9, 10, 11))).toEqual([{ kind: 'missing', from: 1, to: 2, start: 24, end: 24 }]);
  });

  it('a short word that fits badly is taken for said, where a long one is missing', () => {
    const [said, states] = [frames(0, 1, 2, 6, 7, 8), 14];
    const costs = (): Float32Array =>
      Float32Array.from({ length: said.length * states }, (_, at) => (said[Math.floor(at / states)] === at % states ? 0 : 8));
    const decodeWith = (word: readonly number[], each: number): string[] => {
      const values = costs();
      // Frames that the word in between would be said in cost so much.
      for (let frame = 24; frame < 24 + word.length; frame++) for (const state of word) values[frame * states + state] = each;
      const script = [[0, 1, 2], word, [6, 7, 8]];
      return decodeWords({ count: said.length, stateCount: states, values }, script, true).departures.map(({ kind }) => kind);
    };
    expect(decodeWith([3, 4, 5], 3.3)).toEqual([]);
    expect(decodeWith([3, 4, 5, 9, 10, 11, 3, 4, 5, 9, 10, 11], 1.2)).toEqual(['missing']);
  });

  it('where the script is doubted less than what is heard, a word that fits badly is said, and one that is not there is missing', () => {
    const [said, states] = [frames(0, 1, 2, 3, 4, 5, 6, 7, 8), 14];
    const decodeWith = (each: number, doubt: number): string[] => {
      const values = Float32Array.from({ length: said.length * states }, (_, at) =>
        said[Math.floor(at / states)] === at % states
          ? said[Math.floor(at / states)]! > 2 && said[Math.floor(at / states)]! < 6
            ? each
            : 0
          : 8,
      );
      const script = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
      ];
      return decodeWords({ count: said.length, stateCount: states, values }, script, true, [], doubt).departures.map(({ kind }) => kind);
    };
    expect(decodeWith(2.4, 0)).toEqual(['other']);
    expect(decodeWith(2.4, 12)).toEqual([]);
    expect(decodeWith(6, 12)).toEqual(['other']);
  });

  it('the last words are missing at the end', () => {
    expect(decode(frames(0, 1, 2, 3, 4, 5))).toEqual([{ kind: 'missing', from: 2, to: 4, start: 48, end: 48 }]);
  });

  it('words that are said twice are repeated where they begin again', () => {
    expect(decode(frames(0, 1, 2, 3, 4, 5, 6, 7, 8, 3, 4, 5, 6, 7, 8, 9, 10, 11))).toEqual([
      { kind: 'repeated', from: 1, to: 3, start: 72, end: 72 },
    ]);
  });

  it('a word in place of another one is other speech, from its start to its end', () => {
    expect(decode(frames(0, 1, 2, 12, 12, 12, 12, 6, 7, 8, 9, 10, 11))).toEqual([{ kind: 'other', from: 1, to: 2, start: 24, end: 56 }]);
  });

  it('a phoneme that takes much longer than it can is other speech', () => {
    const lengths = Array.from({ length: 4 }, () => [
      costLengths({ phone: 0, reference: 24, isFinal: false }, { usual: Float32Array.of(0), share: 1, final: 0, deviation: 0.25 }, 0),
    ]);
    // The last part of the second word fits less badly than other speech, and would go on for 90 frames.
    const said = [...frames(0, 1, 2, 3, 4, 5), ...Array<number>(90).fill(12), ...frames(6, 7, 8, 9, 10, 11)];
    const decodeWith = (some: typeof lengths): string[] => {
      const values = Float32Array.from({ length: said.length * 14 }, (_, at) => {
        const [own, state] = [said[Math.floor(at / 14)], at % 14];
        return own === state ? 0 : own === 12 && state === 5 ? 0.95 : 8;
      });
      const script = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [9, 10, 11],
      ];
      return decodeWords({ count: said.length, stateCount: 14, values }, script, true, some).departures.map(({ kind }) => kind);
    };
    expect(decodeWith([])).toEqual([]);
    expect(decodeWith(lengths)).toEqual(['other']);
  });

  it('nothing departs where the script is taken for granted', () => {
    expect(decode(frames(0, 1, 2, 6, 7, 8, 9, 10, 11), false)).toEqual([]);
  });
});

describe('takes of one voice', () => {
  const texts = [
    'The captain folded the map and put it back into the drawer. There was no island where the old chart promised one.',
    'She counted the coins twice before she paid the driver. Then she walked slowly across the square.',
    'Most of the bridges along this river were built by the same family of engineers.',
    'You can repair the chair with a little glue and two clamps. Leave it in a warm place overnight.',
    'The orchestra waited in silence while the conductor looked for his glasses.',
    'Our guide knew the name of every flower on the mountain, but he had forgotten where he parked the car.',
  ];
  let voice: ReferenceVoice;
  let model: PhoneModel;
  /** A take of `said`, of which the text is `written`. */
  const read = (said: string, written = said): Reading => {
    const { samples, sampleRate } = voice.speak(said.split(' '), 'en');
    const tokens = written.split(' ');
    return readRecording(measureRecording({ samples, sampleRate }), tokens, voice.speakReference(tokens, 'en'));
  };
  beforeAll(async () => {
    voice = await ReferenceVoice.start();
    model = learnVoice(texts.map((text) => read(text)))!;
  }, 180_000);

  it('takes that say their text have no findings', () => {
    expect(texts.flatMap((text) => checkWords(read(text), model).findings)).toEqual([]);
  });

  it.each([
    ['missing-words', 'Most of the along this river were built by the same family of engineers.', 'bridges'],
    ['repeated-words', 'Most of the bridges bridges along this river were built by the same family of engineers.', 'bridges'],
    ['other-words', 'Most of the envelopes along this river were built by the same family of engineers.', 'bridges'],
    ['other-words', 'Most of the bridges along this river were built by yesterday same family of engineers.', 'the'],
    ['truncated', 'Most of the bridges along this river were built by the same', 'family of engineers.'],
  ])('%s are found, with the words that they concern', (kind, said, words) => {
    const found = checkWords(read(said, texts[2]), model).findings;
    expect(found[0]?.kind).toBe(kind);
    expect(words).toContain(found[0]!.text);
    // A cut end may be found without words.
    const { text, tokens } = found[0]!;
    expect(tokens === undefined ? '' : texts[2]!.split(' ').slice(tokens.from, tokens.to).join(' ')).toBe(text);
  });

  const check = (said: string, written: string) =>
    checkWords(read(said, written), model, {
      forms: { find: (tokens, index) => findSpokenForms(tokens, index, 'en'), speak: (words) => voice.speakReference(words, 'en') },
    }).findings.map(({ kind, text }) => [kind, text]);
  const cart = 'Mr. Pike charged me £4.50 for the cart and the driver.';

  it.each([
    ['four pounds fifty', cart, 'Mr. Pike charged me four pounds fifty for the cart and the driver.'],
    ['four pounds and fifty pence', cart, 'Mr. Pike charged me four pounds and fifty pence for the cart and the driver.'],
    ['four fifty', cart, 'Mr. Pike charged me four fifty for the cart and the driver.'],
    ['a year', 'The family built the bridge in 1847 and left.', 'The family built the bridge in eighteen forty seven and left.'],
    ['a king', 'The map was drawn for Henry VIII and his captain.', 'The map was drawn for Henry the eighth and his captain.'],
    ['millions', 'They paid £3 million for the island.', 'They paid three million pounds for the island.'],
    ['parts of millions', 'They paid £4.5 million for the island.', 'They paid four point five million pounds for the island.'],
    ['a measure', 'The chair weighs 25kg or more.', 'The chair weighs twenty five kilograms or more.'],
    ['years', 'He was a captain in 1914–18 on the river.', 'He was a captain in nineteen fourteen to eighteen on the river.'],
  ])('figures that are said in a way of their own are no findings: %s', (_, written, said) => {
    expect(checkWords(read(said, written), model).findings).not.toEqual([]);
    expect(check(said, written)).toEqual([]);
  });

  it('an unstressed “a” that is not heard is no finding, where a longer word is one', () => {
    const written = 'You can repair the chair with a little glue and two clamps.';
    expect(check('You can repair the chair with little glue and two clamps.', written)).toEqual([]);
    expect(check('You can repair the chair with a glue and two clamps.', written)).toEqual([['missing-words', 'little']]);
  });

  it('figures that are said as others are found, however they may be said', () => {
    const found = check('Mr. Pike charged me seven pounds eighteen for the cart and the driver.', cart);
    expect(found).toEqual([['other-words', '£4.50']]);
    expect(check('Mr. Pike charged me for the cart and the driver.', cart)).toEqual([['missing-words', '£4.50']]);
    expect(check('The family built the bridge in nineteen sixty two and left.', 'The family built the bridge in 1847 and left.')).toEqual([
      ['other-words', '1847'],
    ]);
    expect(check('The chair weighs forty kilograms or more.', 'The chair weighs 25kg or more.')).not.toEqual([]);
    expect(check('He was a captain on the river.', 'He was a captain in 1914–18 on the river.')).not.toEqual([]);
  });

  it.each([
    ['Where begin?', 'Where do we begin?'],
    ['Where do we gather?', 'Where do we begin?'],
    ['Yesterday,', '“Yes,”'],
    ['Nobody knows,', 'He nodded,'],
    ['Chapter three,', 'Chapter three: the orchestra'],
  ])('a few words of their own, of a voice that is hardly known, are found wrong where they are: %s', (said, written) => {
    const doubt = doubtWords(written.split(' ').length, 5);
    expect(checkWords(read(said, written), model, { doubt }).findings).not.toEqual([]);
    expect(checkWords(read(written), model, { doubt }).findings).toEqual([]);
  });

  it('the pace of a take is that of its phonemes, and its levels are by those of the voice', () => {
    const { samples, sampleRate } = voice.speak(texts[2]!.split(' '), 'en');
    const tokens = texts[2]!.split(' ');
    const halves = Float32Array.from(samples, (sample, at) => (at < samples.length / 2 ? sample : sample / 4));
    const readOf = (sound: Float32Array, rate: number) =>
      checkWords(readRecording(measureRecording({ samples: sound, sampleRate: rate }), tokens, voice.speakReference(tokens, 'en')), model);
    const [usual, quieter] = [readOf(samples, sampleRate), readOf(halves, sampleRate)];
    expect(usual.pace).toBeGreaterThan(0.9);
    expect(usual.pace).toBeLessThan(1.1);
    // The same samples, said to be fewer a second, last longer.
    expect(readOf(samples, sampleRate / 1.3).pace / usual.pace).toBeGreaterThan(1.15);
    const meanOf = (values: Float32Array): number => {
      const known = values.filter((value) => !Number.isNaN(value));
      return known.reduce((sum, value) => sum + value, 0) / known.length;
    };
    const step = ({ relativeLevels: levels }: typeof usual): number =>
      meanOf(levels.subarray(0, levels.length / 2)) - meanOf(levels.subarray(levels.length / 2));
    expect(Math.abs(step(usual))).toBeLessThan(3);
    expect(step(quieter) - step(usual)).toBeGreaterThan(8);
  });
});
