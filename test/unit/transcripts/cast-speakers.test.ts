import { describe, expect, it } from 'vitest';
import { castColours, castSchema, maximumCharacters, maximumName, type Character } from '#shared/narration/cast.ts';
import { castSpeakers, type CastChoice } from '#shared/transcripts/cast-speakers.ts';

const anna: Character = { id: 'anna000001', name: 'Anna', voiceId: 'v1', modelId: 'm1', controls: {}, colour: 3 };
const castOf = (before: readonly Character[], choice: Partial<CastChoice>) =>
  castSpeakers(before, { speakers: [], named: [], voices: {}, ...choice });
const voicesOf = (cast: readonly Character[]) => cast.map(({ name, voiceId }) => [name, voiceId]);

describe('the speakers of a transcript', () => {
  it('become characters of the cast, with the voices that were chosen for them', () => {
    const { cast, characterOf } = castOf([], { speakers: ['ANNA', 'BENJAMIN'], voices: { BENJAMIN: 'v2', ANNA: '' } });
    expect(voicesOf(cast)).toEqual([
      ['ANNA', null],
      ['BENJAMIN', 'v2'],
    ]);
    expect(['ANNA', 'BENJAMIN'].map((name) => characterOf.get(name))).toEqual(cast);
    expect(cast[0]?.colour).not.toBe(cast[1]?.colour);
  });

  it('are the characters of the same names in any case, who keep their voice and model unless another voice is chosen', () => {
    expect(castOf([anna], { speakers: ['ANNA'] }).cast).toEqual([anna]);
    expect(castOf([anna], { speakers: ['ANNA'], voices: { ANNA: 'v1' } }).cast).toEqual([anna]);
    const { cast, characterOf } = castOf([anna], { speakers: ['ANNA'], voices: { ANNA: 'v2' } });
    expect(cast).toEqual([{ ...anna, voiceId: 'v2', modelId: null }]);
    expect(characterOf.get('ANNA')).toBe(cast[0]);
  });

  it('whose names are codes of the service join the cast only where two or more speak', () => {
    for (const code of ['SPEAKER_00', 'Speaker 1', 'spk_0', 'speaker-A', 'A', '1']) {
      expect(castOf([], { speakers: [code] })).toEqual({ cast: [], characterOf: new Map() });
      expect(voicesOf(castOf([], { speakers: [code, 'Ida'] }).cast)).toEqual([
        [code, null],
        ['Ida', null],
      ]);
    }
    for (const name of ['Speaker Johnson', 'Al', 'Agent 47'])
      expect(voicesOf(castOf([], { speakers: [name] }).cast)).toEqual([[name, null]]);
  });

  it('join the cast alone where a person gave the name, whatever it is', () => {
    expect(voicesOf(castOf([], { speakers: ['K'], named: ['K'] }).cast)).toEqual([['K', null]]);
  });

  it('whose names differ only in case are one, with the voice that was chosen first', () => {
    const { cast, characterOf } = castOf([], { speakers: ['Ida', 'IDA'], voices: { IDA: 'v2', Ida: 'v1' } });
    expect(voicesOf(cast)).toEqual([['Ida', 'v1']]);
    expect(characterOf.get('IDA')).toBe(cast[0]);
  });

  it('have names as long as the cast allows, and no character where it is full', () => {
    const long = castOf([], { speakers: [`${'a'.repeat(maximumName - 1)} bcd`, '  '] });
    expect(voicesOf(long.cast)).toEqual([['a'.repeat(maximumName - 1), null]]);
    const full = Array.from({ length: maximumCharacters }, (_, at): Character => ({
      ...anna,
      id: `one${at}00000`,
      name: `N${at}`,
      colour: (at % castColours) + 1,
    }));
    const { cast, characterOf } = castOf(full, { speakers: ['Ida', 'n3'] });
    expect(castSchema.safeParse(cast).success).toBe(true);
    expect([cast, [...characterOf.keys()]]).toEqual([full, ['n3']]);
  });
});
