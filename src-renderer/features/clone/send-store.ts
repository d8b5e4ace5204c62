import { create } from 'zustand';
import { toFailure } from '#shared/failure.ts';
import { plainFailure } from '../../lib/failure-words.ts';
import type { PaidOperation } from '#shared/operations/paid.ts';
import { type LostClone } from './clone-store.ts';
import { attempt } from '../../core/host/attempt.ts';
import { messages } from '#shared/messages/index.ts';
import type { UnknownPriceStore } from '../../core/account/unknown-price-store.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { SamplesStore } from '../../core/voices/samples-store.ts';
import type { CloneStore } from './clone-store.ts';
import type { StudioStore } from '../../core/studio/studio-store.ts';
import type { WindowStore } from '../../core/window/window-store.ts';
import type { announce } from '../../lib/live-region.tsx';
import type { toastOffer, withdrawOffer } from '../../lib/toast.tsx';

const clonePrice = { unit: 'request', family: 'voice-create' } as const;

export interface SendDependencies {
  client: StudioClient;
  clone: Pick<CloneStore, 'store' | 'saveForm' | 'saveRecordings' | 'takeDraft' | 'whenDraftIsRead'>;
  studio: Pick<StudioStore, 'loadCatalogue' | 'store'>;
  samples: Pick<SamplesStore, 'measureRecording'>;
  unknownPrice: Pick<UnknownPriceStore, 'mayBuy'>;
  announce: typeof announce;
  window: Pick<WindowStore, 'store' | 'goToPanel'>;
  toastOffer: typeof toastOffer;
  withdrawOffer: typeof withdrawOffer;
}

/** Of the toast that offers the voice that was made. */
const readyId = 'clone-ready';

/** Sends the draft, and finds clones whose answer was lost. */
export class SendStore {
  /** What a clone was found to cost; `undefined` until that was asked, null where nobody knows. */
  readonly store = create<{ price: { creditsPerUnit: number; samples: number } | null | undefined }>(() => ({ price: undefined }));
  readonly #deps: SendDependencies;
  readonly #set: CloneStore['store']['setState'];
  #running: AbortController | undefined;
  /** A voice that was just made: the service's list may have it only later. */
  #awaited: string | undefined;
  /** The example that was to be sent when the question came up. */
  #asked: string | undefined;

  constructor(dependencies: SendDependencies) {
    this.#deps = dependencies;
    this.#set = this.#deps.clone.store.setState;
  }

  /**
   * Sends the draft; asks first where another clone may have been made and charged already (`isWanted`: that was answered). What is not known
   * afterwards is looked up in the service's list at once. `exampleId`: the only recording, where it is the example's.
   */
  readonly sendClone = async ({ isWanted = false, exampleId }: { isWanted?: boolean; exampleId?: string } = {}): Promise<void> => {
    const isOver = (): boolean => this.#running !== undefined || this.#deps.clone.store.getState().made !== null;
    if (!isWanted && !isOver() && mayBeMade(this.#deps.clone.store.getState())) {
      this.#asked = exampleId;
      this.#set({ asksAgain: true });
      return;
    }
    const saved = this.#deps.clone.saveRecordings();
    if (isOver() || !(await this.#deps.unknownPrice.mayBuy(messages.clone.cloneVoice, clonePrice)) || isOver()) return;
    const controller = new AbortController();
    this.#running = controller;
    this.#set({ sending: { step: 'preparing' }, sendFailure: undefined });
    let operationId: string | undefined;
    try {
      const unsaved = (await this.#deps.clone.saveForm()) ?? (await saved);
      if (unsaved) {
        this.#set({ sendFailure: unsaved });
        return;
      }
      const call = this.#deps.client.call('clone.send', exampleId === undefined ? {} : { exampleId }, { signal: controller.signal });
      for await (const event of call) {
        if (event.type === 'begun') operationId = event.operationId;
        else if (event.type === 'sent')
          this.#set({
            sending: event.bytes < event.total ? { step: 'uploading', bytes: event.bytes, total: event.total } : { step: 'waiting' },
          });
      }
      const made = await call.result;
      this.#awaited = made.voiceId;
      this.#set({ made });
      this.#draw(made.voiceId);
      this.#sayReady(made.name);
      void this.learnClonePrice();
      void this.#deps.studio.loadCatalogue();
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (operationId === undefined || failure.charged !== 'unknown' || failure.kind !== 'cancelled')
        this.#set({ sendFailure: failure.kind === 'cancelled' ? undefined : failure });
      this.#deps.announce(plainFailure(failure));
      if (operationId !== undefined && (failure.kind === 'cancelled' || failure.charged === 'unknown')) {
        // From here on, the card of what was lost says how it stands.
        this.#set({ sending: { step: 'checking' } });
        await this.findLost();
      }
    } finally {
      this.#running = undefined;
      this.#set({ sending: undefined });
    }
  };

  readonly answerAgain = (isWanted: boolean): void => {
    this.#set({ asksAgain: false });
    if (isWanted) void this.sendClone({ isWanted, ...(this.#asked !== undefined && { exampleId: this.#asked }) });
  };

  /** Who has gone to another panel meanwhile sees it, too. */
  #sayReady(name: string): void {
    const { announce, window, toastOffer, withdrawOffer } = this.#deps;
    if (window.store.getState().panel === 'clone') {
      announce(messages.clone.voiceReady(name));
      return;
    }
    toastOffer(messages.clone.voiceMade(name), '', messages.clone.showInClone, () => window.goToPanel({ panel: 'clone' }), readyId);
    const stop = window.store.subscribe(({ panel }) => {
      if (panel !== 'clone') return;
      stop();
      withdrawOffer(readyId);
    });
  }

  /** Gives the voice its shape, by the longest recording that it was made of. */
  #draw(voiceId: string): void {
    const { recordings } = this.#deps.clone.store.getState();
    const [longest] = recordings.filter(({ samples }) => samples > 0).sort((one, other) => other.samples - one.samples);
    if (longest) this.#deps.samples.measureRecording(voiceId, `/bytes/clone/${longest.id}.wav`);
  }

  /** Ends the upload. A service that has all of it already may have made the voice all the same: then the list is looked in. */
  readonly stopSending = (): void => this.#running?.abort();

  /** Clones of which nobody knows how they ended, of this run or an earlier one. */
  readonly findLost = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('jobs.list', { families: ['voice-create'], states: ['unknown'], limit: 20 }));
    if (!answer.ok) return;
    const known = this.#deps.clone.store.getState().lost;
    const lost = answer.value.operations.map(
      (operation): LostClone =>
        known.find((one) => one.operation.operationId === operation.operationId) ?? {
          operation,
          candidates: undefined,
          looking: false,
          failure: undefined,
        },
    );
    this.#set({ lost });
    await Promise.all(lost.filter(({ candidates }) => candidates === undefined).map(({ operation }) => this.lookUp(operation)));
  };

  #change(operationId: string, part: Partial<LostClone>): void {
    this.#set({
      lost: this.#deps.clone.store.getState().lost.map((one) => (one.operation.operationId === operationId ? { ...one, ...part } : one)),
    });
  }

  /** Reads the service's list for what may have come of it: by name, the nearest in time first. */
  readonly lookUp = async ({ operationId }: PaidOperation): Promise<void> => {
    this.#change(operationId, { looking: true, failure: undefined });
    const answer = await attempt(() => this.#deps.client.run('jobs.lookUp', { operationId }));
    this.#change(operationId, { looking: false, ...(answer.ok ? { candidates: answer.value.candidates } : { failure: answer.failure }) });
  };

  /** The voice of the list is the one that was sent. */
  readonly adopt = async ({ operationId }: PaidOperation, { id, name }: { id: string; name: string }): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('jobs.adopt', { operationId, id }));
    if (!answer.ok) {
      this.#change(operationId, { failure: answer.failure });
      return;
    }
    this.#set({
      lost: this.#deps.clone.store.getState().lost.filter((one) => one.operation.operationId !== operationId),
      sendFailure: undefined,
    });
    const draft = await attempt(() => this.#deps.client.run('clone.adopted', { voiceId: id, name }));
    if (draft.ok) this.#deps.clone.takeDraft(draft.value);
    this.#draw(id);
    this.#deps.announce(messages.clone.voiceAdopted(name));
    void this.#deps.studio.loadCatalogue();
  };

  /** Not shown any more in this window; it stays under Jobs. */
  readonly dismissLost = ({ operationId }: PaidOperation): void =>
    this.#set({
      lost: this.#deps.clone.store.getState().lost.filter((one) => one.operation.operationId !== operationId),
      sendFailure: undefined,
    });

  readonly watchLostClones = (): (() => void) => this.#deps.clone.whenDraftIsRead(() => void this.findLost());

  /** Follows whether the connected service has the voice that was made. While its list is an old one, nobody knows. */
  readonly watchMade = (): void => {
    const look = (): void => {
      const { made, isGone } = this.#deps.clone.store.getState();
      const { voices } = this.#deps.studio.store.getState();
      const isKnown = voices.state === 'ready' && voices.fresh;
      if (made && !isKnown) return;
      const isListed = isKnown && voices.value.some(({ voiceId }) => voiceId === made?.voiceId);
      if (isListed) this.#awaited = undefined;
      const isGoneNow = made !== null && !isListed && made.voiceId !== this.#awaited;
      if (isGoneNow !== isGone) this.#set({ isGone: isGoneNow });
    };
    this.#deps.studio.store.subscribe((now, before) => {
      if (now.voices !== before.voices) look();
    });
    this.#deps.clone.store.subscribe((now, before) => {
      if (now.made !== before.made) look();
    });
  };

  readonly learnClonePrice = async (): Promise<void> => {
    const answer = await attempt(() => this.#deps.client.run('jobs.price', clonePrice));
    this.store.setState({ price: answer.ok ? answer.value : null });
  };
}

/** A clone was sent whose end nobody knows: another may be the same voice, paid for twice. */
export const mayBeMade = ({ lost, sendFailure }: Pick<ReturnType<CloneStore['store']['getState']>, 'lost' | 'sendFailure'>): boolean =>
  lost.length > 0 || sendFailure?.charged === 'unknown';
