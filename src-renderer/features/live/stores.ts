import { LiveSound } from '../../audio/live-sound.ts';
import { stores } from '../../core/stores.ts';
import { findTextLanguages } from '../../core/voices/text-languages.ts';
import { createLiveStores } from './create-stores.ts';

const liveStores = createLiveStores(stores, (events) => new LiveSound(events));

export const useLiveSettings = liveStores.phrases.store;
export const { setDraft, setLive, addPhrase, changePhrase, removePhrase, movePhrase, exportPhrases, importPhrases, watchLiveState } =
  liveStores.phrases;

export const useLiveSide = liveStores.tab.store;
export const { showLiveSide } = liveStores.tab;

export const useLive = liveStores.queue.store;
export const { waitingPhrases, editWaiting, removeWaiting, moveWaiting, dismissNotice, dismissStopped } = liveStores.queue;

export const useSpoken = liveStores.spoken.store;

export const useLiveSessions = liveStores.sessions.store;
export const { loadSessions, loadOlderSessions, resumeRequest, whyNotKept, keepAsChapter } = liveStores.sessions;

export const useLiveCapabilities = liveStores.capabilities.store;
export const { loadCapabilities, settleChoice, whyNotSpoken } = liveStores.capabilities;

export const { say, showLive, silence, putBack, goOn, endSession } = liveStores.live;

/** The language of a text, where it is plain. */
export const findLanguage = async (text: string, signal: AbortSignal): Promise<string | undefined> =>
  (await findTextLanguages(stores.client, [text], signal))?.[0] ?? undefined;
