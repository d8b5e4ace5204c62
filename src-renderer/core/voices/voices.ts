import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { sayLimits, type PaidOperation } from '#shared/operations/paid.ts';
import type { VoiceMark } from '#shared/operations/voices.ts';
import type { In } from '#shared/rpc.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { announce } from '../../lib/live-region.tsx';
import { plural } from '../../lib/format.ts';
import { toast, toastFailure } from '../../lib/toast.tsx';
import { attempt, studio, whenOpened } from '../host/host.ts';
import { lastChoice } from './last-choice.ts';
import { setBlocks, updateProject, useProject } from '../project/project.ts';
import { knownVoices, onVoiceMark, useStudio } from '../studio/studio.ts';
import { goToPanel } from '../window/window.ts';
import { findVoices, noFilter, shownName, type Marks, type VoiceFilter } from './voice-search.ts';
import { messages } from '#shared/messages/index.ts';

interface VoicesState {
  /** What is noted of the voices of the connected service. */
  marks: Marks;
  filter: VoiceFilter;
  /** The voice that the keys act on, and whose facts are shown. */
  currentId: string | undefined;
  /** The voices that are chosen for an audition, in the order of choosing. */
  chosen: readonly string[];
}

export const useVoices = create<VoicesState>(() => ({ marks: {}, filter: noFilter, currentId: undefined, chosen: [] }));

/** An audition has an end. */
const maximumChosen = sayLimits.voices;

export const setFilter = (change: Partial<VoiceFilter>): void => useVoices.setState(({ filter }) => ({ filter: { ...filter, ...change } }));

/** The voices that the filters leave, worked out once for each change of what they are made of. */
export function foundVoices(): readonly CatalogueVoice[] {
  const voices = knownVoices();
  const { marks, filter } = useVoices.getState();
  if (found?.voices !== voices || found.marks !== marks || found.filter !== filter)
    found = { voices, marks, filter, list: findVoices(voices, marks, filter) };
  return found.list;
}
/** The same for a component, which is drawn anew when they change. */
export function useFound(): readonly CatalogueVoice[] {
  useStudio((state) => state.voices);
  useVoices((state) => state.marks);
  useVoices((state) => state.filter);
  return foundVoices();
}
let found: { voices: readonly CatalogueVoice[]; marks: Marks; filter: VoiceFilter; list: readonly CatalogueVoice[] } | undefined;

export const voiceOfId = (voiceId: string | undefined): CatalogueVoice | undefined =>
  voiceId === undefined ? undefined : knownVoices().find((voice) => voice.voiceId === voiceId);

/** What a voice is called, also one of another service, or one that was noted here and is listed no more; else its id. */
export const nameOfVoice = (voiceId: string): string =>
  voiceOfId(voiceId)?.name ?? useVoices.getState().marks[voiceId]?.name ?? useStudio.getState().voiceNames.get(voiceId) ?? voiceId;

/** Notes something of a voice, shown at once and durable soon after; what was shown is taken back when that failed. */
export async function markVoice(voiceId: string, change: Omit<In<Operations['voices.mark']>, 'voiceId' | 'name'>): Promise<void> {
  const name = voiceOfId(voiceId)?.name.slice(0, 200);
  const before = useVoices.getState().marks[voiceId];
  const shown: VoiceMark = {
    favourite: change.favourite ?? before?.favourite ?? false,
    alias: change.alias === undefined ? (before?.alias ?? null) : change.alias,
    tags: change.tags ?? before?.tags ?? [],
    usedAt: change.used === true ? Date.now() : (before?.usedAt ?? null),
    name: name ?? before?.name ?? null,
  };
  setMark(voiceId, shown);
  const answer = await attempt(() => studio().run('voices.mark', { voiceId, ...change, ...(name === undefined ? {} : { name }) }));
  if (answer.ok) return;
  setMark(voiceId, before);
  toastFailure(answer.failure);
}

function setMark(voiceId: string, mark: VoiceMark | undefined): void {
  const { marks } = useVoices.getState();
  const others = Object.fromEntries(Object.entries(marks).filter(([id]) => id !== voiceId));
  useVoices.setState({ marks: mark === undefined ? others : { ...others, [voiceId]: mark } });
}

export function toggleFavourite(voice: CatalogueVoice): void {
  const { marks } = useVoices.getState();
  const favourite = marks[voice.voiceId]?.favourite !== true;
  announce(favourite ? messages.voices.favouriteAdded(shownName(voice, marks)) : messages.voices.favouriteRemoved(shownName(voice, marks)));
  void markVoice(voice.voiceId, { favourite });
}

/** Chooses voices for an audition, or no longer. */
export function choose(voiceIds: readonly string[], wanted: boolean): void {
  const { chosen } = useVoices.getState();
  const given = new Set(voiceIds);
  const next = wanted ? [...new Set([...chosen, ...voiceIds])] : chosen.filter((id) => !given.has(id));
  if (next.length > maximumChosen) announce(messages.voices.auditionLimit(String(maximumChosen)));
  useVoices.setState({ chosen: next.slice(0, maximumChosen) });
}

/** Gives a voice to blocks of the open project, as one act that can be undone. Their model goes with the voice they had. */
export function giveToBlocks(voice: CatalogueVoice, blockIds: readonly string[]): void {
  setBlocks(blockIds, () => ({ voiceId: voice.voiceId, modelId: null }));
  void markVoice(voice.voiceId, { used: true });
  toast(shownName(voice, useVoices.getState().marks), messages.voices.usedForBlocks(plural(blockIds.length, messages.voices.block)));
}

/** Makes a voice the one of the project. */
export async function giveToProject(voice: CatalogueVoice): Promise<void> {
  const failure = await updateProject({ voiceId: voice.voiceId, modelId: null });
  if (failure) {
    toastFailure(failure);
    return;
  }
  void markVoice(voice.voiceId, { used: true });
  toast(shownName(voice, useVoices.getState().marks), messages.voices.usedForProject);
}

/** Narrates with a voice that was just made: the selected blocks, which undo takes back, or the project where none is selected. */
export async function narrateWith(voice: { voiceId: string; name: string }, modelId: string | null = null): Promise<void> {
  const blocks = useProject.getState().selected;
  if (blocks.length > 0) {
    setBlocks(blocks, () => ({ voiceId: voice.voiceId, modelId }));
    toast(messages.voices.projectVoiceSet(voice.name), messages.voices.usedForBlocks(plural(blocks.length, messages.voices.block)));
  } else {
    const failure = await updateProject({ voiceId: voice.voiceId, modelId });
    if (failure) {
      toastFailure(failure);
      return;
    }
    toast(messages.voices.projectVoiceSet(voice.name), messages.voices.projectVoiceSetNote);
  }
  void markVoice(voice.voiceId, { used: true });
  goToPanel({ panel: 'narration' });
}

/** What {@link narrateWith} would give the voice to, in words. */
export function useWhatNarrates(): string {
  const open = useProject((state) => state.details !== undefined);
  const selected = useProject((state) => state.selected.length);
  if (!open) return messages.voices.openProjectFirst;
  return selected > 0
    ? messages.voices.useForBlocksNote(plural(selected, messages.voices.selectedBlock))
    : messages.voices.useForProjectNote;
}

/** Why a voice cannot be given to blocks now, in words. */
export const whyNoBlocks = (): string | undefined => {
  const { details, selected } = useProject.getState();
  if (!details) return messages.voices.noProjectIsOpen;
  return selected.length === 0 ? messages.voices.noBlockSelected : undefined;
};
export const whyNoProject = (): string | undefined => (useProject.getState().details ? undefined : messages.voices.noProjectIsOpen);

/** The projects that speak with a voice; `undefined` where that cannot be told. */
export async function projectsWith(voiceId: string, signal: AbortSignal) {
  const answer = await attempt(() => studio().run('voices.usedBy', { voiceId }, { signal }));
  return answer.ok ? answer.value : undefined;
}

/** Deletes a personal voice, by the failure rules. `operation` is null where it was gone already. */
export async function deleteVoice(
  voice: CatalogueVoice,
): Promise<{ ok: true; operation: PaidOperation | null } | { ok: false; failure: Failure }> {
  // Its name is kept for the blocks that it has spoken.
  void markVoice(voice.voiceId, {});
  const answer = await attempt(() => studio().run('voices.delete', { voiceId: voice.voiceId }));
  if (!answer.ok) return answer;
  choose([voice.voiceId], false);
  return { ok: true, operation: answer.value.operation };
}

async function readMarks(): Promise<void> {
  const answer = await attempt(() => studio().run('voices.marks', null));
  if (answer.ok) useVoices.setState({ marks: answer.value.marks });
}

/** What the service lists no more cannot say a line; while its list is an old one, nobody knows. */
function forgetGone(before: readonly CatalogueVoice[]): void {
  const { voices } = useStudio.getState();
  if (voices.state !== 'ready' || !voices.fresh) return;
  const listed = new Set(voices.value.map(({ voiceId }) => voiceId));
  const { chosen } = useVoices.getState();
  const gone = chosen.filter((id) => !listed.has(id));
  if (gone.length === 0) return;
  choose(gone, false);
  const names = gone.map((id) => before.find(({ voiceId }) => voiceId === id)?.name ?? nameOfVoice(id));
  toast(messages.voices.audition, messages.voices.voiceNoLongerListed(names.join(', ')));
}

export function watchVoices(): void {
  whenOpened(() => void readMarks());
  useVoices.subscribe((now, before) => {
    const connectionId = useStudio.getState().connection?.id;
    if (now.chosen !== before.chosen && connectionId !== undefined) lastChoice.set(connectionId, now.chosen);
  });
  onVoiceMark((voiceId, mark) => setMark(voiceId, mark));
  useStudio.subscribe((now, before) => {
    if (now.connection?.id !== before.connection?.id) {
      if (before.connection === undefined) {
        if (now.connection) useVoices.setState({ chosen: lastChoice.of(now.connection.id) });
      } else {
        useVoices.setState({ marks: {}, chosen: [], currentId: undefined });
        void readMarks();
      }
    } else if (now.voices === before.voices) return;
    forgetGone(knownVoices(before));
  });
}
