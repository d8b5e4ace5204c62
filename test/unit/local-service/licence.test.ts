import { expect, test } from 'vitest';
import { findLicenceFile, readLicence } from '#main/local-service/added/licence.ts';

test('the file that says most plainly what a voice may be used for is read, wherever it lies', () => {
  expect(findLicenceFile(['model.onnx', 'README.md', 'docs/LICENSE.txt', 'MODEL_CARD'])).toBe('docs/LICENSE.txt');
  expect(findLicenceFile(['README', 'MODEL_CARD'])).toBe('MODEL_CARD');
  expect(findLicenceFile(['a/b/LICENCE', 'LICENSE'])).toBe('LICENSE');
  expect(findLicenceFile(['voice.flitevox'])).toBeUndefined();
});

test.each([
  ['Licensed under CC BY-NC-SA 4.0.', 'restricted'],
  ['For non-commercial use.', 'restricted'],
  ['This data is for research purposes only.', 'restricted'],
  ['All rights reserved.', 'restricted'],
  ['MIT License. Permission is hereby granted, free of charge, to any person.', 'noted'],
  ['License: public domain', 'noted'],
  ['   \n', 'unreadable'],
])('%s is %s', (text, state) => {
  expect(readLicence(Buffer.from(text)).state).toBe(state);
});

test('a licence that is no text is said to be none, and one cut inside a character is a text', () => {
  expect(readLicence(undefined)).toEqual({ state: 'none', text: null, file: null, words: null });
  expect(readLicence(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]), 'LICENSE')).toEqual({
    state: 'unreadable',
    text: null,
    file: 'LICENSE',
    words: null,
  });
  expect(readLicence(Buffer.from('Lizenz für alle ü').subarray(0, -1)).state).toBe('noted');
});

test('of a long text the part about the licence is shown, within its bound', () => {
  const card = [...Array.from({ length: 20 }, (_, line) => `fact ${line}`), 'License: CC0', 'x'.repeat(2_000)].join('\n');
  const { text } = readLicence(Buffer.from(card));
  expect(text).toMatch(/^License: CC0/u);
  expect(text!.length).toBe(600);
});

test('a restriction is named with the file and the words that it stands in', () => {
  const card = Buffer.from('License: BY-NC-SA 4.0');
  expect(readLicence(card, 'MODEL_CARD')).toMatchObject({ state: 'restricted', file: 'MODEL_CARD', words: 'BY-NC' });
});
