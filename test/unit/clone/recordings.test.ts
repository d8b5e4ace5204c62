import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesInWords, formProblems, isSound, judgeFile, nameFrom } from '#shared/clone/files.ts';
import {
  canBeTrimmed,
  cloneFormSchema,
  emptyForm,
  findExtension,
  listForms,
  lengthOf,
  minimumSamples,
  countPeakBytes,
  chooseForm,
  trimSchema,
  trimWithin,
  wholeOf,
  type Recording,
} from '#shared/clone/recordings.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import { cloneLimits, voiceName } from '#shared/wire/voice-creation.ts';

const recording = (change: Partial<Recording>): Recording => ({
  id: 'recording1',
  name: 'a.wav',
  kind: 'file',
  state: 'ready',
  bytes: 1_000_000,
  original: true,
  codec: 'WAV',
  seconds: 10,
  samples: 480_000,
  aacBytes: 0,
  cutShort: false,
  truncated: false,
  failure: null,
  trim: null,
  sendAs: 'auto',
  cleanUp: { reduceNoise: false, trimSilence: false },
  cleaned: null,
  facts: null,
  ...change,
});

describe('a dropped file', () => {
  test('is judged from its name and size alone', () => {
    expect(judgeFile({ name: 'a.wav', size: 5 })).toEqual({ kind: 'open' });
    expect(judgeFile({ name: 'A.MP3', size: cloneLimits.fileBytes })).toEqual({ kind: 'open' });
    expect(judgeFile({ name: 'a.wav', size: cloneLimits.fileBytes + 1 })).toMatchObject({ kind: 'ask' });
    expect(judgeFile({ name: 'a.wav', size: 10 * 1024 ** 3 })).toMatchObject({
      kind: 'ask',
      why: expect.stringMatching(/^10\.0 GB .*10 MB/u) as string,
    });
    expect(judgeFile({ name: 'film.mov', size: 5 })).toMatchObject({ kind: 'ask' });
    expect(judgeFile({ name: 'a.wav', size: 0 })).toMatchObject({ kind: 'refuse', why: expect.stringContaining('0 bytes') as string });
    expect(judgeFile({ name: 'notes.txt', size: 5 })).toMatchObject({
      kind: 'refuse',
      why: expect.stringMatching(/\.txt .*WAV/u) as string,
    });
  });

  test('gives a name that the service takes, or none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (stem) => {
        const name = nameFrom(`${stem}.wav`);
        if (name !== '') expect(voiceName.parse(name)).toBe(name);
        if (name !== '') expect(formProblems({ name, description: '', referenceText: '' })).toEqual({});
      }),
    );
    expect(nameFrom('Anna_Reading\u0007 final.take2.wav')).toBe('Anna Reading final.take2');
    // A hundred characters at most, and none of them cut in two.
    expect(nameFrom(`${'x'.repeat(300)}.wav`)).toBe('x'.repeat(100));
    expect(nameFrom(`x${'🙂'.repeat(60)}.wav`)).toBe(`x${'🙂'.repeat(49)}`);
    expect(nameFrom(`${'x'.repeat(99)} y.wav`)).toBe('x'.repeat(99));
  });
});

test('fields that cannot be sent are named with what is wrong', () => {
  expect(formProblems({ name: ' ', description: '', referenceText: '' })).toEqual({ name: message('clone.needsName') });
  expect(formProblems({ name: 'x'.repeat(10_000), description: '', referenceText: '' }).name).toEqual(
    message('clone.textTooLong', 'name', '10,000', '100'),
  );
  expect(formProblems({ name: 'a\u0000b', description: 'x'.repeat(1001), referenceText: 'Line\nline' })).toMatchObject({
    name: message('clone.nameControlCharacters'),
    description: message('clone.textTooLong', 'description', '1,001', '1,000'),
  });
});

describe('what is sent', () => {
  test('is the file itself, while nothing of it has to change', () => {
    expect(chooseForm(recording({}))).toEqual({ form: 'as-is', bytes: 1_000_000 });
    expect(chooseForm(recording({ trim: { from: 0, to: 48_000 } }))).toEqual({ form: 'wav', bytes: 44 + 96_000 });
    expect(chooseForm(recording({ name: 'a.mov' }))).toMatchObject({ form: 'wav' });
  });
  test('is MP3 where WAV is too large, AAC moved where there is no decoder, and nothing where all are too large', () => {
    expect(chooseForm(recording({ original: false, samples: 48_000 * 300, seconds: 300 }))).toMatchObject({ form: 'mp3' });
    expect(chooseForm(recording({ original: false, samples: 48_000 * 3600, seconds: 3600 }))).toBeUndefined();
    expect(chooseForm(recording({ name: 'film.mov', samples: 0, aacBytes: 900_000, bytes: 90_000_000 }))).toMatchObject({ form: 'm4a' });
  });
  test('is never over the limit, whatever was chosen', () => {
    fc.assert(
      fc.property(
        fc.nat(400_000_000),
        fc.nat(50_000_000),
        fc.constantFrom('auto', 'as-is', 'wav', 'mp3', 'm4a'),
        (samples, bytes, sendAs) => {
          const found = chooseForm(recording({ samples, bytes, sendAs, seconds: samples / 48_000 }));
          expect(found === undefined || found.bytes <= cloneLimits.fileBytes).toBe(true);
        },
      ),
    );
  });
  test('is of no form while it is not there', () => {
    expect(listForms(recording({ state: 'arriving' }))).toEqual([]);
  });
});

test('a trim stays within its sound, is never too short, and is none where it leaves everything', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.nat(2_000_000), fc.nat(2_000_000), (samples, from, to) => {
      const trim = trimWithin(samples, { from, to });
      if (trim === null) return;
      expect(trim.from).toBeGreaterThanOrEqual(0);
      expect(trim.to).toBeLessThanOrEqual(samples);
      expect(trim.to - trim.from).toBeGreaterThanOrEqual(minimumSamples);
      expect(trimWithin(samples, trim)).toEqual(trim);
    }),
  );
  expect(trimWithin(480_000, { from: 0, to: 480_000 })).toBeNull();
});

test('sizes are said in the limit’s own megabytes', () => {
  expect([0, 1023, 1024, cloneLimits.fileBytes, 10 * 1024 ** 3].map(bytesInWords)).toEqual([
    '0 bytes',
    '1023 bytes',
    '1 kB',
    '10.0 MB',
    '10.0 GB',
  ]);
});

test('a size is a whole number up to kilobytes and from 100 on, and never a whole unit of the next kind', () => {
  const mega = 1024 ** 2;
  expect(
    [1, 1024 * 1023.4, 1024 * 1023.5, 99.9 * mega, 100 * mega, 1023.6 * mega, 5 * 1024 ** 4, 5000 * 1024 ** 4].map(bytesInWords),
  ).toEqual(['1 bytes', '1023 kB', '1.0 MB', '99.9 MB', '100 MB', '1.0 GB', '5.0 TB', '5000 TB']);
});

test('Clone opens the sounds that it sends and those that it converts, whatever the case of their ending', () => {
  expect(['a.wav', 'a.MP3', 'film.MOV', 'a.3gp', 'wave.txt', 'wav', ''].map(isSound)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(['a.b.WAV', 'none', 'dot.', '.mp3'].map(findExtension)).toEqual(['wav', '', '', 'mp3']);
});

test('a refused file is named by its ending, a long ending by its first twelve characters', () => {
  const why = (name: string): string => {
    const verdict = judgeFile({ name, size: 1 });
    return verdict.kind === 'open' ? 'open' : verdict.why;
  };
  expect(why(`a.${'x'.repeat(12)}`)).toContain(`.${'x'.repeat(12)} `);
  expect(why(`a.${'x'.repeat(13)}`)).toContain(`.${'x'.repeat(12)}… `);
  expect(why('a')).toContain(messages.clone.fileWithoutEnding);
});

describe('the fields of a clone', () => {
  const fine = { name: 'Anna', description: '', referenceText: '' };
  test('may be as long as the interface says, blanks around them not counted', () => {
    const longest = {
      name: ` ${'x'.repeat(cloneLimits.nameCharacters)} `,
      description: `${'x'.repeat(cloneLimits.descriptionCharacters)}\n`,
      referenceText: ` ${'x'.repeat(cloneLimits.referenceTextCharacters)}`,
    };
    expect(Object.keys(formProblems(longest))).toEqual([]);
    const longer = {
      name: `${longest.name.trim()}x`,
      description: `${longest.description.trim()}x`,
      referenceText: `${longest.referenceText}x`,
    };
    expect(Object.keys(formProblems(longer))).toEqual(['name', 'description', 'referenceText']);
    expect(formProblems({ ...fine, name: ` ${longer.name} ` }).name).toEqual(message('clone.textTooLong', 'name', '101', '100'));
    expect(nameFrom(` ${'x'.repeat(cloneLimits.nameCharacters)}.wav`)).toBe('x'.repeat(cloneLimits.nameCharacters));
  });
  test('take lines and tabs where a text is written, and no other control characters', () => {
    expect(formProblems({ ...fine, description: 'a\n\tb', referenceText: 'a\n\tb' })).toEqual({});
    expect(Object.keys(formProblems({ name: 'a\nb', description: 'a\u0000b', referenceText: 'a\u202eb' }))).toEqual([
      'name',
      'description',
      'referenceText',
    ]);
  });
  test('have bounds in a draft, and a draft without an agreement says so', () => {
    const bare: Partial<typeof emptyForm> = { ...emptyForm };
    delete bare.consent;
    delete bare.samePerson;
    expect(cloneFormSchema.parse(bare)).toEqual({ ...emptyForm, consent: false, samePerson: [] });
    const refused = (change: object): boolean => !cloneFormSchema.safeParse({ ...emptyForm, ...change }).success;
    expect([
      refused({ name: 'x'.repeat(20_000) }),
      refused({ name: 'x'.repeat(20_001) }),
      refused({ description: 'x'.repeat(20_001) }),
      refused({ referenceText: 'x'.repeat(50_001) }),
      refused({ languages: [''] }),
      refused({ languages: ['en'] }),
      refused({ languages: Array.from({ length: cloneLimits.languages + 1 }, () => 'en') }),
      refused({ samePerson: Array.from({ length: 21 }, () => 'recording1') }),
    ]).toEqual([false, true, true, true, true, false, true, true]);
  });
  test('start empty, private and without an agreement', () => {
    expect(emptyForm).toEqual({
      name: '',
      description: '',
      referenceText: '',
      languages: [],
      spokenIn: [],
      visibility: 'private',
      consent: false,
      samePerson: [],
      transcripts: [],
    });
  });
});

describe('the lengths of a recording', () => {
  test('are what its trim leaves, else all of it, counted from its seconds while nothing is decoded', () => {
    expect(lengthOf(recording({ trim: { from: 1_000, to: 5_000 } }))).toBe(4_000);
    expect(lengthOf(recording({}))).toBe(480_000);
    expect(wholeOf({ samples: 0, seconds: 1.5 })).toBe(72_000);
    expect(wholeOf({ samples: 1, seconds: 1.5 })).toBe(1);
  });
  test('of a tenth of a second or less cannot be trimmed, nor those of a recording that is not there yet', () => {
    expect(canBeTrimmed(recording({ samples: minimumSamples }))).toBe(false);
    expect(canBeTrimmed(recording({ samples: minimumSamples + 1 }))).toBe(true);
    expect(canBeTrimmed(recording({ state: 'arriving' }))).toBe(false);
    expect(trimWithin(minimumSamples, { from: 10, to: 20 })).toBeNull();
    expect(trimWithin(minimumSamples + 1, { from: 1, to: 20 })).toEqual({ from: 1, to: minimumSamples + 1 });
    expect(trimWithin(480_000, { from: 0, to: 479_999 })).toEqual({ from: 0, to: 479_999 });
    expect(trimWithin(480_000, { from: 1, to: 480_000 })).toEqual({ from: 1, to: 480_000 });
    expect([trimSchema.safeParse({ from: -1, to: 1 }), trimSchema.safeParse({ from: 0, to: 0 })].some(({ success }) => success)).toBe(
      false,
    );
  });
  test('have a pair of peaks for each started hundredth of a second', () => {
    expect([0, 1, 480, 481].map(countPeakBytes)).toEqual([0, 2, 2, 4]);
  });
});

describe('the forms of a recording', () => {
  test('have the sizes of their files: a WAV of 16 bit, an MP3 of 192 kbit/s, an M4A of the share of its packets', () => {
    const all = recording({ name: 'a.m4a', aacBytes: 100_000 });
    expect(listForms(all)).toEqual([
      { form: 'as-is', bytes: 1_000_000 },
      { form: 'wav', bytes: 960_044 },
      { form: 'mp3', bytes: 242_048 },
      { form: 'm4a', bytes: 106_096 },
    ]);
    expect(listForms({ ...all, trim: { from: 0, to: 120_000 } })).toEqual([
      { form: 'wav', bytes: 240_044 },
      { form: 'mp3', bytes: 62_048 },
      { form: 'm4a', bytes: 29_596 },
    ]);
  });
  test('leave out what the recording has not: its own file, decoded sound, AAC packets', () => {
    const forms = (change: Partial<Recording>): string[] => listForms(recording({ aacBytes: 1_000, ...change })).map(({ form }) => form);
    expect(forms({})).toEqual(['as-is', 'wav', 'mp3', 'm4a']);
    expect(forms({ original: false })).toEqual(['wav', 'mp3']);
    expect(forms({ samples: 0 })).toEqual(['as-is', 'm4a']);
    expect(forms({ samples: 0, seconds: 0 })).toEqual(['as-is']);
    expect(forms({ aacBytes: 0 })).toEqual(['as-is', 'wav', 'mp3']);
    expect(forms({ name: 'a.mov' })).toEqual(['wav', 'mp3', 'm4a']);
  });
  test('may be as large as the interface allows, and the chosen one is sent or none', () => {
    const largest = recording({ bytes: cloneLimits.fileBytes });
    expect(chooseForm(largest)).toMatchObject({ form: 'as-is' });
    expect(chooseForm({ ...largest, bytes: cloneLimits.fileBytes + 1 })).toMatchObject({ form: 'wav' });
    expect(chooseForm({ ...largest, sendAs: 'mp3' })).toMatchObject({ form: 'mp3' });
    expect(chooseForm({ ...largest, sendAs: 'm4a' })).toBeUndefined();
  });
});
