import { diffArrays } from 'diff';
import type { TakeId } from '#shared/ids.ts';
import type { BlockAttributes } from '#shared/narration/document.ts';
import { findWritten } from '#shared/narration/pronunciation.ts';
import { modelOf, shapeOf, spokenOf, voiceOf, type ProjectDefaults } from '#shared/narration/shape.ts';
import { findTakeEdit } from '#shared/narration/edited-take.ts';
import type { TakeEdit } from '#shared/narration/take-edit.ts';
import { chooseTake, isReadingOf } from '#shared/narration/choose-take.ts';
import { fingerprintOf, workOf, type Take } from '#shared/narration/take.ts';
import { formatList } from '../../../lib/format.ts';
import { messages } from '#shared/messages/index.ts';

/** The takes of a block as a person judges them. Pure. */

export interface TakeView {
  take: Take;
  /** How it sounds in this block. */
  edit: TakeEdit;
  state: 'current' | 'stale' | 'incomplete' | 'damaged';
  /** What the take was made with that the block does not have now. Empty for a current one. */
  because: readonly Reason[];
  /** It is the one that is heard for the block. */
  heard: boolean;
  /** A person chose it. */
  chosen: boolean;
  /** True where its own text, voice and settings are not the block's, and would make it current again. */
  restorable: boolean;
}
export type Reason = 'text' | 'pronunciation' | 'voice' | 'model' | 'settings' | 'service';

interface Facts {
  takes: readonly Take[];
  defaults: ProjectDefaults;
  connectionId: string;
}
interface Speaking {
  id: string;
  text: string;
  attributes: BlockAttributes;
}

/** Every take of a block, and the one of another block that is heard for it; newest first. */
export function takesOfBlock(block: Speaking, { takes, defaults, connectionId }: Facts): TakeView[] {
  const shape = shapeOf(block, defaults, connectionId);
  const fingerprint = shape ? fingerprintOf(shape) : '';
  const { takeId } = block.attributes;
  const speaking = { id: block.id, takeId, text: block.text, spoken: () => spokenOf(block, defaults).text };
  const heard = chooseTake(takes, speaking, fingerprint)?.take;
  return takes
    .filter((take) => take.blockId === block.id || take === heard)
    .toSorted((one, other) => other.createdAt - one.createdAt)
    .map((take) => {
      const because = isReadingOf(take, block, fingerprint) ? [] : reasons(take, block, defaults, shape?.controls);
      const state = take.state === 'complete' ? (because.length === 0 ? 'current' : 'stale') : take.state;
      return {
        take,
        edit: findTakeEdit(block.attributes.takeEdits, take, (id) => takes.find((other) => other.id === id)),
        state,
        because,
        heard: take === heard,
        chosen: take.id === block.attributes.takeId,
        restorable: because.length > 0 && take.source !== 'recording' && isRestorable(take, block, defaults, connectionId),
      };
    });
}

/** It is heard for the block without a choice, so that there is nothing to choose. */
export const isHeardAnyway = ({ heard, chosen }: Pick<TakeView, 'heard' | 'chosen'>): boolean => heard && !chosen;

/** A take's name among those of its block: the oldest is Take 1. */
export function nameOfTake(views: readonly TakeView[], takeId: TakeId | undefined): string {
  const index = views.findIndex((view) => view.take.id === takeId);
  return index < 0 ? messages.narration.take : messages.narration.takeNumber(String(views.length - index));
}

/** Nothing that is shown of them differs. */
export function sameTakes(one: readonly TakeView[], other: readonly TakeView[]): boolean {
  const shown = ({ take, edit, state, because, heard, chosen, restorable }: TakeView): unknown[] => [
    take,
    JSON.stringify(edit),
    state,
    heard,
    chosen,
    restorable,
    ...because,
  ];
  return sameLists(one, other, (before, now) => sameLists(shown(before), shown(now), Object.is));
}

function sameLists<T>(one: readonly T[], other: readonly T[], same: (one: T, other: T) => boolean): boolean {
  return one.length === other.length && one.every((item, index) => same(item, other[index] as T));
}

function isRestorable(take: Take, block: Speaking, defaults: ProjectDefaults, connectionId: string): boolean {
  const attributes = { ...block.attributes, ...restoredAttributes(take, block.attributes, defaults) };
  const shape = shapeOf({ attributes, text: restoredText(take, { ...block, attributes }, defaults) }, defaults, connectionId);
  return shape !== undefined && fingerprintOf(shape) === workOf(take);
}

function reasons(take: Take, block: Speaking, defaults: ProjectDefaults, controls: unknown): Reason[] {
  if (take.source === 'recording') return ['text'];
  const found: Reason[] = [];
  // What was sent is what is written: an entry of the pronunciations says it otherwise now.
  if (take.text !== spokenOf(block, defaults).text) found.push(take.text === block.text.trim() ? 'pronunciation' : 'text');
  if (take.voiceId !== voiceOf(block.attributes, defaults)) found.push('voice');
  else if (take.modelId !== modelOf(block.attributes, defaults)) found.push('model');
  const sameSettings = take.controls !== undefined && sorted(take.controls) === sorted(controls);
  if (take.controls !== undefined ? !sameSettings : found.length === 0) found.push('settings');
  // All that a person set is the same, so it was made by another service.
  return found.length === 0 ? ['service'] : found;
}

const sorted = (controls: unknown): string =>
  JSON.stringify(Object.entries(controls ?? {}).sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)));

const reasonWords: Record<Reason, string> = {
  text: messages.narration.otherText,
  pronunciation: messages.narration.otherPronunciation,
  voice: messages.narration.anotherVoice,
  model: messages.narration.anotherModel,
  settings: messages.narration.otherSettings,
  service: messages.narration.anotherService,
};

/** Why a take is stale, as the end of "Made with …". */
export function because(reasons: readonly Reason[]): string {
  return formatList(reasons.map((reason) => reasonWords[reason]));
}

export interface TextDifference {
  /** In the order of reading: what both have, what only the block has now, what only the take says. */
  parts: readonly { kind: 'same' | 'added' | 'removed'; text: string }[];
  added: number;
  removed: number;
}

/** Past this many changes two texts are shown as different, not how. */
const maximumChanges = 400;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** What has changed in a block's text since a take was made; `undefined` where nothing has, or so much that no one would read it. */
export function textDifference(spoken: string, now: string): TextDifference | undefined {
  if (spoken === now) return undefined;
  const [before, after] = [[...segmenter.segment(spoken)], [...segmenter.segment(now)]];
  const isWord = new Set([...before, ...after].flatMap(({ segment, isWordLike }) => (isWordLike === true ? [segment] : [])));
  const segments = (all: typeof before): string[] => all.map(({ segment }) => segment);
  const changes = diffArrays(segments(before), segments(after), { maxEditLength: maximumChanges });
  if (!changes) return undefined;
  const words = (values: readonly string[]): number => values.filter((value) => isWord.has(value)).length;
  const parts = changes.map(({ added, removed, value }) => ({
    kind: added ? ('added' as const) : removed ? ('removed' as const) : ('same' as const),
    text: value.join(''),
  }));
  const count = (kind: 'added' | 'removed'): number => changes.reduce((sum, change) => sum + (change[kind] ? words(change.value) : 0), 0);
  return { parts, added: count('added'), removed: count('removed') };
}

/** The text that would be sent as the take's: the block's own where that is so, else as it is written with the entries that the block uses. */
export function restoredText(take: Take, block: Pick<Speaking, 'text' | 'attributes'>, defaults: ProjectDefaults): string {
  const now = spokenOf(block, defaults);
  if (now.text === take.text) return block.text;
  const { attributes } = block;
  return findWritten(take.text, now, (text) => spokenOf({ attributes, text }, defaults))?.written ?? take.text;
}

/** The attributes that make a take's voice, model and settings the block's own again; what follows from the project is left to it. */
export function restoredAttributes(
  take: Take,
  attributes: BlockAttributes,
  defaults: ProjectDefaults,
): Pick<BlockAttributes, 'voiceId' | 'modelId' | 'controls'> {
  const controls = take.controls ?? attributes.controls;
  const { characterId, voiceId, modelId } = attributes;
  const kept = { voiceId, modelId };
  const fits = (voice: typeof kept): boolean =>
    voiceOf({ ...voice, characterId }, defaults) === take.voiceId && modelOf({ ...voice, characterId }, defaults) === take.modelId;
  const found = [kept, { voiceId: null, modelId: null }].find(fits);
  return { ...(found ?? { voiceId: take.voiceId, modelId: take.modelId }), controls };
}
