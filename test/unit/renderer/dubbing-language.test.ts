import { beforeEach, expect, it } from 'vitest';
import { enoughText } from '#shared/dubbing/voice-languages.ts';
import { messages } from '#shared/messages/index.ts';
import { speakersIn } from '#shared/narration/named-lines.ts';
import { limits } from '#shared/wire/common.ts';
import { DubbingJobStore } from '../../../src-renderer/features/dubbing/job/dubbing-job-store.ts';
import { findLanguageProblem, languageChoices, writtenLanguage } from '../../../src-renderer/features/dubbing/job/language-rules.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';

const voiceOf = (name: string, primaryLanguage: string, ...languages: string[]) => ({
  name,
  primaryLanguage,
  languages: [primaryLanguage, ...languages],
});
const anna = voiceOf('Anna', 'en-GB');
const felix = voiceOf('Felix', 'en-US', 'de-DE', 'es-ES');
const open = voiceOf('Open', 'multilingual');
const voices = [anna, felix, open];
const problem = (voice: typeof anna | undefined, found: string | undefined, chosen = '') =>
  findLanguageProblem({ found, chosen, voice }, voices);

const createJob = (stores: ReturnType<typeof createFakeStores>) =>
  new DubbingJobStore({ ...stores, exampleFile: () => Promise.reject(new Error('There is no example here.')) });

beforeEach(() => fakeStudio.reset());

it('a video that is chosen while a result is open takes the stage', async () => {
  const stores = createFakeStores();
  const { store } = createJob(stores);
  store.setState({ open: { operation: { operationId: 'old' } } as never });
  stores.sources.typeAddress('dubbing.video', 'https://example.com/fi');
  expect(store.getState().open).toBeDefined();
  await stores.sources.putAddress('dubbing.video', 'https://example.com/film.mp4');
  expect(store.getState().open).toBeUndefined();
});

it('a text in a language that its voice does not speak is named, and leads to the voice', () => {
  expect(problem(anna, 'de')).toEqual({ words: messages.dubbing.otherLanguage('German', 'Anna', 1), field: 'voice' });
  expect(problem(felix, 'de')).toBeUndefined();
  expect(problem(open, 'de')).toBeUndefined();
  expect(problem(undefined, 'de')).toBeUndefined();
});

it('a language that is chosen against the text, against every voice, or against the voice is named', () => {
  expect(problem(felix, 'en', 'de-DE')).toEqual({
    words: messages.dubbing.languageOfTextDiffers('English', 'German (Germany)'),
    field: 'language',
  });
  expect(problem(felix, undefined, 'Klingon')).toEqual({ words: messages.dubbing.noVoiceSpeaks('Klingon'), field: 'language' });
  expect(problem(anna, undefined, 'de-DE')).toEqual({ words: messages.dubbing.voiceLacks('Anna', 'German (Germany)'), field: 'voice' });
  expect(problem(felix, 'de', 'de-AT')).toBeUndefined();
  expect(problem(felix, undefined, 'es')).toBeUndefined();
});

it('no language is called unknown before the voices are there', () => {
  expect(findLanguageProblem({ found: undefined, chosen: 'de', voice: undefined }, [])).toBeUndefined();
});

it('the languages of the voice come first, each language once, and what was written otherwise stays in the list', () => {
  expect(languageChoices(voices, felix, 'Klingon')).toEqual([
    { value: '', label: messages.dubbing.voiceDefaultOf('American English') },
    {
      group: 'Felix',
      items: [
        { value: 'en-US', label: 'American English' },
        { value: 'es-ES', label: 'European Spanish' },
        { value: 'de-DE', label: 'German (Germany)' },
      ],
    },
    {
      group: messages.dubbing.otherLanguages,
      items: [
        { value: 'en-GB', label: 'British English' },
        { value: 'multilingual', label: 'multilingual' },
      ],
    },
    { value: 'Klingon', label: 'Klingon' },
  ]);
  expect(languageChoices(voices, anna, '').map((entry) => ('group' in entry ? entry.group : entry.label))).toEqual([
    messages.dubbing.voiceDefaultOf('British English'),
    messages.dubbing.otherLanguages,
  ]);
  expect(languageChoices([], undefined, '')).toEqual([{ value: '', label: messages.dubbing.voiceDefault }]);
});

it('what is typed is offered as it is written, up to what the interface takes', () => {
  const longest = 'x'.repeat(limits.languageCharacters);
  expect(writtenLanguage(longest)).toEqual({ value: longest, label: messages.dubbing.useWritten(longest) });
  expect(writtenLanguage(`${longest}x`)).toBeUndefined();
});

it('the language of a text is asked for by no more of it than is needed, and stays unknown where the answer fails', async () => {
  const { signal } = new AbortController();
  const stores = createFakeStores();
  const job = createJob(stores);
  fakeStudio.reset({ 'dubs.languages': ({ texts }) => ({ languages: texts.map(() => 'de') }) });
  await stores.host.connectHost();
  expect(await job.findTextLanguage('Wort '.repeat(enoughText), signal)).toBe('de');
  expect(fakeStudio.inputs('dubs.languages').map(({ texts }) => (texts as string[]).map(({ length }) => length))).toEqual([[enoughText]]);
  fakeStudio.answers['dubs.languages'] = () => ({ languages: [null] });
  expect(await job.findTextLanguage('Ja.', signal)).toBeUndefined();
  fakeStudio.answers['dubs.languages'] = refuse('disconnected');
  expect(await job.findTextLanguage('Ja.', signal)).toBeUndefined();
});

it('a text that names speakers is known by their names, which are taken out of it, and put back while it is as it was then', () => {
  const dubbingJob = createJob(createFakeStores());
  const text = 'ANNA: Good morning.\nKARL: Come in.\n\nANNA: Thanks.\nNote: he waits.';
  dubbingJob.changeDubbing({ text });
  expect(speakersIn(text)).toEqual(['ANNA', 'KARL']);
  const undo = dubbingJob.removeNames();
  const plain = 'Good morning.\nCome in.\n\nThanks.\nNote: he waits.';
  expect(dubbingJob.store.getState().draft.text).toBe(plain);
  expect(speakersIn(plain)).toEqual([]);
  expect(undo()).toBe(true);
  expect(dubbingJob.store.getState().draft.text).toBe(text);
  const late = dubbingJob.removeNames();
  dubbingJob.changeDubbing({ text: 'Something else.' });
  expect(late()).toBe(false);
  expect(dubbingJob.store.getState().draft.text).toBe('Something else.');
});
