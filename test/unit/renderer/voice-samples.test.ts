import { beforeEach, expect, it, vi } from 'vitest';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import type { VoiceSample } from '#shared/operations/voices.ts';
import { messages } from '#shared/messages/index.ts';
import { spokenLine } from '#shared/messages/spoken-lines.ts';
import { measureBands, type VoiceMeasure } from '#shared/sound/voice-measure.ts';
import type { StoreEnvironment } from '../../../src-renderer/core/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';

const ada: CatalogueVoice = {
  voiceId: 'ada',
  name: 'Ada',
  isPersonal: false,
  primaryLanguage: 'en-GB',
  languages: ['en-GB'],
  modelIds: ['alpha-s21pro-flash'],
};
const file = { url: '/bytes/media/ada.wav', contentType: 'audio/wav', bytes: 10 };
const measure: VoiceMeasure = { pitch: { median: 120, low: 100, high: 150 }, bands: Array.from({ length: measureBands }, () => 0.5) };

/** Stores with a service in reach, and what their sounds were asked to play. */
async function load(
  samples: Record<string, VoiceSample> = {},
  measureSound = () => Promise.resolve<VoiceMeasure | undefined>(undefined),
  whenLeft: StoreEnvironment['whenLeft'] = () => () => undefined,
) {
  const stores = createFakeStores({ measureSound, whenLeft });
  fakeStudio.answers['voices.samples'] = () => ({ samples });
  stores.samples.watchSamples();
  await stores.host.connectHost();
  await vi.waitFor(() => expect(stores.samples.store.getState().samples).toEqual(samples));
  stores.studio.store.setState({ connection: { state: 'ready', id: 'one' } as never });
  return { stores };
}

class SilentAudio extends EventTarget {
  src = '';
  preload = '';
  currentTime = 0;
  readonly duration = Number.NaN;
  readonly readyState = 0;
  ended = false;
  paused = true;
  play(): Promise<void> {
    this.paused = false;
    plays.push(this.src);
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
  }
  load(): void {
    this.paused = true;
  }
  hasAttribute(): boolean {
    return this.src !== '';
  }
  removeAttribute(): void {
    this.src = '';
  }
}
const plays: string[] = [];

beforeEach(() => {
  fakeStudio.reset();
  plays.length = 0;
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('Audio', SilentAudio);
  vi.stubGlobal('HTMLMediaElement', { HAVE_METADATA: 1 });
});

it('a voice with a sample plays at once and asks for no price', async () => {
  const { stores } = await load({ ada: { file, measure: null } });
  await stores.samples.playVoice(ada);
  expect(plays).toEqual([file.url]);
  expect(fakeStudio.inputs('voices.quote')).toEqual([]);
  expect(fakeStudio.inputs('voices.say')).toEqual([]);
});

it('a voice without a sample shows its price first, and only a second press buys', async () => {
  const { stores } = await load();
  fakeStudio.answers['voices.quote'] = () => ({ lines: [{ voiceId: 'ada', file: null, credits: 79.2 }], learnedFrom: 3 });
  fakeStudio.answers['voices.say'] = () => ({ file, reused: false, operation: null });
  await stores.samples.playVoice(ada);
  expect(stores.samples.store.getState().offer).toMatchObject({ voiceId: 'ada', credits: 80 });
  expect(fakeStudio.announced.at(-1)).toBe(messages.voices.sampleOffer('Ada', messages.shapes.about('80 credits')));
  expect(fakeStudio.inputs('voices.say')).toEqual([]);
  await stores.samples.playVoice(ada);
  expect(fakeStudio.inputs('voices.say')).toEqual([{ voiceId: 'ada', modelId: 'alpha-s21pro-flash', text: spokenLine('sample', 'en') }]);
  expect(plays).toEqual([file.url]);
  expect(stores.samples.store.getState().offer).toBeUndefined();
  // From now on it is free.
  await stores.samples.playVoice(ada);
  expect(fakeStudio.inputs('voices.say')).toHaveLength(1);
});

it('of the local service, the price that is shown first says that its credits cost no money, and a second press is still asked for', async () => {
  const { stores } = await load();
  stores.studio.store.setState({ connection: { state: 'ready', id: 'one', kind: 'local' } as never });
  fakeStudio.answers['voices.quote'] = () => ({ lines: [{ voiceId: 'ada', file: null, credits: 79.2 }], learnedFrom: 0 });
  await stores.samples.playVoice(ada);
  expect(fakeStudio.announced.at(-1)).toBe(messages.voices.sampleOfferLocal('Ada', messages.shapes.about('80 credits')));
  expect(fakeStudio.inputs('voices.say')).toEqual([]);
});

it('pointing at a voice shows its price and buys nothing; a line that was paid for is free, and without the service no price is known', async () => {
  const { stores } = await load();
  fakeStudio.answers['voices.quote'] = () => ({ lines: [{ voiceId: 'ada', file: null, credits: 79.2 }], learnedFrom: 3 });
  expect(await stores.samples.priceOfSample(ada)).toBe(80);
  expect(stores.samples.store.getState().offer).toBeUndefined();
  fakeStudio.answers['voices.quote'] = () => ({ lines: [{ voiceId: 'ada', file, credits: 0 }], learnedFrom: 3 });
  expect(await stores.samples.priceOfSample(ada)).toBe(0);
  expect(fakeStudio.inputs('voices.say')).toEqual([]);
  const asked = fakeStudio.inputs('voices.quote').length;
  stores.studio.store.setState({ connection: { state: 'failed', id: 'one' } as never });
  expect(await stores.samples.priceOfSample(ada)).toBeNull();
  expect(fakeStudio.inputs('voices.quote')).toHaveLength(asked);
});

it('a price goes once the voice can be heard for nothing, as after its line was bought elsewhere', async () => {
  const { stores } = await load();
  fakeStudio.answers['voices.quote'] = () => ({ lines: [{ voiceId: 'ada', file: null, credits: 79.2 }], learnedFrom: 3 });
  await stores.samples.playVoice(ada);
  stores.studio.take({ type: 'voice-sample', voiceId: 'ada', sample: { file: null, measure } });
  expect(stores.samples.store.getState().offer).toBeDefined();
  stores.studio.take({ type: 'voice-sample', voiceId: 'ada', sample: { file, measure: null } });
  expect(stores.samples.store.getState().offer).toBeUndefined();
  await stores.samples.playVoice(ada);
  expect([plays, fakeStudio.inputs('voices.say')]).toEqual([[file.url], []]);
});

it('a price that was withdrawn is asked for again before anything is bought', async () => {
  const { stores } = await load();
  fakeStudio.answers['voices.quote'] = () => ({ lines: [{ voiceId: 'ada', file: null, credits: null }], learnedFrom: 0 });
  await stores.samples.playVoice(ada);
  stores.samples.withdrawOffer();
  await stores.samples.playVoice(ada);
  expect(fakeStudio.inputs('voices.say')).toEqual([]);
  expect(fakeStudio.inputs('voices.quote')).toHaveLength(2);
});

it('a price goes with the panel that showed it, with the focus, and with the service, and the next press only shows it again', async () => {
  const leaves: (() => void)[] = [];
  const { stores } = await load({}, undefined, (leave) => {
    leaves.push(leave);
    return () => undefined;
  });
  fakeStudio.answers['voices.quote'] = () => ({ lines: [{ voiceId: 'ada', file: null, credits: 1 }], learnedFrom: 1 });
  const { store, playVoice } = stores.samples;
  for (const leave of [
    () => stores.window.store.setState({ panel: 'live' }),
    () => leaves.at(-1)?.(),
    () => stores.studio.store.setState({ connection: { state: 'ready', id: 'two' } as never }),
  ]) {
    await playVoice(ada);
    expect(store.getState().offer).toBeDefined();
    leave();
    expect(store.getState().offer).toBeUndefined();
  }
  // What is left while its price is looked up shows none.
  const looking = playVoice(ada);
  leaves.at(-1)?.();
  await looking;
  expect(store.getState().offer).toBeUndefined();
  expect(fakeStudio.inputs('voices.say')).toEqual([]);
});

it('a price of another line than the voice would say now is asked for again', async () => {
  const { stores } = await load();
  fakeStudio.answers['voices.quote'] = () => ({ lines: [{ voiceId: 'ada', file: null, credits: 1 }], learnedFrom: 1 });
  await stores.samples.playVoice(ada);
  await stores.samples.playVoice({ ...ada, modelIds: ['alpha-s21pro'] });
  expect(fakeStudio.inputs('voices.say')).toEqual([]);
  expect(fakeStudio.inputs('voices.quote')).toHaveLength(2);
});

it('a line that was paid for before is played instead of being offered', async () => {
  const { stores } = await load();
  fakeStudio.answers['voices.quote'] = () => ({ lines: [{ voiceId: 'ada', file, credits: 0 }], learnedFrom: 1 });
  await stores.samples.playVoice(ada);
  expect(plays).toEqual([file.url]);
  expect(stores.samples.store.getState().offer).toBeUndefined();
});

it('a failed sample is shown, and the voice can be asked again', async () => {
  const { stores } = await load();
  fakeStudio.answers['voices.quote'] = () => ({ lines: [{ voiceId: 'ada', file: null, credits: 1 }], learnedFrom: 1 });
  fakeStudio.answers['voices.say'] = refuse('service-failed');
  await stores.samples.playVoice(ada);
  await stores.samples.playVoice(ada);
  expect(fakeStudio.toasts).toEqual(['service-failed']);
  expect(stores.samples.store.getState().making.size).toBe(0);
});

it('pointing at an option plays a free sample once, buys nothing, and leaving silences it', async () => {
  const { stores } = await load({ ada: { file, measure: null } });
  stores.samples.hearOption('bert');
  expect(plays).toEqual([]);
  stores.samples.hearOption('ada');
  stores.samples.hearOption('ada');
  expect(plays).toEqual([file.url]);
  stores.samples.leaveOption();
  expect(stores.sounds.store.getState().url).toBeUndefined();
  stores.samples.setHearsOptions(false);
  stores.samples.hearOption('ada');
  expect(plays).toEqual([file.url]);
  expect(fakeStudio.asked.filter(({ name }) => name === 'voices.say' || name === 'voices.quote')).toEqual([]);
});

it('leaving an option does not silence what somebody pressed Play for', async () => {
  const { stores } = await load({ ada: { file, measure: null } });
  await stores.samples.playVoice(ada);
  stores.samples.leaveOption();
  expect(stores.sounds.store.getState().url).toBe(file.url);
});

it('a sound is measured once, and main keeps the measure', async () => {
  const measured: string[] = [];
  const { stores } = await load({ ada: { file, measure: null } }, (url = '') => {
    measured.push(url);
    return Promise.resolve(measure);
  });
  fakeStudio.answers['voices.measured'] = (input) => ({ file, measure: input.measure });
  stores.samples.wantMeasure('ada');
  stores.samples.wantMeasure('ada');
  await vi.waitFor(() => expect(stores.samples.store.getState().samples['ada']?.measure).toEqual(measure));
  stores.samples.wantMeasure('ada');
  expect(measured).toEqual([file.url]);
  expect(fakeStudio.inputs('voices.measured')).toEqual([{ voiceId: 'ada', measure }]);
  // Of a clone it is the recording that it was made of, once, and never in place of a measure that is there.
  stores.samples.measureRecording('ada', '/bytes/clone/one.wav');
  stores.samples.measureRecording('bert', '/bytes/clone/two.wav');
  await vi.waitFor(() => expect(fakeStudio.inputs('voices.measured')).toHaveLength(2));
  expect(measured).toEqual([file.url, '/bytes/clone/two.wav']);
});

it('a voice says its sample in its own language', async () => {
  const { stores } = await load();
  fakeStudio.answers['voices.quote'] = () => ({ lines: [{ voiceId: 'ada', file: null, credits: 79.2 }], learnedFrom: 3 });
  await stores.samples.playVoice({ ...ada, primaryLanguage: 'de-AT' });
  expect(fakeStudio.inputs('voices.quote')).toMatchObject([{ text: spokenLine('sample', 'de') }]);
});
