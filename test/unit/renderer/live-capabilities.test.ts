import { beforeEach, describe, expect, it } from 'vitest';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { fail } from '#shared/failure.ts';
import type { LiveCapabilities, LiveModel } from '#shared/live.ts';
import { messages, setLanguage } from '#shared/messages/index.ts';
import type { Connection } from '#shared/operations/connections.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { CapabilitiesStore, liveFormatsOf, liveModelsOf, modelsOf } from '../../../src-renderer/features/live/capabilities-store.ts';
import { PhrasesStore } from '../../../src-renderer/features/live/phrases-store.ts';
import { said } from '../../helpers/said.ts';

const stores = createFakeStores();
const phrases = new PhrasesStore(stores);
const { connectHost } = stores.host;
const { loadCapabilities, settleChoice, store: useLiveCapabilities, whyNotSpoken } = new CapabilitiesStore({ ...stores, phrases });
const useLiveSettings = phrases.store;
const useStudio = stores.studio.store;

const model = (id: string, change: Partial<LiveModel> = {}): LiveModel => ({
  id,
  available: true,
  formats: ['pcm', 'mp3'],
  parameters: {},
  listsParameters: false,
  maxSegmentCharacters: 100,
  ...change,
});
const of = (models: LiveModel[], change: Partial<LiveCapabilities> = {}): LiveCapabilities => ({
  modes: ['reliable', 'simple'],
  formats: ['wav', 'pcm', 'mp3'],
  listsModels: true,
  models,
  limits: { inputCharacters: 1, textCharacters: 1, segmentCharacters: 1, sessionUnits: 1 },
  ...change,
});
const voice = (voiceId: string, modelIds: string[] = [], primaryLanguage = 'de'): CatalogueVoice =>
  ({ voiceId, name: voiceId, modelIds, primaryLanguage, languages: [] }) as never;
const idsOf = (models: readonly LiveModel[]) => models.map(({ id }) => id);

describe('the models that can be spoken live', () => {
  it('are available, and give raw samples or a WAV', () => {
    const all = of([model('a'), model('b', { available: false }), model('c', { formats: ['mp3'] }), model('d', { formats: ['wav'] })]);
    expect(idsOf(modelsOf(all))).toEqual(['a', 'd']);
    expect(modelsOf(undefined)).toEqual([]);
  });

  it('of a voice are those that it names, or all where it names none', () => {
    const all = of([model('a'), model('b')]);
    expect(idsOf(liveModelsOf(voice('v', ['b', 'x']), all))).toEqual(['b']);
    expect(idsOf(liveModelsOf(voice('v'), all))).toEqual(['a', 'b']);
    expect(liveModelsOf(voice('v', ['x']), all)).toEqual([]);
    expect(liveModelsOf(undefined, all)).toEqual([]);
    expect(liveModelsOf(voice('v', ['b']), undefined)).toEqual([]);
  });

  it('of a voice are its own, alike, where the service lists none for Live', () => {
    const unlisted = of([model('a', { maxSegmentCharacters: 7 }), model('b')], { listsModels: false });
    expect(liveModelsOf(voice('v', ['x', 'y']), unlisted)).toEqual([
      model('x', { maxSegmentCharacters: 7 }),
      model('y', { maxSegmentCharacters: 7 }),
    ]);
    expect(idsOf(liveModelsOf(voice('v', ['x', 'b']), unlisted))).toEqual(['b']);
    expect(liveModelsOf(voice('v', ['x']), of([], { listsModels: false }))).toEqual([]);
  });
});

it('the formats of a model are those that can be played, the best first; the service’s own where it lists no models', () => {
  const listed = of([model('a', { formats: ['mp3', 'wav', 'pcm'] }), model('b', { formats: ['wav'] })]);
  expect(liveFormatsOf('a', listed)).toEqual(['pcm', 'wav']);
  expect(liveFormatsOf('b', listed)).toEqual(['wav']);
  expect(liveFormatsOf('x', listed)).toEqual([]);
  const unlisted = of([], { listsModels: false });
  expect(liveFormatsOf('x', unlisted)).toEqual(['pcm', 'wav']);
  expect(liveFormatsOf(null, unlisted)).toEqual([]);
  expect(liveFormatsOf('x', undefined)).toEqual([]);
});

const initial = useLiveSettings.getInitialState().settings;
const settings = () => useLiveSettings.getState().settings;
const chosen = (change: Partial<typeof initial>) => useLiveSettings.setState({ loaded: true, settings: { ...initial, ...change } });
const list = (...voices: CatalogueVoice[]) => useStudio.setState({ voices: { state: 'ready', value: voices, asOf: 1 } });
const put = (capabilities: LiveCapabilities) => useLiveCapabilities.setState({ status: { state: 'ready' }, capabilities });

beforeEach(async () => {
  fakeStudio.reset({ 'live.updateState': (change) => change });
  await connectHost();
  useStudio.setState(useStudio.getInitialState(), true);
  useLiveSettings.setState(useLiveSettings.getInitialState(), true);
  useLiveCapabilities.setState(useLiveCapabilities.getInitialState(), true);
  fakeStudio.asked.length = 0;
});

describe('the choice of voice, model, format and mode', () => {
  it('stays where it can be spoken', () => {
    list(voice('a', ['m1']), voice('b', ['m1', 'm2']));
    chosen({ voiceId: 'b', modelId: 'm2', format: 'wav', mode: 'simple' });
    put(of([model('m1'), model('m2', { formats: ['pcm', 'wav'] })]));
    const before = useLiveSettings.getState();
    settleChoice();
    expect(useLiveSettings.getState()).toBe(before);
  });

  it('is an English voice that can be spoken, else the first that can', () => {
    list(voice('a', ['x'], 'en'), voice('b', ['m1']), voice('c', ['m1'], 'en-GB'));
    chosen({ voiceId: 'a' });
    put(of([model('m1')]));
    settleChoice();
    expect(settings()).toMatchObject({ voiceId: 'c', modelId: 'm1', format: 'pcm', mode: 'reliable' });
    list(voice('a', ['x'], 'en'), voice('b', ['m1']), voice('d', ['m1']));
    chosen({ voiceId: 'gone' });
    settleChoice();
    expect(settings().voiceId).toBe('b');
  });

  it('is a voice of the window’s language where one can be spoken', async () => {
    await setLanguage('de');
    list(voice('a', ['m1'], 'en-US'), voice('b', ['x'], 'de-DE'), voice('c', ['m1'], 'de-DE'));
    chosen({});
    put(of([model('m1')]));
    settleChoice();
    expect(settings().voiceId).toBe('c');
    await setLanguage('en');
  });

  it('takes the model that answers for the voice where the chosen one cannot, else its first', () => {
    put(of([model('m1'), model('m2')]));
    list(voice('a', ['m2', 'm1']));
    chosen({ voiceId: 'a', modelId: 'x' });
    settleChoice();
    expect(settings().modelId).toBe('m2');
    list(voice('a', ['x', 'm2', 'm1']));
    chosen({ voiceId: 'a' });
    settleChoice();
    expect(settings().modelId).toBe('m1');
  });

  it('takes a format and a mode that there are', () => {
    list(voice('a', ['m1']));
    put(of([model('m1', { formats: ['wav'] })], { modes: ['reliable'] }));
    chosen({ voiceId: 'a', modelId: 'm1', format: 'pcm', mode: 'simple' });
    settleChoice();
    expect(settings()).toMatchObject({ format: 'wav', mode: 'reliable' });
  });

  it.each([
    ['mode', { mode: 'simple' }, { modes: ['reliable'] }],
    ['format', { format: 'wav' }, {}],
    ['model', { modelId: 'x' }, {}],
  ] as const)('is put right where only the %s cannot stay', (_what, change, capable) => {
    list(voice('a', ['m1']));
    put(
      of([model('m1', { formats: ['pcm'] })], {
        ...capable,
        modes: [...('modes' in capable ? capable.modes : (['reliable', 'simple'] as const))],
      }),
    );
    chosen({ voiceId: 'a', modelId: 'm1', format: 'pcm', mode: 'reliable', ...change });
    settleChoice();
    expect(settings()).toMatchObject({ voiceId: 'a', modelId: 'm1', format: 'pcm', mode: 'reliable' });
  });

  it('waits until capabilities, voices and what was set are all here, and for a voice that can be spoken', () => {
    const untouched = () => {
      settleChoice();
      expect(settings().voiceId).toBeNull();
    };
    list(voice('a', ['m1']));
    chosen({});
    untouched();
    put(of([model('m1')]));
    useLiveSettings.setState({ loaded: false });
    untouched();
    useLiveSettings.setState({ loaded: true });
    list();
    untouched();
    list(voice('a', ['x']));
    untouched();
    list(voice('a', ['m1']));
    settleChoice();
    expect(settings().voiceId).toBe('a');
  });
});

describe('reading the capabilities', () => {
  it('asks for the chosen version, shows that it reads, and puts the choice right', async () => {
    list(voice('a', ['m1']));
    chosen({ version: 'v2' });
    fakeStudio.answers['live.capabilities'] = () => of([model('m1')]);
    put(of([]));
    const loading = loadCapabilities();
    expect(useLiveCapabilities.getState().status).toEqual({ state: 'loading' });
    await loading;
    expect(fakeStudio.inputs('live.capabilities')).toEqual([{ version: 'v2' }]);
    expect(useLiveCapabilities.getState()).toMatchObject({ status: { state: 'ready' }, capabilities: { models: [{ id: 'm1' }] } });
    expect(settings().voiceId).toBe('a');
  });

  it('takes the last answer alone, also where an earlier one fails', async () => {
    const [first, second, third] = [heldAnswer(), heldAnswer(), heldAnswer()];
    const answers = [first, second, third];
    fakeStudio.answers['live.capabilities'] = () => answers.shift()?.answer();
    const loading = [loadCapabilities(), loadCapabilities(), loadCapabilities()];
    third.resolve(of([model('m3')]));
    await loading[2];
    first.resolve(of([model('m1')]));
    second.reject(fail('unreachable', said('Gone.')));
    await Promise.all(loading);
    expect(useLiveCapabilities.getState()).toMatchObject({ status: { state: 'ready' }, capabilities: { models: [{ id: 'm3' }] } });
  });

  it('that fails says why, and nothing of before can be spoken', async () => {
    put(of([model('m1')]));
    fakeStudio.answers['live.capabilities'] = refuse('forbidden');
    await loadCapabilities();
    expect(useLiveCapabilities.getState()).toMatchObject({
      status: { state: 'failed', failure: { kind: 'forbidden' } },
      capabilities: undefined,
    });
  });
});

describe('why nothing can be spoken now', () => {
  const local: Connection = { id: 'local', kind: 'local', name: messages.connections.localService, state: 'ready' };
  const connect = (change: Partial<Connection> = {}) => useStudio.setState({ connection: { ...local, ...change } });

  it('is the service before anything else', () => {
    expect(whyNotSpoken()).toBe(messages.live.serviceStarting);
    connect({ state: 'starting' });
    expect(whyNotSpoken()).toBe(messages.live.serviceStarting);
    connect({ state: 'failed' });
    expect(whyNotSpoken()).toBe(messages.live.withTextSaved('The service is not available.'));
    connect({ state: 'failed', failure: fail('unreachable', said('No answer.')).failure });
    expect(whyNotSpoken()).toBe(messages.live.withTextSaved('No answer.'));
  });

  it('is what it can speak, then the choice', () => {
    connect();
    expect(whyNotSpoken()).toBe(messages.live.loadingCapabilities);
    useLiveCapabilities.setState({ status: { state: 'failed', failure: fail('forbidden', said('Not for you.')).failure } });
    expect(whyNotSpoken()).toBe(messages.live.withTextSaved('Not for you.'));
    put(of([model('m1')]));
    for (const change of [{}, { voiceId: 'a' }, { modelId: 'm1' }]) {
      chosen(change);
      expect(whyNotSpoken()).toBe(messages.live.noLiveVoices);
    }
    chosen({ voiceId: 'a', modelId: 'm1' });
    expect(whyNotSpoken()).toBeUndefined();
  });
});
