import { expect, it } from 'vitest';
import { findLanguage, findPlainLanguage } from '#main/media/alignment/language.ts';

const texts: readonly (readonly [string, readonly string[]])[] = [
  [
    'en',
    [
      'Good morning, everyone.',
      'He laughed.',
      'The ferry leaves at nine and again at noon.',
      'A good microphone will not save a bad room.',
    ],
  ],
  [
    'de',
    [
      'Guten Morgen zusammen.',
      'Er lachte.',
      'Die Fähre fährt um neun und wieder um zwölf.',
      'Ein gutes Mikrofon rettet keinen schlechten Raum.',
    ],
  ],
  [
    'es',
    ['Buenos días a todos.', 'Se rió.', 'El barco sale a las nueve y otra vez al mediodía.', 'Un buen micrófono no salva una mala sala.'],
  ],
  [
    'fr',
    ['Bonjour à tous.', 'Il a ri.', 'Le bateau part à neuf heures et encore à midi.', 'Un bon micro ne sauve pas une mauvaise pièce.'],
  ],
  ['hi', ['नाव नौ बजे चलती है।', 'वह हँसा।']],
  ['pt', ['O barco sai às nove e outra vez ao meio-dia.']],
  ['ja', ['フェリーは九時に出ます。']],
  ['ru', ['Паром отходит в девять.']],
];

it.each(texts)('texts in %s are known by themselves, short ones too', async (language, sentences) => {
  expect(await Promise.all(sentences.map((text) => findLanguage(text, {})))).toEqual(sentences.map(() => language));
});

it('the language that was asked for wins, then the only one of the voice, then the text', async () => {
  expect(await findLanguage('Guten Morgen zusammen.', { language: 'fr-CA', voiceLanguages: ['es'] })).toBe('fr');
  expect(await findLanguage('Guten Morgen zusammen.', { voiceLanguages: ['es-MX', 'es'] })).toBe('es');
  expect(await findLanguage('Guten Morgen zusammen.', { voiceLanguages: ['en', 'de'] })).toBe('de');
  expect(await findLanguage('Good morning, everyone.', { language: ' ', voiceLanguages: ['multilingual'] })).toBe('en');
});

it('a text that says nothing of its language is taken for English', async () => {
  expect(await Promise.all(['42', '…', ''].map((text) => findLanguage(text, {})))).toEqual(['en', 'en', 'en']);
});

it('a language is plain from a sentence or two of it, and not from a few words, from names, or from a language that is not known here', async () => {
  const plain = async (...all: string[]) => Promise.all(all.map((text) => findPlainLanguage(text)));
  expect(
    await plain(
      'Die Boote sind seit Montag fort. Und niemand hat seitdem etwas gehört?',
      'Good evening from the harbour. Every one of them.',
      'Il a ri. Le bateau part à neuf heures.',
      'Паром отходит в девять.',
    ),
  ).toEqual(['de', 'en', 'fr', 'ru']);
  expect(
    await plain(
      'Guten Abend.',
      'Okay, stop. Berlin!',
      'Anna Müller, Berlin, Hamburg, Peter, Karl Schmidt',
      'hm hm ah oh uh aha',
      'Det er ikke mulig at alle er tilbake allerede nå.',
      'да',
      '',
    ),
  ).toEqual(Array.from({ length: 7 }, () => undefined));
});

it('languages of one script are distinguished by their words, and a relative of a known language is not taken for it', async () => {
  const texts = [
    'Маяк на скелі світив усю ніч, і рибалки бачили його здалеку.',
    'Фарът на скалата светеше цяла нощ и рибарите го виждаха отдалеч.',
    'Маяк на скале светил всю ночь, и рыбаки видели его издалека.',
    'فانوس دریایی تمام شب روی صخره می‌درخشید و ماهیگیران آن را از دور دیدند.',
    'أضاءت المنارة على الصخرة طوال الليل ورآها الصيادون من بعيد.',
    'Farul de pe stâncă a luminat toată noaptea, iar pescarii l-au văzut de departe.',
    'Maják na skále svítil celou noc a rybáři ho viděli z dálky.',
  ];
  const found = await Promise.all(texts.map((text) => findPlainLanguage(text)));
  expect(found).toEqual(['uk', 'bg', 'ru', 'fa', 'ar', undefined, undefined]);
});
