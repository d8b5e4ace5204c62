import { cutText } from '#shared/cut-text.ts';
import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { sayLimits, type PaidOperation } from '#shared/operations/paid.ts';
import type { VoiceMark } from '#shared/operations/voices.ts';
import type { In } from '#shared/rpc.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { findCharacter } from '#shared/narration/cast.ts';
import { attempt } from '../host/attempt.ts';
import { lastChoice } from './last-choice.ts';
import { findVoices, noFilter, shownName, type Marks, type VoiceFilter } from './voice-search.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../host/client.ts';
import type { StudioStore } from '../studio/studio-store.ts';
import type { ProjectState } from '../project/project-state.ts';
import type { ProjectStore } from '../project/project-store.ts';
import type { WindowStore } from '../window/window-store.ts';
import type { HostStore } from '../host/host-store.ts';
import type { toastFailure, toast } from '../../lib/toast.tsx';
import type { announce } from '../../lib/live-region.tsx';

interface VoicesState {
  /** What is noted of the voices of the connected service. */
  marks: Marks;
  filter: VoiceFilter;
  /** The voice that the keys act on, and whose facts are shown. */
  currentId: string | undefined;
  /** The voices that are chosen for an audition, in the order of choosing. */
  chosen: readonly string[];
}

export interface VoicesDependencies {
  client: StudioClient;
  studio: Pick<StudioStore, 'knownVoices' | 'store' | 'onVoiceMark'>;
  project: Pick<ProjectStore, 'setBlocks' | 'updateProject' | 'openManuscript' | 'store'>;
  window: Pick<WindowStore, 'goToPanel'>;
  host: Pick<HostStore, 'whenOpened'>;
  toastFailure: typeof toastFailure;
  announce: typeof announce;
  toast: typeof toast;
}

/** What is noted and chosen of the voices of the connected service. */
export class VoicesStore {
  readonly store = create<VoicesState>(() => ({ marks: {}, filter: noFilter, currentId: undefined, chosen: [] }));
  readonly #deps: VoicesDependencies;
  #found: { voices: readonly CatalogueVoice[]; marks: Marks; filter: VoiceFilter; list: readonly CatalogueVoice[] } | undefined;

  constructor(dependencies: VoicesDependencies) {
    this.#deps = dependencies;
  }

  readonly setFilter = (change: Partial<VoiceFilter>): void => this.store.setState(({ filter }) => ({ filter: { ...filter, ...change } }));

  /** The voices that the filters leave, worked out once for each change of what they are made of. */
  readonly foundVoices = (): readonly CatalogueVoice[] => {
    const voices = this.#deps.studio.knownVoices();
    const { marks, filter } = this.store.getState();
    if (this.#found?.voices !== voices || this.#found.marks !== marks || this.#found.filter !== filter)
      this.#found = { voices, marks, filter, list: findVoices(voices, marks, filter) };
    return this.#found.list;
  };

  readonly voiceOfId = (voiceId: string | undefined): CatalogueVoice | undefined =>
    voiceId === undefined ? undefined : this.#deps.studio.knownVoices().find((voice) => voice.voiceId === voiceId);

  /** What a voice is called: by its person's name for it, else by the service's, also of another service and of one that is listed no more; else its id. */
  readonly nameOfVoice = (voiceId: string): string =>
    this.store.getState().marks[voiceId]?.alias ??
    this.voiceOfId(voiceId)?.name ??
    this.store.getState().marks[voiceId]?.name ??
    this.#deps.studio.store.getState().voiceNames.get(voiceId) ??
    voiceId;

  /** Notes something of a voice, shown at once and durable soon after; what was shown is taken back when that failed. */
  readonly markVoice = async (voiceId: string, change: Omit<In<Operations['voices.mark']>, 'voiceId' | 'name'>): Promise<void> => {
    const known = this.voiceOfId(voiceId)?.name;
    const name = known === undefined ? undefined : cutText(known, 200);
    const before = this.store.getState().marks[voiceId];
    const shown: VoiceMark = {
      favourite: change.favourite ?? before?.favourite ?? false,
      alias: change.alias === undefined ? (before?.alias ?? null) : change.alias,
      tags: change.tags ?? before?.tags ?? [],
      usedAt: change.used === true ? Date.now() : (before?.usedAt ?? null),
      name: name ?? before?.name ?? null,
    };
    this.#setMark(voiceId, shown);
    const answer = await attempt(() =>
      this.#deps.client.run('voices.mark', { voiceId, ...change, ...(name === undefined ? {} : { name }) }),
    );
    if (answer.ok) return;
    this.#setMark(voiceId, before);
    this.#deps.toastFailure(answer.failure);
  };

  #setMark(voiceId: string, mark: VoiceMark | undefined): void {
    const { marks } = this.store.getState();
    const others = Object.fromEntries(Object.entries(marks).filter(([id]) => id !== voiceId));
    this.store.setState({ marks: mark === undefined ? others : { ...others, [voiceId]: mark } });
  }

  readonly toggleFavourite = (voice: CatalogueVoice): void => {
    const { marks } = this.store.getState();
    const favourite = marks[voice.voiceId]?.favourite !== true;
    this.#deps.announce(
      favourite ? messages.voices.favouriteAdded(shownName(voice, marks)) : messages.voices.favouriteRemoved(shownName(voice, marks)),
    );
    void this.markVoice(voice.voiceId, { favourite });
  };

  /** Chooses voices for an audition, or no longer. */
  readonly choose = (voiceIds: readonly string[], wanted: boolean): void => {
    const { chosen } = this.store.getState();
    const given = new Set(voiceIds);
    const next = wanted ? [...new Set([...chosen, ...voiceIds])] : chosen.filter((id) => !given.has(id));
    if (next.length > maximumChosen) this.#deps.announce(messages.voices.auditionLimit(String(maximumChosen)));
    this.store.setState({ chosen: next.slice(0, maximumChosen) });
  };

  /** No voice is chosen any more. Undo puts them before what was chosen since. */
  readonly chooseNone = (): void => {
    const { chosen } = this.store.getState();
    if (chosen.length === 0) return;
    const connectionId = this.#deps.studio.store.getState().connection?.id;
    this.store.setState({ chosen: [] });
    this.#deps.toast(messages.voices.auditionCleared(messages.voices.voice(chosen.length)), '', () => {
      if (this.#deps.studio.store.getState().connection?.id !== connectionId) return false;
      const next = [...new Set([...chosen, ...this.store.getState().chosen])];
      this.store.setState({ chosen: next.slice(0, maximumChosen) });
      return true;
    });
  };

  /** Gives a voice to blocks of the open project, as one act that can be undone. Their model goes with the voice they had. */
  readonly giveToBlocks = (voice: CatalogueVoice, blockIds: readonly string[]): void => {
    this.#deps.project.setBlocks(blockIds, () => ({ voiceId: voice.voiceId, modelId: null }));
    void this.markVoice(voice.voiceId, { used: true });
    this.#deps.toast(
      shownName(voice, this.store.getState().marks),
      messages.voices.usedForBlocks(messages.voices.block(blockIds.length)),
      this.#deps.project.openManuscript()?.undoOfLast(),
    );
  };

  /** Makes a voice the one of the project. */
  readonly giveToProject = async (voice: CatalogueVoice): Promise<void> => {
    const failure = await this.#deps.project.updateProject({ voiceId: voice.voiceId, modelId: null });
    if (failure) {
      this.#deps.toastFailure(failure);
      return;
    }
    void this.markVoice(voice.voiceId, { used: true });
    this.#deps.toast(shownName(voice, this.store.getState().marks), messages.voices.usedForProject);
  };

  /** Makes a character of the open project speak with a voice, as one act that can be undone. Its model goes with the voice it had. */
  readonly giveToCharacter = async (voice: { voiceId: string; name: string }, characterId: string): Promise<void> => {
    const { details } = this.#deps.project.store.getState();
    const character = findCharacter(details?.cast ?? [], characterId);
    if (!details || !character || character.voiceId === voice.voiceId) return;
    const cast = details.cast.map((one) => (one === character ? { ...one, voiceId: voice.voiceId, modelId: null } : one));
    const manuscript = this.#deps.project.openManuscript();
    const failure = await this.#deps.project.updateProject({ cast });
    if (failure) {
      this.#deps.toastFailure(failure);
      return;
    }
    manuscript?.recordAside({ kind: 'project', before: { cast: details.cast }, after: { cast } });
    void this.markVoice(voice.voiceId, { used: true });
    this.#deps.toast(
      messages.voices.speaksCharacter(voice.name, character.name),
      messages.voices.projectVoiceSetNote,
      manuscript?.undoOfLast(),
    );
  };

  /** Narrates with a voice that was just made: the selected blocks, which undo takes back, or the whole project. */
  readonly narrateWith = async (voice: { voiceId: string; name: string }, whole: boolean, modelId: string | null = null): Promise<void> => {
    const blocks = this.#deps.project.store.getState().selected;
    if (!whole && blocks.length > 0) {
      this.#deps.project.setBlocks(blocks, () => ({ voiceId: voice.voiceId, modelId }));
      this.#deps.toast(
        voice.name,
        messages.voices.usedForBlocks(messages.voices.block(blocks.length)),
        this.#deps.project.openManuscript()?.undoOfLast(),
      );
    } else {
      const failure = await this.#deps.project.updateProject({ voiceId: voice.voiceId, modelId });
      if (failure) {
        this.#deps.toastFailure(failure);
        return;
      }
      this.#deps.toast(messages.voices.projectVoiceSet(voice.name), messages.voices.projectVoiceSetNote);
    }
    void this.markVoice(voice.voiceId, { used: true });
    this.#deps.window.goToPanel({ panel: 'narration' });
  };

  /** Why a voice cannot be given to blocks now, in words. */
  readonly whyNoBlocks = (): string | undefined => {
    const { details, selected } = this.#deps.project.store.getState();
    if (!details) return messages.voices.noProjectIsOpen;
    return selected.length === 0 ? messages.voices.noBlockSelected : undefined;
  };

  readonly whyNoProject = (): string | undefined =>
    this.#deps.project.store.getState().details ? undefined : messages.voices.noProjectIsOpen;

  /** The projects and the dubs that speak with a voice; `undefined` where that is not known. */
  readonly usersOf = async (voiceId: string, signal: AbortSignal) => {
    const answer = await attempt(() =>
      Promise.all([
        this.#deps.client.run('voices.usedBy', { voiceId }, { signal }),
        this.#deps.client.run('dubs.usingVoice', { voiceId }, { signal }),
      ]),
    );
    if (!answer.ok) return undefined;
    const [{ projects, unread }, { dubs, unread: unreadDubs }] = answer.value;
    return { projects, dubs, unread, unreadDubs };
  };

  /** Deletes a personal voice, by the failure rules. `operation` is null where it was gone already. */
  readonly deleteVoice = async (
    voice: CatalogueVoice,
  ): Promise<{ ok: true; operation: PaidOperation | null } | { ok: false; failure: Failure }> => {
    // Its name is kept for the blocks that it has spoken.
    void this.markVoice(voice.voiceId, {});
    const answer = await attempt(() => this.#deps.client.run('voices.delete', { voiceId: voice.voiceId }));
    if (!answer.ok) return answer;
    this.choose([voice.voiceId], false);
    return { ok: true, operation: answer.value.operation };
  };

  async #readMarks(): Promise<void> {
    const answer = await attempt(() => this.#deps.client.run('voices.marks', null));
    if (answer.ok) this.store.setState({ marks: answer.value.marks });
  }

  /** What the service lists no more cannot say a line; while its list is an old one, nobody knows. */
  #forgetGone(before: readonly CatalogueVoice[]): void {
    const { voices } = this.#deps.studio.store.getState();
    if (voices.state !== 'ready' || !voices.fresh) return;
    const listed = new Set(voices.value.map(({ voiceId }) => voiceId));
    const { chosen } = this.store.getState();
    const gone = chosen.filter((id) => !listed.has(id));
    if (gone.length === 0) return;
    this.choose(gone, false);
    const { marks } = this.store.getState();
    const names = gone.map((id) => marks[id]?.alias ?? before.find(({ voiceId }) => voiceId === id)?.name ?? this.nameOfVoice(id));
    this.#deps.toast(messages.voices.audition, messages.voices.voiceNoLongerListed(names.join(', ')));
  }

  readonly watchVoices = (): void => {
    this.#deps.host.whenOpened(() => void this.#readMarks());
    this.store.subscribe((now, before) => {
      const connectionId = this.#deps.studio.store.getState().connection?.id;
      if (now.chosen !== before.chosen && connectionId !== undefined) lastChoice.set(connectionId, now.chosen);
    });
    this.#deps.studio.onVoiceMark((voiceId, mark) => this.#setMark(voiceId, mark));
    this.#deps.studio.store.subscribe((now, before) => {
      if (now.connection?.id !== before.connection?.id) {
        if (before.connection === undefined) {
          if (now.connection) this.store.setState({ chosen: lastChoice.of(now.connection.id) });
        } else {
          this.store.setState({ marks: {}, chosen: [], currentId: undefined });
          void this.#readMarks();
        }
      } else if (now.voices === before.voices) return;
      this.#forgetGone(this.#deps.studio.knownVoices(before));
    });
  };
}

/** An audition has an end. */
const maximumChosen = sayLimits.voices;

/** Whether a new voice is for the whole project, until a person says otherwise. A single block is selected wherever the caret stands: that chooses nothing. */
export const narratesWhole = ({ selected, takes }: Pick<ProjectState, 'selected' | 'takes'>): boolean =>
  selected.length < 2 || takes.length === 0;
