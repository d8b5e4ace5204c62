import { toFailure, type Failure, formatFailure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { liveLimits, type LiveEvent } from '#shared/live.ts';
import { liveDeskLimits } from '#shared/operations/live.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Call } from '#shared/rpc.ts';
import { LiveSound } from '../../audio/live-sound.ts';
import { announce } from '../../lib/live-region.tsx';
import { plural } from '../../lib/format.ts';
import { studio } from '../../core/host/host.ts';
import { playedFormats, useLiveCapabilities } from './capabilities.ts';
import { liveOfferOf, sentControls } from './controls.ts';
import { onRestored, useLiveDesk } from './phrases.ts';
import {
  change,
  isAhead,
  mayGo,
  settle,
  silent,
  useLive,
  waitingOf,
  waitingPhrases,
  type LivePhrase,
  type PhraseState,
} from './queue-store.ts';
import { loadSessions } from './sessions-store.ts';
import { player, usePlayer } from '../../core/player/player.ts';
import { stopSounds } from '../../core/player/sounds.ts';
import { messages } from '#shared/messages/index.ts';
import { formatValue, type Message } from '#shared/messages/message.ts';

const set = useLive.setState;
const now = useLive.getState;

const shownWarnings = 20;

let call: Call<Operations['live.speak']> | undefined;
/** Of sound that came and was not pushed: it counts as heard. */
let skippedBytes = 0;
let heardBytes = 0;
let raw = true;

const sound = new LiveSound({
  onStarted: (id) => {
    const phrase = now().phrases.find((one) => one.id === id);
    if (!phrase || phrase.silenced === true) return;
    endHeard(id);
    const latencyMs = phrase.enteredAt === undefined ? undefined : Math.max(0, Math.round(performance.now() - phrase.enteredAt));
    change(id, { state: 'speaking', begun: true, ...(latencyMs !== undefined && { latencyMs }) });
    if (latencyMs !== undefined) set({ latencyMs });
    pump();
  },
  onHeard: (bytes) => {
    heardBytes = bytes;
    acknowledge();
    // A long phrase waits until little is left before it.
    if (waitingPhrases().length > 0) pump();
  },
  onDry: () => {
    endHeard(undefined);
    pump();
    restWhenLeft();
  },
  onFailed: (thrown) => {
    set({ notice: messages.live.theSoundCannotBePlayedHere(formatFailure(toFailure(thrown))) });
    silenceAll();
  },
});
export const liveSound = sound;

/** Tells main what was taken in; a few bytes more or less do not matter, only that it goes on. */
function acknowledge(): void {
  call?.send({ type: 'heard', bytes: heardBytes - heardAtStart + skippedBytes });
}
let heardAtStart = 0;

/** Phrases before the one that is heard now, or all where nothing is left, have been heard to their end. */
function endHeard(current: string | undefined): void {
  set({
    phrases: now().phrases.map((phrase) =>
      phrase.state === 'speaking' && phrase.id !== current && phrase.arrived === true ? { ...phrase, state: 'spoken' } : phrase,
    ),
  });
}

/** Takes a phrase into the queue and speaks as soon as it can. Answers with why it cannot be said, in words. To be called in a gesture. */
export function say(text: string): string | undefined {
  const words = text.trim();
  if (words === '') return messages.live.typeSomethingToSay;
  if (words.length > liveLimits.phraseCharacters)
    return messages.live.aPhraseHasAtMostThis(
      plural(liveLimits.phraseCharacters, messages.live.character),
      plural(words.length, messages.live.character),
    );
  const { phrases } = now();
  const waiting = waitingOf(phrases);
  if (waiting.length >= liveDeskLimits.waiting)
    return messages.live.waitAlreadySayItWhenSome(plural(liveDeskLimits.waiting, messages.live.phrase));
  hush();
  sound.prepare();
  const isFirst = waiting.length === 0 && !phrases.some(isAhead);
  settle([...phrases, { id: newId(), text: words, state: 'waiting', enteredAt: isFirst ? performance.now() : undefined }]);
  pump();
  return undefined;
}

/** What else sounds in the studio gives way. */
function hush(): void {
  stopSounds();
  if (usePlayer.getState().mode !== 'stopped') player.pause();
}

let shown = false;

/** The panel is shown, until what this answers with is called. What is being spoken then goes on. */
export function showLive(): () => void {
  shown = true;
  return () => {
    shown = false;
    restWhenLeft();
  };
}

/** What has left the audio thread is in the device for a while yet; in milliseconds. */
const lastSound = 1000;
let resting: ReturnType<typeof setTimeout> | undefined;

/** Behind another panel the output is held only as long as something is heard, or on its way. */
function restWhenLeft(): void {
  clearTimeout(resting);
  const isIdle = (): boolean =>
    !shown && sound.waiting === 0 && !now().phrases.some((phrase) => phrase.state === 'waiting' || isAhead(phrase));
  if (isIdle())
    resting = setTimeout(() => {
      if (isIdle()) sound.rest();
    }, lastSound);
}

/** Sends what may be sent now. */
function pump(): void {
  const { phrases, stopped, line } = now();
  const next = waitingOf(phrases)[0];
  if (!next || stopped || line === 'ending' || !mayGo(phrases, next, sound.waiting * 2)) return;
  call ??= begin();
  if (!call) return;
  settle(phrases.map((phrase) => (phrase.id === next.id ? { ...phrase, state: 'sent' } : phrase)));
  call.send({ type: 'say', id: next.id, text: next.text });
  pump();
}

function begin(): Call<Operations['live.speak']> | undefined {
  const { version, mode, voiceId, modelId, format, controls } = useLiveDesk.getState().settings;
  if (voiceId === null || modelId === null) {
    set({ notice: messages.live.chooseAVoiceFirstWhatYou });
    return undefined;
  }
  [skippedBytes, heardAtStart] = [0, heardBytes];
  // What Escape dropped of the session before goes with the notice that offers it.
  set({ line: 'connecting', notice: undefined, dropped: [], sessionUnits: 0, warnings: [] });
  const offer = liveOfferOf(useLiveCapabilities.getState().capabilities, modelId, version);
  const input = { version, mode, voiceId, modelId, format, controls: sentControls(controls, offer, version), acknowledges: true };
  const opened = studio().call('live.speak', input);
  void follow(opened);
  return opened;
}

async function follow(opened: Call<Operations['live.speak']>): Promise<void> {
  let failure: Failure | undefined;
  try {
    for await (const event of opened) on(event);
    await opened.result;
  } catch (thrown) {
    failure = toFailure(thrown);
  }
  if (call === opened) call = undefined;
  const { phrases } = now();
  const lost = (phrase: LivePhrase): boolean => phrase.state === 'sent' && phrase.arrived !== true;
  // What had not left where nothing was charged waits on, as what main told to be unsent does.
  const ending = (phrase: LivePhrase): PhraseState => (phrase.left !== true && failure?.charged === 'no' ? 'waiting' : 'lost');
  const left = phrases.map((phrase) => (lost(phrase) ? { ...phrase, state: ending(phrase) } : phrase));
  settle(left.map((phrase) => (phrase.state === 'speaking' && phrase.arrived !== true ? { ...phrase, state: 'incomplete' } : phrase)));
  sound.flush();
  set({ ...silent, stopped: failure?.kind === 'cancelled' ? undefined : failure });
  if (failure && failure.kind !== 'cancelled') announce(messages.live.theSessionHasEnded(formatFailure(failure)));
  void loadSessions();
  pump();
  restWhenLeft();
}

function on(event: LiveEvent): void {
  switch (event.type) {
    case 'state':
      onLine(event);
      break;
    case 'ready':
      set({ requestId: event.requestId });
      onReadySound(event);
      for (const warning of event.warnings) warn(wordsOfWarning(warning));
      break;
    case 'pcm':
      onPcm(event.pcm);
      break;
    case 'header':
      onHeader(event.bytes);
      break;
    case 'sent':
      change(event.id, { left: true });
      if (silenced?.open.includes(event.id) === true && now().notice === silenced.words) tellSilenced();
      break;
    case 'dropped':
      onDropped(event.id);
      break;
    case 'accepted':
      change(event.id, { held: false, ...(event.reservedUnits !== undefined && { units: event.reservedUnits }) });
      break;
    case 'audio':
      if (unknownSound !== undefined) set({ notice: unknownSound });
      if (now().phrases.find(({ id }) => id === event.id)?.silenced === true || !playable) {
        skippedBytes += event.bytes.byteLength;
        acknowledge();
      } else sound.push(event.id, event.bytes);
      break;
    case 'completed':
      onCompleted(event);
      break;
    case 'refused':
      change(event.id, { state: 'refused', failure: event.failure, held: false });
      announce(messages.live.notSpoken2(formatFailure(event.failure)));
      break;
    case 'unsent':
      settle(now().phrases.map((phrase) => (event.ids.includes(phrase.id) ? { ...phrase, state: 'waiting' } : phrase)));
      break;
    case 'gap':
      set({ notice: messages.live.someAudioIsMissing });
      break;
    case 'spliced':
      set({ notice: messages.live.afterABreakTheServiceRead });
      break;
    case 'held':
      change(event.id, { held: true });
      announce(messages.live.theServiceIsFullItTakes2);
      break;
    case 'usage':
      if (event.sessionUnits !== undefined) set({ sessionUnits: event.sessionUnits });
      break;
    case 'warning':
      warn(wordsOfWarning(event));
      break;
    case 'latency':
      set({ roundTripMs: event.roundTripMs });
      break;
    default:
      break;
  }
}

const wordsOfWarning = ({ code, message }: { code: string; message: string | Message }): string => formatValue(message) || code;

/** Whether the sound of this session can be played here; it is kept in any case. */
let playable = true;
/** Why what comes cannot be played, as long as nobody has said what it is; shown with the first of it. */
let unknownSound: string | undefined;

/** Raw samples whose rate nobody knows would be noise, and a format that is compressed cannot be played while it comes. */
function onReadySound({ format, pcm }: Extract<LiveEvent, { type: 'ready' }>): void {
  raw = format === 'pcm';
  playable = !raw && playedFormats.some((one) => one === format);
  unknownSound = raw ? messages.live.theServiceDoesNotNameThe : playable ? undefined : messages.live.theServiceAnswersInTheFormat(format);
  if (pcm) onPcm(pcm);
}

function onPcm({ sampleRate, channels, bitDepth }: { sampleRate: number; channels: number; bitDepth: number }): void {
  unknownSound = undefined;
  playable = channels === 1 && bitDepth === 16;
  if (playable) sound.prepare(sampleRate);
  else
    set({
      notice: messages.live.theServiceSpeaksWithChannelsOf(String(channels), String(bitDepth)),
    });
}

/** A WAV says what it is in its header. */
function onHeader(bytes: Uint8Array): void {
  skippedBytes += bytes.byteLength;
  if (raw || bytes.byteLength < 36) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  onPcm({ sampleRate: view.getUint32(24, true), channels: view.getUint16(22, true), bitDepth: view.getUint16(34, true) });
}

function onLine({ state, failure, because }: Extract<LiveEvent, { type: 'state' }>): void {
  const before = now().line;
  const ending = before === 'ending';
  set({ line: ending ? 'ending' : state, trouble: state === 'reconnecting' ? (failure ?? now().trouble) : undefined });
  const words = because === undefined ? undefined : pauseWords[because];
  if (words !== undefined) {
    set({ notice: words });
    announce(words);
  } else if (state === 'reconnecting' && before !== 'reconnecting') announce(messages.live.theConnectionWasLostItIs);
  else if (state === 'ready' && before === 'reconnecting') announce(messages.live.connectedAgain);
  if (because === 'units') set({ sessionUnits: 0 });
}

const pauseWords = {
  draining: messages.live.theServiceIsBeingRestartedAnd,
  timeout: messages.live.theServiceEndedTheSessionBecause,
  units: messages.live.theSessionReachedItsLimitOf,
} as const;

const warn = (words: string): void => set({ warnings: [...new Set([...now().warnings, words])].slice(-shownWarnings) });

function onCompleted({ id, whole, bytes }: Extract<LiveEvent, { type: 'completed' }>): void {
  const phrase = now().phrases.find((one) => one.id === id);
  if (!phrase) return;
  sound.flush();
  // What the speaker still has of it is heard first.
  const isOver = phrase.silenced === true || bytes === 0 || !playable || (phrase.state === 'speaking' && sound.waiting === 0);
  change(id, { arrived: true, ...(!whole ? { state: 'incomplete' } : isOver ? { state: 'spoken' } : {}) });
  pump();
}

/** Nothing of what is on its way is heard any more. */
function silenceAll(): void {
  sound.silence();
  set({
    phrases: now().phrases.map((phrase) =>
      isAhead(phrase) ? { ...phrase, silenced: true, ...(phrase.arrived === true ? { state: 'spoken' } : {}) } : phrase,
    ),
  });
}

/** Escape: silent at once. What was not sent is dropped; what was is finished unheard, kept and charged, and this says so. */
export function silence(): void {
  const { phrases } = now();
  const dropped = waitingOf(phrases).map(({ text }) => text);
  const sent = phrases.filter(isAhead);
  if (dropped.length === 0 && sent.length === 0) return;
  silenceAll();
  set({ dropped: [...now().dropped, ...dropped].slice(-liveDeskLimits.waiting) });
  settle(now().phrases.filter(({ state }) => state !== 'waiting'));
  call?.send({ type: 'drop' });
  silenced = {
    dropped: dropped.length,
    at: now().dropped.length - dropped.length,
    open: sent.filter(({ arrived }) => arrived !== true).map(({ id }) => id),
    words: '',
  };
  tellSilenced();
  announce(now().notice ?? '');
}

/** What the last Escape did: phrases that are dropped, where the first of them is among all, and those that main had. */
let silenced: { dropped: number; at: number; open: readonly string[]; words: string } | undefined;

/** Of what main had, it drops what has not left this machine; so the words are right once it has said so. */
function tellSilenced(): void {
  if (silenced === undefined) return;
  const { open, dropped } = silenced;
  const gone = now().phrases.filter(({ id }) => open.includes(id));
  const sent = gone.filter(({ left }) => left === true).length;
  const unsent = dropped + gone.length - sent;
  const words = [
    messages.live.silenced,
    unsent > 0 ? messages.live.droppedNothingOfIsCharged(plural(unsent, messages.live.unsentPhrase), unsent === 1 ? 'it' : 'them') : '',
    sent > 0 ? messages.live.hadBeenSentAlreadyFinishedUnheard(plural(sent, messages.live.phrase)) : '',
  ];
  silenced.words = words.filter((one) => one !== '').join(' ');
  set({ notice: silenced.words });
}

/** It was with main, and had not left: it goes before those that waited behind it. */
function onDropped(id: string): void {
  const phrase = now().phrases.find((one) => one.id === id);
  if (!phrase) return;
  const { dropped } = now();
  const at = silenced?.at ?? dropped.length;
  set({ dropped: dropped.toSpliced(at, 0, phrase.text).slice(-liveDeskLimits.waiting) });
  settle(now().phrases.filter((one) => one !== phrase));
  silenced = { dropped: (silenced?.dropped ?? 0) + 1, at: at + 1, open: silenced?.open ?? [], words: '' };
  tellSilenced();
}

/** Puts back what Escape dropped. */
export function putBack(): void {
  const { dropped, phrases } = now();
  silenced = undefined;
  const back = dropped.map((text) => ({ id: newId(), text, state: 'waiting' as const, enteredAt: undefined }));
  set({ dropped: [], notice: undefined });
  settle([...phrases, ...back]);
  pump();
}

/** Goes on with what waits, after a failure or a restart. To be called in a gesture. */
export function goOn(): void {
  sound.prepare();
  set({ stopped: undefined, notice: undefined });
  pump();
}

/** Ends the session when what was sent has been spoken; what waits begins another. */
export function endSession(): void {
  if (!call) return;
  call.send({ type: 'finish' });
  set({ line: 'ending' });
}

onRestored((texts) => {
  const them = texts.length === 1 ? 'it' : 'them';
  set({
    dropped: texts,
    notice: messages.live.waitedWhenTheStudioWasClosed(plural(texts.length, messages.live.phrase), them, them, them),
  });
});
