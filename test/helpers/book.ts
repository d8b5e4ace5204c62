import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProjectFile } from '#main/library/project-schema.ts';
import { newId } from '#shared/ids.ts';
import { createDocument } from '#shared/narration/document.ts';
import { publicVoices } from '#main/local-service/voices/catalogue.ts';

/** The quicker engine's: figures against it stay comparable. */
export const bookVoice = publicVoices.find(({ name }) => name === 'Ada')!;

const people = ['the keeper', 'her sister', 'an old pilot', 'the harbour master', 'a boy from the village', 'the doctor'];
const acts = ['counted', 'carried', 'wrote down', 'looked for', 'remembered', 'repaired', 'painted', 'sold'];
const things = ['the lamps', 'every boat', 'a letter', 'the nets', 'seven baskets of fish', 'the broken clock', 'the maps'];
const times = ['before the storm', 'in the evening', 'when the tide turned', 'at 3:30', 'while it rained', 'after the long winter'];
const ends = ['and nobody asked why.', 'so that the house was quiet again.', 'for it had to be done.', 'but the light was out.'];

/** Paragraphs of English of about this many words each, no two of them the same. */
export function bookParagraphs(count: number, words = 100): string[] {
  return Array.from({ length: count }, (_, paragraph) => {
    const sentences = [`This is paragraph ${paragraph + 1} of the book.`];
    for (let at = 0; sentences.join(' ').split(' ').length < words - 5; at += 1) {
      const pick = <T>(list: readonly T[], step: number): T => list[(paragraph * step + at * (step + 2) + at) % list.length]!;
      const sentence = `${pick(times, 5)}, ${pick(people, 7)} ${pick(acts, 3)} ${pick(things, 11)}, ${pick(ends, 13)}`;
      sentences.push(sentence.charAt(0).toUpperCase() + sentence.slice(1));
    }
    return sentences.join(' ');
  });
}

/** A profile whose last project has these paragraphs, {@link bookVoice} and no sound; the path of its file. */
export function writeBook(profileDirectory: string, texts: readonly string[]): string {
  const folder = join(profileDirectory, 'Projects');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'Book.voicewright');
  createProjectFile(path, {
    projectId: newId(),
    title: 'Book',
    voiceId: bookVoice.voiceId,
    modelId: null,
    createdAt: Date.now(),
    chapters: [{ id: newId(), title: 'Book', document: JSON.stringify(createDocument(texts).toJSON()) }],
  });
  writeFileSync(join(profileDirectory, 'preferences.json'), JSON.stringify({ recent: [{ path, title: 'Book', openedAt: Date.now() }] }));
  return path;
}
