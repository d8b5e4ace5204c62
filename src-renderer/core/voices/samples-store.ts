import { create } from 'zustand';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import type { VoiceSample } from '#shared/operations/voices.ts';
import type { VoiceMeasure } from '#shared/sound/voice-measure.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { Failure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { overBudget, plainFailure } from '../../lib/failure-words.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { toastFailure, toastReason } from '../../lib/toast.tsx';
import type { whenLeft } from '../../lib/when-left.ts';
import type { ChapterView } from '../chapter/chapter-view.ts';
import type { ChapterStore } from '../chapter/chapter-store.ts';
import { attempt } from '../host/attempt.ts';
import type { StudioClient } from '../host/client.ts';
import type { HostStore } from '../host/host-store.ts';
import type { SoundsStore } from '../player/sounds-store.ts';
import type { ProjectStore } from '../project/project-store.ts';
import type { StudioStore } from '../studio/studio-store.ts';
import type { WindowStore } from '../window/window-store.ts';
import { lineKey, type Line, type LineQuote, type LinesStore } from './lines-store.ts';
import { lineOf, sampleLine } from './sample-line.ts';
import { shownName } from './voice-search.ts';
import type { VoicesStore } from './voices-store.ts';

/** What it costs to hear a voice that has not said a line yet; null while the price is not known. */
interface SampleOffer {
  voiceId: string;
  credits: number | null;
  /** What the price is of: another line or model is asked for again. */
  line: Line;
}

interface SamplesState {
  /** Of the connected service's voices. */
  samples: Readonly<Record<string, VoiceSample>>;
  /** The one voice whose price is shown: playing it again buys its line. */
  offer: SampleOffer | undefined;
  /** Voices whose line is being made. */
  making: ReadonlySet<string>;
  /** Free samples play while a list of voices is gone through. */
  hearsOptions: boolean;
}

export interface SamplesDependencies {
  client: StudioClient;
  host: Pick<HostStore, 'whenOpened'>;
  window: Pick<WindowStore, 'store' | 'goToPanel'>;
  studio: Pick<StudioStore, 'store' | 'onVoiceSample'>;
  project: Pick<ProjectStore, 'store'>;
  chapter: Pick<ChapterStore, 'store'>;
  voices: Pick<VoicesStore, 'store' | 'markVoice'>;
  lines: Pick<LinesStore, 'sayLine' | 'quoteLines'>;
  sounds: Pick<SoundsStore, 'store' | 'playSound' | 'toggleSound' | 'stopSounds'>;
  measureSound: (url: string) => Promise<VoiceMeasure | undefined>;
  whenLeft: typeof whenLeft;
  announce: typeof announce;
  toastFailure: typeof toastFailure;
  toastReason: typeof toastReason;
}

const hearsKey = 'hear-voice-options';
/** Sounds that are still to be measured, at most; what is shown asks again. */
const maximumWaiting = 200;
/** Takes that are measured: shorter ones say little, longer ones are long to read. Seconds. */
const takeSeconds = { least: 1.5, most: 120 };

/** What voices can be heard and drawn by: free samples, their measures, and what a new sample costs. */
export class SamplesStore {
  readonly store = create<SamplesState>(() => ({
    samples: {},
    offer: undefined,
    making: new Set(),
    hearsOptions: !('localStorage' in globalThis) || localStorage.getItem(hearsKey) !== 'no',
  }));
  readonly #deps: SamplesDependencies;
  /** Sounds that wait to be measured, and those that were, by address: each once. */
  readonly #waiting = new Map<string, string>();
  readonly #measured = new Set<string>();
  #measuring = false;
  /** The takes of the chapter as it was when they were looked up last. */
  #takes: { view: ChapterView | undefined; ids: ReadonlyMap<string, string> } = { view: undefined, ids: new Map() };
  /** The sound that began because an option was pointed at. */
  #optionUrl: string | undefined;
  /** Of the voice whose price was asked for: ends with it. */
  #stopWatching: (() => void) | undefined;

  constructor(dependencies: SamplesDependencies) {
    this.#deps = dependencies;
  }

  /** The address of a sound of the voice that costs nothing: a line that was paid for, else a take of the open chapter. */
  readonly freeSound = (voiceId: string): string | undefined => this.store.getState().samples[voiceId]?.file?.url ?? this.#takeOf(voiceId);

  /** Plays a voice, or pauses it. One without a free sample shows its price first; played again, it buys its line. */
  readonly playVoice = async (voice: CatalogueVoice): Promise<void> => {
    const url = this.freeSound(voice.voiceId);
    if (url !== undefined) {
      this.#optionUrl = undefined;
      this.withdrawOffer();
      this.#deps.sounds.toggleSound(url);
      return;
    }
    if (this.store.getState().making.has(voice.voiceId)) return;
    const reason = this.#whyNot();
    if (reason !== undefined) this.#deps.toastReason(this.#nameOf(voice), reason);
    else await this.#offerOrMake(voice);
  };

  async #offerOrMake(voice: CatalogueVoice): Promise<void> {
    const line = lineOf(voice, sampleLine.text(voice));
    const { offer } = this.store.getState();
    await (offer && lineKey(offer.line) === lineKey(line) ? this.#make(voice, line) : this.#offer(voice, line));
  }

  /** The price is shown no more, one that is being looked up is not shown, and nothing is bought. */
  readonly withdrawOffer = (): void => {
    this.#stopWatching?.();
    this.#stopWatching = undefined;
    if (this.store.getState().offer) this.store.setState({ offer: undefined });
  };

  /** Plays a voice that is pointed at in a list, where that costs nothing; never buys, and says nothing. */
  readonly hearOption = (voiceId: string): void => {
    if (!this.store.getState().hearsOptions) return;
    const url = this.freeSound(voiceId);
    if (url === undefined) this.leaveOption();
    else if (url !== this.#optionUrl) {
      this.#optionUrl = url;
      this.#deps.sounds.playSound(url);
    }
  };

  /** Silences what {@link hearOption} began, and no other sound. */
  readonly leaveOption = (): void => {
    const url = this.#optionUrl;
    this.#optionUrl = undefined;
    if (url !== undefined && this.#deps.sounds.store.getState().url === url) this.#deps.sounds.stopSounds();
  };

  readonly setHearsOptions = (hearsOptions: boolean): void => {
    localStorage.setItem(hearsKey, hearsOptions ? 'yes' : 'no');
    this.store.setState({ hearsOptions });
    if (!hearsOptions) this.leaveOption();
  };

  /** The voice is in sight: it is measured where there is a free sound of it and that has not been done. */
  readonly wantMeasure = (voiceId: string): void => {
    const sample = this.store.getState().samples[voiceId];
    if (sample?.measure) return;
    const url = this.freeSound(voiceId);
    if (url !== undefined) this.#measure(url, voiceId);
  };

  /** A voice is a clone of this recording: it is drawn by that. */
  readonly measureRecording = (voiceId: string, url: string): void => {
    if (!this.store.getState().samples[voiceId]?.measure) this.#measure(url, voiceId);
  };

  #measure(url: string, voiceId: string): void {
    if (this.#measured.has(url) || this.#waiting.size >= maximumWaiting) return;
    this.#waiting.set(url, voiceId);
    void this.#measureAll();
  }

  readonly watchSamples = (): void => {
    const { host, studio, window } = this.#deps;
    host.whenOpened(() => void this.#read());
    studio.onVoiceSample((voiceId, sample) => this.#set(voiceId, sample));
    studio.store.subscribe((now, before) => {
      if (before.connection === undefined || now.connection?.id === before.connection.id) return;
      this.#waiting.clear();
      this.withdrawOffer();
      this.store.setState({ samples: {} });
      void this.#read();
    });
    window.store.subscribe(({ panel }, before) => {
      if (panel !== before.panel) this.withdrawOffer();
    });
  };

  async #read(): Promise<void> {
    const answer = await attempt(() => this.#deps.client.run('voices.samples', null));
    if (answer.ok) this.store.setState({ samples: answer.value.samples });
  }

  #set(voiceId: string, sample: VoiceSample): void {
    this.store.setState(({ samples }) => ({ samples: { ...samples, [voiceId]: sample } }));
    // It can be heard for nothing now, however its line was bought.
    if (sample.file && this.store.getState().offer?.voiceId === voiceId) this.withdrawOffer();
  }

  #nameOf(voice: CatalogueVoice): string {
    return shownName(voice, this.#deps.voices.store.getState().marks);
  }

  #whyNot(): string | undefined {
    const { connection } = this.#deps.studio.store.getState();
    if (connection?.state === 'ready') return undefined;
    return plainFailure(connection?.failure) ?? messages.voices.serviceStarting;
  }

  #takeOf(voiceId: string): string | undefined {
    const { details } = this.#deps.project.store.getState();
    if (!details) return undefined;
    const view = this.#deps.chapter.store.getState();
    if (this.#takes.view !== view) this.#takes = { view, ids: takesByVoice(view) };
    const takeId = this.#takes.ids.get(voiceId);
    return takeId === undefined ? undefined : `/bytes/take/${details.projectId}/${takeId}.wav`;
  }

  /** Shows the price, which holds as long as nobody goes elsewhere: a press later would buy what was forgotten. */
  async #offer(voice: CatalogueVoice, line: Line): Promise<void> {
    this.withdrawOffer();
    const stays = (target: Element): boolean => target.closest<HTMLElement>('[data-plays]')?.dataset['plays'] === voice.voiceId;
    const stopWatching = this.#deps.whenLeft(this.withdrawOffer, stays);
    this.#stopWatching = stopWatching;
    const quote = await this.#quote(line);
    if (this.#stopWatching !== stopWatching) return;
    if (quote?.file) {
      this.withdrawOffer();
      // It was paid for before this window knew of it.
      this.#set(voice.voiceId, { measure: null, ...this.store.getState().samples[voice.voiceId], file: quote.file });
      this.#deps.sounds.playSound(quote.file.url);
      return;
    }
    const credits = quote?.credits == null ? null : Math.ceil(quote.credits);
    this.store.setState({ offer: { voiceId: voice.voiceId, credits, line } });
    const { connection } = this.#deps.studio.store.getState();
    const say = isPractice(connection) ? messages.voices.sampleOfferLocal : messages.voices.sampleOffer;
    this.#deps.announce(say(this.#nameOf(voice), priceWords(credits)));
  }

  async #quote({ text, voiceId, modelId }: Line): Promise<LineQuote | undefined> {
    if (modelId === undefined) return undefined;
    return (await this.#deps.lines.quoteLines(text, [{ voiceId, modelId }], AbortSignal.timeout(10_000)))?.lines[0];
  }

  /** What hearing a voice costs, for who points at it: 0 where the line is paid for, null where the price is not known. Buys nothing. */
  readonly priceOfSample = async (voice: CatalogueVoice): Promise<number | null> => {
    if (this.#whyNot() !== undefined) return null;
    const quote = await this.#quote(lineOf(voice, sampleLine.text(voice)));
    if (quote?.file) return 0;
    return quote?.credits == null ? null : Math.ceil(quote.credits);
  };

  async #make(voice: CatalogueVoice, line: Line): Promise<void> {
    const { lines, sounds, voices } = this.#deps;
    this.withdrawOffer();
    this.store.setState(({ making }) => ({ making: new Set([...making, voice.voiceId]) }));
    this.#deps.announce(messages.voices.sampleMaking(this.#nameOf(voice)));
    const said = await lines.sayLine(line);
    this.store.setState(({ making }) => ({ making: new Set([...making].filter((id) => id !== voice.voiceId)) }));
    if (said.state === 'said') {
      this.#set(voice.voiceId, { measure: null, ...this.store.getState().samples[voice.voiceId], file: said.file });
      void voices.markVoice(voice.voiceId, { used: true });
      sounds.playSound(said.file.url);
    } else if (said.state === 'failed' && said.failure.kind !== 'cancelled') this.#showFailure(said.failure);
  }

  /** A refusal by the cap comes with the way to it. */
  #showFailure(failure: Failure): void {
    const { toastFailure, window } = this.#deps;
    const changeCap = { label: messages.failures.changeCap, act: () => window.goToPanel({ panel: 'account', section: 'budget' }) };
    toastFailure(failure, failure.code === overBudget ? changeCap : undefined);
  }

  async #measureAll(): Promise<void> {
    if (this.#measuring) return;
    this.#measuring = true;
    for (;;) {
      const next = this.#waiting.entries().next().value;
      if (next === undefined) break;
      const [url, voiceId] = next;
      this.#waiting.delete(url);
      this.#measured.add(url);
      const connectionId = this.#deps.studio.store.getState().connection?.id;
      const measure = await this.#deps.measureSound(url);
      // Of another service by now: its voices have ids of their own.
      if (measure === undefined || this.#deps.studio.store.getState().connection?.id !== connectionId) continue;
      const answer = await attempt(() => this.#deps.client.run('voices.measured', { voiceId, measure }));
      if (answer.ok) this.#set(voiceId, answer.value);
    }
    this.#measuring = false;
  }
}

/** A take of each voice of a chapter that is good to listen to: the first. */
function takesByVoice(view: ChapterView): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { take } of view.blocks) {
    if (!take || take.state !== 'complete' || take.source !== undefined || ids.has(take.voiceId)) continue;
    const seconds = take.samples / sampleRate;
    if (seconds >= takeSeconds.least && seconds <= takeSeconds.most) ids.set(take.voiceId, take.id);
  }
  return ids;
}

/** Where the service in use is the local one, its credits cost no money; a price that is asked for says so. */
export const isPractice = (connection: { kind: string } | undefined): boolean => connection?.kind === 'local';

/** A price in words: `≈ 80 credits`. */
export const priceWords = (credits: number | null): string =>
  credits === null ? messages.voices.priceUnknown : messages.shapes.about(messages.voices.credit(credits));
