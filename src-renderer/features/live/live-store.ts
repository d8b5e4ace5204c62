import { toFailure, type Failure } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import { newId } from '#shared/ids.ts';
import { liveLimits, type LiveEvent } from '#shared/live.ts';
import { liveStateLimits } from '#shared/operations/live.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Call } from '#shared/rpc.ts';
import type { LiveSound } from '../../audio/live-sound.ts';
import { playedFormats } from './capabilities-store.ts';
import { liveOfferOf, sentControls } from './controls.ts';
import { isAhead, mayGo, silent, waitingOf, type LivePhrase } from './queue-store.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { QueueStore } from './queue-store.ts';
import type { SoundsStore } from '../../core/player/sounds-store.ts';
import type { PlayerStore } from '../../core/player/player-store.ts';
import type { PhrasesStore } from './phrases-store.ts';
import type { CapabilitiesStore } from './capabilities-store.ts';
import type { SpokenStore } from './spoken-store.ts';
import type { SessionsStore } from './sessions-store.ts';
import type { announce } from '../../lib/live-region.tsx';
import { formatValue, type Message } from '#shared/messages/message.ts';

/** What plays live sound; a test gives one that is silent. */
export type LivePlayer = Pick<LiveSound, keyof LiveSound>;

export interface LiveDependencies {
  client: StudioClient;
  queue: Pick<QueueStore, 'store' | 'change' | 'waitingPhrases' | 'settle'>;
  sounds: Pick<SoundsStore, 'stopSounds'>;
  player: Pick<PlayerStore, 'store' | 'player'>;
  phrases: Pick<PhrasesStore, 'store' | 'onRestored'>;
  createSound: (events: ConstructorParameters<typeof LiveSound>[0]) => LivePlayer;
  capabilities: Pick<CapabilitiesStore, 'store'>;
  sessions: Pick<SessionsStore, 'loadSessions'>;
  spoken: Pick<SpokenStore, 'collect' | 'finish' | 'finishAll' | 'begin' | 'follow'>;
  announce: typeof announce;
}

/** Speaks what is typed: sends phrases of the queue and plays what comes. */
export class LiveStore {
  readonly #deps: LiveDependencies;
  readonly #set: QueueStore['store']['setState'];
  readonly #now: QueueStore['store']['getState'];
  #call: Call<Operations['live.speak']> | undefined;
  /** Of sound that came and was not pushed: it counts as heard. */
  #skippedBytes = 0;
  #heardBytes = 0;
  #raw = true;
  /** What plays what comes. */
  readonly liveSound: LivePlayer;
  #heardAtStart = 0;
  #shown = false;
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** Whether the sound of this session can be played here; it is kept in any case. */
  #playable = true;
  /** Of the samples that come, in Hz. */
  #rate = 0;
  /** Why what comes cannot be played, as long as nobody has said what it is; shown with the first of it. */
  #unknownSound: string | undefined;
  /** What the last Escape did: phrases that are dropped, where the first of them is among all, and those that main had. `over`: it was read. */
  #silenced: { dropped: number; at: number; open: readonly string[]; words: string; over?: boolean } | undefined;

  constructor(dependencies: LiveDependencies) {
    this.#deps = dependencies;
    this.#set = dependencies.queue.store.setState;
    this.#now = dependencies.queue.store.getState;
    this.liveSound = dependencies.createSound({
      onStarted: (id) => {
        const phrase = this.#now().phrases.find((one) => one.id === id);
        if (!phrase || phrase.silenced === true) return;
        this.#endHeard(id);
        const latencyMs = phrase.enteredAt === undefined ? undefined : Math.max(0, Math.round(performance.now() - phrase.enteredAt));
        this.#deps.spoken.begin(id, phrase.text.length, this.#heardBytes);
        this.#deps.queue.change(id, { state: 'speaking', begun: true, ...(latencyMs !== undefined && { latencyMs }) });
        if (latencyMs !== undefined) this.#set({ latencyMs });
        this.#pump();
      },
      onHeard: (bytes) => {
        this.#heardBytes = bytes;
        this.#deps.spoken.follow(bytes);
        this.#acknowledge();
        // A long phrase waits until little is left before it.
        if (this.#deps.queue.waitingPhrases().length > 0) this.#pump();
      },
      onDry: () => {
        this.#endHeard(undefined);
        this.#deps.spoken.follow(undefined);
        this.#pump();
        this.#restWhenLeft();
      },
      onFailed: (thrown) => {
        this.#set({ notice: messages.live.cannotPlay(plainFailure(toFailure(thrown))) });
        this.#silenceAll();
      },
    });
    dependencies.phrases.onRestored((texts) => {
      const them = texts.length === 1 ? 'it' : 'them';
      this.#set({
        dropped: texts,
        notice: messages.live.waitingFromLastRun(messages.live.phrase(texts.length), them),
      });
    });
  }

  /** Tells main what was taken in; a few bytes more or less do not matter, only that it goes on. */
  #acknowledge(): void {
    this.#call?.send({ type: 'heard', bytes: this.#heardBytes - this.#heardAtStart + this.#skippedBytes });
  }

  /** Phrases before the one that is heard now, or all where nothing is left, have been heard to their end. */
  #endHeard(current: string | undefined): void {
    this.#set({
      phrases: this.#now().phrases.map((phrase) =>
        phrase.state === 'speaking' && phrase.id !== current && phrase.arrived === true ? { ...phrase, state: 'spoken' } : phrase,
      ),
    });
  }

  /** Takes a phrase into the queue and speaks as soon as it can. Answers with why it cannot be said, in words. To be called in a gesture. */
  readonly say = (text: string): string | undefined => {
    const words = text.trim();
    if (words === '') return messages.live.typeSomething;
    if (words.length > liveLimits.phraseCharacters)
      return messages.live.phraseTooLongHere(messages.live.character(liveLimits.phraseCharacters), messages.live.character(words.length));
    const { phrases } = this.#now();
    const waiting = waitingOf(phrases);
    if (waiting.length >= liveStateLimits.waiting) return messages.live.queueFull(messages.live.phrase(liveStateLimits.waiting));
    this.#hush();
    this.liveSound.prepare();
    const isFirst = waiting.length === 0 && !phrases.some(isAhead);
    this.#endSilence();
    this.#deps.queue.settle([
      ...phrases,
      { id: newId(), text: words, state: 'waiting', enteredAt: isFirst ? performance.now() : undefined },
    ]);
    this.#pump();
    return undefined;
  };

  /** What else sounds in the studio gives way. */
  #hush(): void {
    this.#deps.sounds.stopSounds();
    if (this.#deps.player.store.getState().mode !== 'stopped') this.#deps.player.player.pause();
  }

  /** The panel is shown, until what this answers with is called. What is being spoken then goes on. */
  readonly showLive = (): (() => void) => {
    this.#shown = true;
    return () => {
      this.#shown = false;
      this.#endSilence();
      this.#restWhenLeft();
    };
  };

  /** Behind another panel the output is held only as long as something is heard, or on its way. */
  #restWhenLeft(): void {
    clearTimeout(this.#resting);
    const isIdle = (): boolean =>
      !this.#shown && this.liveSound.waiting === 0 && !this.#now().phrases.some((phrase) => phrase.state === 'waiting' || isAhead(phrase));
    if (isIdle())
      this.#resting = setTimeout(() => {
        if (isIdle()) this.liveSound.rest();
      }, lastSound);
  }

  /** Sends what may be sent now. */
  #pump(): void {
    const { phrases, stopped, line } = this.#now();
    const next = waitingOf(phrases)[0];
    if (!next || stopped || line === 'ending' || !mayGo(phrases, next, this.liveSound.waiting * 2)) return;
    this.#call ??= this.#begin();
    if (!this.#call) return;
    this.#deps.queue.settle(phrases.map((phrase) => (phrase.id === next.id ? { ...phrase, state: 'sent' } : phrase)));
    this.#call.send({ type: 'say', id: next.id, text: next.text });
    this.#pump();
  }

  #begin(): Call<Operations['live.speak']> | undefined {
    const { version, mode, voiceId, modelId, format, controls } = this.#deps.phrases.store.getState().settings;
    if (voiceId === null || modelId === null) {
      this.#set({ notice: messages.live.chooseVoiceFirst });
      return undefined;
    }
    [this.#skippedBytes, this.#heardAtStart, this.#rate] = [0, this.#heardBytes, 0];
    // What Escape dropped of the session before goes with the notice that offers it.
    this.#set({ line: 'connecting', notice: undefined, dropped: [], sessionUnits: 0, warnings: [] });
    const offer = liveOfferOf(this.#deps.capabilities.store.getState().capabilities, modelId, version);
    const input = { version, mode, voiceId, modelId, format, controls: sentControls(controls, offer, version), acknowledges: true };
    const opened = this.#deps.client.call('live.speak', input);
    void this.#follow(opened, modelId);
    return opened;
  }

  async #follow(opened: Call<Operations['live.speak']>, modelId: string): Promise<void> {
    let failure: Failure | undefined;
    try {
      for await (const event of opened) this.#on(event, modelId);
      await opened.result;
    } catch (thrown) {
      failure = toFailure(thrown);
    }
    if (this.#call === opened) this.#call = undefined;
    const { phrases } = this.#now();
    const lost = (phrase: LivePhrase): boolean => phrase.state === 'sent' && phrase.arrived !== true;
    // What had not left where nothing was charged waits on, as what main reported as unsent does.
    const unpaid = failure?.charged === 'no';
    const ending = (phrase: LivePhrase): Partial<LivePhrase> =>
      phrase.left !== true && unpaid ? { state: 'waiting' } : { state: 'lost', ...(unpaid && { unpaid }) };
    const left = phrases.map((phrase) => (lost(phrase) ? { ...phrase, ...ending(phrase) } : phrase));
    this.#deps.queue.settle(
      left.map((phrase) => (phrase.state === 'speaking' && phrase.arrived !== true ? { ...phrase, state: 'incomplete' } : phrase)),
    );
    this.liveSound.flush();
    this.#deps.spoken.finishAll();
    if (failure) this.#endPause();
    this.#set({ ...silent, stopped: failure?.kind === 'cancelled' ? undefined : failure });
    if (failure && failure.kind !== 'cancelled') this.#deps.announce(messages.live.sessionEnded(plainFailure(failure)));
    void this.#deps.sessions.loadSessions();
    this.#pump();
    this.#restWhenLeft();
  }

  #on(event: LiveEvent, modelId: string): void {
    switch (event.type) {
      case 'state':
        this.#onLine(event);
        break;
      case 'ready':
        this.#endPause();
        this.#set({ requestId: event.requestId });
        this.#onReadySound(event);
        for (const warning of event.warnings) this.#warn(wordsOfWarning(warning));
        break;
      case 'pcm':
        this.#onPcm(event.pcm);
        break;
      case 'header':
        this.#onHeader(event.bytes);
        break;
      case 'sent':
        this.#deps.queue.change(event.id, { left: true });
        if (this.#silenced?.open.includes(event.id) === true && this.#now().notice === this.#silenced.words) this.#tellSilenced();
        break;
      case 'dropped':
        this.#onDropped(event.id);
        break;
      case 'accepted':
        this.#deps.queue.change(event.id, {
          held: false,
          modelId,
          ...(event.reservedUnits !== undefined && { units: event.reservedUnits }),
        });
        break;
      case 'audio':
        if (this.#unknownSound !== undefined) this.#set({ notice: this.#unknownSound });
        if (this.#playable && this.#rate > 0) this.#deps.spoken.collect(event.id, event.bytes, this.#rate);
        if (this.#now().phrases.find(({ id }) => id === event.id)?.silenced === true || !this.#playable) {
          this.#skippedBytes += event.bytes.byteLength;
          this.#acknowledge();
        } else this.liveSound.push(event.id, event.bytes);
        break;
      case 'completed':
        this.#onCompleted(event);
        break;
      case 'refused':
        this.#deps.queue.change(event.id, { state: 'refused', failure: event.failure, held: false });
        this.#deps.announce(messages.live.notSpokenBecause(plainFailure(event.failure)));
        break;
      case 'unsent':
        this.#deps.queue.settle(
          this.#now().phrases.map((phrase) => (event.ids.includes(phrase.id) ? { ...phrase, state: 'waiting' } : phrase)),
        );
        break;
      case 'gap':
        this.#set({ notice: messages.live.audioMissing });
        break;
      case 'spliced':
        this.#set({ notice: messages.live.readingChanged });
        break;
      case 'held':
        this.#deps.queue.change(event.id, { held: true });
        this.#deps.announce(messages.live.serviceFull);
        break;
      case 'usage':
        if (event.sessionUnits !== undefined) this.#set({ sessionUnits: event.sessionUnits });
        break;
      case 'warning':
        this.#warn(wordsOfWarning(event));
        break;
      case 'latency':
        this.#set({ roundTripMs: event.roundTripMs });
        break;
      default:
        break;
    }
  }

  /** Raw samples whose rate nobody knows would be noise, and a format that is compressed cannot be played while it comes. */
  #onReadySound({ format, pcm }: Extract<LiveEvent, { type: 'ready' }>): void {
    this.#raw = format === 'pcm';
    this.#playable = !this.#raw && playedFormats.some((one) => one === format);
    this.#unknownSound = this.#raw ? messages.live.noSampleRate : this.#playable ? undefined : messages.live.formatNotPlayable(format);
    if (pcm) this.#onPcm(pcm);
  }

  #onPcm({ sampleRate, channels, bitDepth }: { sampleRate: number; channels: number; bitDepth: number }): void {
    this.#unknownSound = undefined;
    this.#rate = sampleRate;
    this.#playable = channels === 1 && bitDepth === 16;
    if (this.#playable) this.liveSound.prepare(sampleRate);
    else
      this.#set({
        notice: messages.live.channelsNotPlayable(String(channels), String(bitDepth)),
      });
  }

  /** A WAV says what it is in its header. */
  #onHeader(bytes: Uint8Array): void {
    this.#skippedBytes += bytes.byteLength;
    if (this.#raw || bytes.byteLength < 36) return;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#onPcm({ sampleRate: view.getUint32(24, true), channels: view.getUint16(22, true), bitDepth: view.getUint16(34, true) });
  }

  #onLine({ state, failure, because }: Extract<LiveEvent, { type: 'state' }>): void {
    const before = this.#now().line;
    const ending = before === 'ending';
    this.#set({ line: ending ? 'ending' : state, trouble: state === 'reconnecting' ? (failure ?? this.#now().trouble) : undefined });
    const words = because === undefined ? undefined : pauseWords[because];
    if (words !== undefined) {
      this.#set({ notice: words });
      this.#deps.announce(words);
    } else if (state === 'reconnecting' && before !== 'reconnecting') {
      this.#endPause();
      this.#deps.announce(messages.live.connectionLost);
    } else if (state === 'ready' && before === 'reconnecting') this.#deps.announce(messages.live.reconnected);
    if (because === 'units') this.#set({ sessionUnits: 0 });
  }

  /** What said that a session paused or ended is over once something newer is to be said; what was dropped stays to be put back. */
  #endPause(): void {
    const { notice, dropped } = this.#now();
    if (dropped.length === 0 && Object.values(pauseWords).some((words) => words === notice)) this.#set({ notice: undefined });
  }

  readonly #warn = (words: string): void => this.#set({ warnings: [...new Set([...this.#now().warnings, words])].slice(-shownWarnings) });

  #onCompleted({ id, whole, bytes }: Extract<LiveEvent, { type: 'completed' }>): void {
    const phrase = this.#now().phrases.find((one) => one.id === id);
    if (!phrase) return;
    this.liveSound.flush();
    this.#deps.spoken.finish(id);
    // What the speaker still has of it is heard first.
    const isOver =
      phrase.silenced === true || bytes === 0 || !this.#playable || (phrase.state === 'speaking' && this.liveSound.waiting === 0);
    this.#deps.queue.change(id, { arrived: true, ...(!whole ? { state: 'incomplete' } : isOver ? { state: 'spoken' } : {}) });
    this.#pump();
  }

  /** Nothing of what is on its way is heard any more. */
  #silenceAll(): void {
    this.liveSound.silence();
    this.#set({
      phrases: this.#now().phrases.map((phrase) =>
        isAhead(phrase) ? { ...phrase, silenced: true, ...(phrase.arrived === true ? { state: 'spoken' } : {}) } : phrase,
      ),
    });
  }

  /** Escape: silent at once. What was not sent is dropped; what was is finished unheard, kept and charged, and this says so. */
  readonly silence = (): void => {
    const { phrases } = this.#now();
    const dropped = waitingOf(phrases).map(({ text }) => text);
    const sent = phrases.filter(isAhead);
    if (dropped.length === 0 && sent.length === 0) return;
    this.#silenceAll();
    this.#set({ dropped: [...this.#now().dropped, ...dropped].slice(-liveStateLimits.waiting) });
    this.#deps.queue.settle(this.#now().phrases.filter(({ state }) => state !== 'waiting'));
    this.#call?.send({ type: 'drop' });
    this.#silenced = {
      dropped: dropped.length,
      at: this.#now().dropped.length - dropped.length,
      open: sent.filter(({ arrived }) => arrived !== true).map(({ id }) => id),
      words: '',
    };
    this.#tellSilenced();
    this.#deps.announce(this.#now().notice ?? '');
  };

  /** Of what main had, it drops what has not left this machine; so the words are right once it has said so. */
  #tellSilenced(): void {
    if (this.#silenced === undefined) return;
    const { open, dropped, over } = this.#silenced;
    const gone = this.#now().phrases.filter(({ id }) => open.includes(id));
    const sent = gone.filter(({ left }) => left === true).length;
    const unsent = dropped + gone.length - sent;
    const words = [
      over === true ? '' : messages.live.silenced,
      unsent > 0 ? messages.live.unsentDropped(messages.live.unsentPhrase(unsent), unsent === 1 ? 'it' : 'them') : '',
      over !== true && sent > 0 ? messages.live.sentNotHeard(messages.live.phrase(sent)) : '',
    ];
    this.#silenced.words = words.filter((one) => one !== '').join(' ');
    this.#set({ notice: this.#silenced.words === '' ? undefined : this.#silenced.words });
  }

  /** Something else begins, or the panel is left: that speaking stopped was read. Only what can be put back is still said. */
  #endSilence(): void {
    if (this.#silenced === undefined || this.#now().notice !== this.#silenced.words) return;
    this.#silenced.over = true;
    this.#tellSilenced();
  }

  /** It was with main, and had not left: it goes before those that waited behind it. */
  #onDropped(id: string): void {
    const phrase = this.#now().phrases.find((one) => one.id === id);
    if (!phrase) return;
    const { dropped } = this.#now();
    const at = this.#silenced?.at ?? dropped.length;
    this.#set({ dropped: dropped.toSpliced(at, 0, phrase.text).slice(-liveStateLimits.waiting) });
    this.#deps.queue.settle(this.#now().phrases.filter((one) => one !== phrase));
    const { dropped: before = 0, open = [], over = false } = this.#silenced ?? {};
    this.#silenced = { dropped: before + 1, at: at + 1, open, words: '', over };
    this.#tellSilenced();
  }

  /** Puts back what Escape dropped. */
  readonly putBack = (): void => {
    const { dropped, phrases } = this.#now();
    this.#silenced = undefined;
    const back = dropped.map((text) => ({ id: newId(), text, state: 'waiting' as const, enteredAt: undefined }));
    this.#set({ dropped: [], notice: undefined });
    this.#deps.queue.settle([...phrases, ...back]);
    this.#pump();
  };

  /** Goes on with what waits, after a failure or a restart. To be called in a gesture. */
  readonly goOn = (): void => {
    this.liveSound.prepare();
    this.#set({ stopped: undefined, notice: undefined });
    this.#pump();
  };

  /** Ends the session when what was sent has been spoken; what waits begins another. */
  readonly endSession = (): void => {
    if (!this.#call) return;
    this.#call.send({ type: 'finish' });
    this.#set({ line: 'ending' });
  };
}

const shownWarnings = 20;

/** What has left the audio thread is in the device for a while yet; in milliseconds. */
const lastSound = 1000;

const wordsOfWarning = ({ code, message }: { code: string; message: string | Message }): string => formatValue(message) || code;

const pauseWords = {
  draining: messages.live.serviceRestarting,
  timeout: messages.live.sessionIdle,
  units: messages.live.sessionLimit,
} as const;
