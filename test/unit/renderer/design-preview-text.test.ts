import { beforeEach, expect, it, vi } from 'vitest';
import { isSpokenLine, spokenLine } from '#shared/messages/spoken-lines.ts';
import { DesignsStore } from '../../../src-renderer/features/design/designs-store.ts';
import { languageNamed } from '../../../src-renderer/features/design/prompt-language.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';

const stores = createFakeStores();
const previewText = (designs: DesignsStore): string => designs.store.getState().draft.previewText;

beforeEach(async () => {
  const languages = ({ texts }: { texts: readonly string[] }) => ({
    languages: texts.map((text) => (/\b(?:Eine|tiefe)\b/u.test(text) ? 'de' : null)),
  });
  fakeStudio.reset({ 'dubs.languages': languages });
  await stores.host.connectHost();
});

it('the preview text that nobody wrote is in the language that the prompt names, or else is written in', async () => {
  const designs = new DesignsStore(stores);
  expect(previewText(designs)).toBe(spokenLine('design', 'en'));
  designs.changeDraft({ prompt: 'Eine tiefe, ruhige Stimme' });
  await vi.waitFor(() => expect(previewText(designs)).toBe(spokenLine('design', 'de')));
  designs.changeDraft({ prompt: 'Eine tiefe Stimme, die Spanisch spricht' });
  await vi.waitFor(() => expect(previewText(designs)).toBe(spokenLine('design', 'es')));
  designs.changeDraft({ prompt: 'An old man. British English.' });
  await vi.waitFor(() => expect(previewText(designs)).toBe(spokenLine('design', 'en')));
});

it('a preview text that a person wrote, or that a design had, stays', async () => {
  const designs = new DesignsStore(stores);
  designs.changeDraft({ previewText: 'My own words.' });
  designs.changeDraft({ prompt: 'Eine tiefe Stimme' });
  await Promise.resolve();
  expect([previewText(designs), fakeStudio.inputs('dubs.languages')]).toEqual(['My own words.', []]);
  designs.duplicateDesign({ prompt: 'Eine alte Frau', previewText: spokenLine('design', 'fr'), providers: ['alpha'] });
  expect([previewText(designs), fakeStudio.inputs('dubs.languages')]).toEqual([spokenLine('design', 'fr'), []]);
});

it.each([
  ['An old man. British English.', 'en'],
  ['Eine alte Frau spricht Portugiesisch, nicht Englisch', 'pt'],
  ['A woman with a German accent', undefined],
  ['A man with a German accent who speaks English', 'en'],
  ['Ein Mann mit Deutsch-Akzent', undefined],
  ['A deep voice', undefined],
])('the language that “%s” names is %s', (prompt, code) => {
  expect(languageNamed(prompt)).toBe(code);
});

it('a line counts as nobody’s own whatever language it is in', () => {
  expect([isSpokenLine('design', spokenLine('design', 'ja')), isSpokenLine('design', 'Hello.')]).toEqual([true, false]);
});
