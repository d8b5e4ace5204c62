import { expect, it } from 'vitest';
import { enoughText, lacksLanguage, speaksLanguage, textOfSegments, textsOfVoices } from '#shared/dubbing/voice-languages.ts';
import { lineAt } from './spoken-line.ts';

const voice = (primaryLanguage: string, ...languages: string[]) => ({ primaryLanguage, languages });

it('a voice lacks a language where it names others, whatever their regions, and not where it speaks several or names none', () => {
  expect(lacksLanguage(voice('en-US'), 'de')).toBe(true);
  expect(lacksLanguage(voice('en', 'en-GB', 'fr_CA'), 'de')).toBe(true);
  expect(lacksLanguage(voice('en-GB', 'en-GB', 'de-DE', 'es-ES'), 'de')).toBe(false);
  expect(lacksLanguage(voice('DE-at'), 'de')).toBe(false);
  for (const unknown of ['', 'multilingual', 'mul', 'und']) expect(lacksLanguage(voice(unknown), 'de')).toBe(false);
  expect(lacksLanguage(voice('en', 'multilingual'), 'de')).toBe(false);
});

it('a voice speaks a language that it names, whatever its region, and none that it does not name', () => {
  expect(speaksLanguage(voice('DE-at'), 'de')).toBe(true);
  expect(speaksLanguage(voice('en-GB', 'en-GB', 'de_DE'), 'de')).toBe(true);
  for (const other of ['', 'multilingual', 'en-US']) expect(speaksLanguage(voice(other), 'de')).toBe(false);
});

it('the text of each voice is one, of all its segments and no longer than it has to be', () => {
  const segments = [
    lineAt('first00001', 0, { text: 'Guten Abend.', speaker: 'ANNA' }),
    lineAt('second0001', 5, { text: 'Na?', voiceId: 'ben' }),
    lineAt('third00001', 10, { text: 'Kein Wort.', speaker: 'IDA' }),
    lineAt('fourth0001', 15, { text: 'Stumm.', voiceId: null }),
  ];
  expect(textsOfVoices(segments)).toEqual([
    { voiceId: 'anna', speaker: 'ANNA', text: ' Guten Abend. Kein Wort.' },
    { voiceId: 'ben', speaker: null, text: ' Na?' },
  ]);
  const long = Array.from({ length: 9 }, (_, index) => lineAt(`line00000${String(index)}`, index * 5, { text: 'a'.repeat(900) }));
  expect(textsOfVoices(long)[0]?.text).toHaveLength(enoughText);
});

it('the text of a dub is that of all its segments, with or without a voice, and no longer than it has to be', () => {
  expect(textOfSegments([{ text: ' Guten Abend. ' }, { text: '' }, { text: 'Na?' }])).toBe('Guten Abend. Na?');
  expect(textOfSegments(Array.from({ length: 9 }, () => ({ text: 'a'.repeat(900) })))).toHaveLength(enoughText);
});
