import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyForm, type CloneForm, type Recording } from '#shared/clone/recordings.ts';
import { setLanguage } from '#shared/messages/index.ts';
import { CloneStore } from '../../../src-renderer/features/clone/clone-store.ts';
import { LanguagePreset } from '../../../src-renderer/features/clone/language-preset.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';

const stores = createFakeStores();
const clone = new CloneStore(stores);
const { changeForm, noteLanguage, putRecording, takeDraft, store: useClone } = clone;
let system = 'de-AT';
const { watchLanguage } = new LanguagePreset({ ...stores, clone, systemLanguage: () => system });

const voice = (primaryLanguage: string, languages: string[] = [primaryLanguage]) => ({
  voiceId: primaryLanguage,
  name: '',
  primaryLanguage,
  languages,
});
const serve = (...voices: object[]) =>
  stores.studio.store.setState({ voices: { state: 'ready', value: voices as never[], asOf: 0, fresh: true } as never });
const recording = (id: string) => ({ id, name: `${id}.wav`, state: 'ready', samples: 100_000, seconds: 2 }) as Recording;
const languages = () => useClone.getState().form.languages;
const open = (form: Partial<CloneForm> = {}, recordings: Recording[] = []) =>
  takeDraft({ form: { ...emptyForm, ...form }, recordings, made: null });

let stop: () => void;
beforeEach(async () => {
  vi.useFakeTimers();
  await setLanguage('de');
  system = 'de-AT';
  fakeStudio.reset({
    'clone.saveForm': () => null,
    'dubs.languages': ({ texts }) => ({ languages: texts.map((text) => (text.includes('bonjour') ? 'fr' : null)) }),
  });
  useClone.setState(useClone.getInitialState(), true);
  await stores.host.connectHost();
  serve(voice('en-US'), voice('en-GB'), voice('en-US'), voice('de-DE'), voice('fr-FR'), voice('de-DE'), voice('de-CH'));
  stop = watchLanguage();
});
afterEach(async () => {
  stop();
  vi.useRealTimers();
  await setLanguage('en');
});

describe('the language of a clone', () => {
  it('begins as that of the person, in a code that the service lists, and is saved with the draft', async () => {
    open();
    expect(languages()).toEqual(['de-DE']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fakeStudio.inputs('clone.saveForm').at(-1)).toMatchObject({ languages: ['de-DE'], languagesAreChosen: false });
  });

  it('begins with the country of the person where the service has it', () => {
    system = 'de-CH';
    open();
    expect(languages()).toEqual(['de-CH']);
  });

  it('is that of the text that was read aloud, and that of the person again where that recording goes', () => {
    open({ referenceText: '' }, [recording('other')]);
    putRecording(recording('read'), true);
    noteLanguage('read', 'en');
    expect(languages()).toEqual(['en-US']);
    useClone.setState({ recordings: [recording('other')] });
    expect(languages()).toEqual(['de-DE']);
  });

  it('is that of the transcript where no text was read aloud', async () => {
    open({}, [recording('file')]);
    changeForm({ referenceText: 'bonjour madame' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(languages()).toEqual(['fr-FR']);
    noteLanguage('file', 'en');
    expect(languages()).toEqual(['en-US']);
  });

  it('stays what the person chose, and stays empty where the person removed it', async () => {
    open({}, [recording('read')]);
    changeForm({ languages: ['fr-FR'], languagesAreChosen: true });
    noteLanguage('read', 'en');
    expect(languages()).toEqual(['fr-FR']);
    changeForm({ languages: [], languagesAreChosen: true });
    changeForm({ referenceText: 'bonjour madame' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(languages()).toEqual([]);
  });

  it('stays as it is in a draft of an earlier version that names one', () => {
    open({ languages: ['en-GB'] });
    expect(languages()).toEqual(['en-GB']);
  });

  it('is left to the service where none of its voices speaks that of the person', () => {
    serve(voice('en-US'));
    open();
    expect(languages()).toEqual([]);
  });

  it('is not changed by a service that is out of reach, while the draft is sent, and once the voice is made', () => {
    open();
    serve();
    expect(languages()).toEqual(['de-DE']);
    useClone.setState({ sending: { step: 'preparing' } });
    serve(voice('en-US'));
    expect(languages()).toEqual(['de-DE']);
    useClone.setState({ sending: undefined, made: { voiceId: 'voice1', name: 'Anna' } });
    expect(languages()).toEqual(['de-DE']);
  });

  it('goes with a paid transcription only where it is certain: chosen, or that of the text that was read aloud', async () => {
    const sent = async () => {
      await clone.transcribe('read', true);
      return fakeStudio.inputs('clone.transcribe').at(-1);
    };
    fakeStudio.answers['clone.transcribe'] = () => ({ text: 'words', draft: false });
    fakeStudio.answers['jobs.price'] = () => ({ creditsPerUnit: 1, samples: 3 });
    open({}, [recording('read')]);
    expect(languages()).toEqual(['de-DE']);
    expect(await sent()).toEqual({ recordingId: 'read' });
    noteLanguage('read', 'en');
    expect(await sent()).toEqual({ recordingId: 'read', language: 'en' });
    changeForm({ languages: ['fr-FR'], languagesAreChosen: true });
    expect(await sent()).toEqual({ recordingId: 'read', language: 'fr-FR' });
  });
});
