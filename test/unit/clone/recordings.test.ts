import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesInWords, formProblems, judgeFile, nameFrom } from '#shared/clone/files.ts';
import { listForms, minimumSamples, chooseForm, trimWithin, type Recording } from '#shared/clone/recordings.ts';
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
    '1 KB',
    '10.0 MB',
    '10.0 GB',
  ]);
});
