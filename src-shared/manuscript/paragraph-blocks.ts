import { diffWordsWithSpace } from 'diff';
import type { Node } from '@tiptap/pm/model';
import { newId } from '../ids.ts';
import { attributesOf, createBlock, type BlockAttributes, type Controls } from '../narration/document.ts';
import { joinParts, splitSpeech } from '../narration/speech-parts.ts';
import type { learnSpeech } from './known-speech.ts';
import { sceneBreakMs } from './manuscript.ts';
import { matchBlocks } from './match-blocks.ts';
import { differInTypographyAlone } from './typography.ts';

/** The blocks of one paragraph of a manuscript in a project that has it already. Pure. */

export interface RevisedBlock {
  text: string;
  pauseMs: number | null;
  /** `null`: nobody but the narrator. */
  characterId: string | null | undefined;
  voiceId: string | undefined;
  /** It goes on with the paragraph of the block before it. */
  continues?: boolean;
  /** The name of who speaks it, as the manuscript has it. */
  speaker?: string | undefined;
}

/** A block as it comes, with its paragraph where that has more blocks. */
interface NextBlock extends Omit<RevisedBlock, 'continues' | 'speaker'> {
  paragraphId: string | null;
}

/** The blocks of the script, and which of them were one paragraph. */
interface Paragraphs {
  nodes: readonly Node[];
  now: readonly RevisedBlock[];
}

export interface MatchedBlock extends NextBlock {
  /** The block of the project that it was. */
  before: Node | undefined;
  /** The pause is the one that it has from now on, whatever it had. */
  keepsPause?: boolean;
}

export function groupContinued(blocks: readonly RevisedBlock[]): RevisedBlock[][] {
  const paragraphs: RevisedBlock[][] = [];
  for (const block of blocks) {
    const last = block.continues === true ? paragraphs.at(-1) : undefined;
    if (last) last.push(block);
    else paragraphs.push([block]);
  }
  return paragraphs;
}

/** The blocks of a paragraph as they come: as they are said to be, else as the project has split it. */
export function matchParts({ nodes, now }: Paragraphs): MatchedBlock[] {
  const parts = splitAsBefore(nodes, now);
  const [first] = nodes;
  const kept = first && attributesOf(first).paragraphId;
  const paragraphId = parts.length > 1 ? (kept ?? newId()) : nodes.length > 1 ? null : (kept ?? null);
  const texts = nodes.map((node) => node.textContent);
  const isAlike = parts.length === nodes.length;
  const inner = isAlike ? undefined : matchInner(texts, parts);
  return parts.map(({ text, pauseMs, characterId, voiceId }, index) => {
    const before = isAlike ? nodes[index] : nodes[inner?.[index] ?? -1];
    return { text, pauseMs, characterId, voiceId, paragraphId, before };
  });
}

/** A paragraph that a person split, or several that a person joined, with the text that it has now: cut where it was cut. What is left without text goes. */
export function matchCut({ nodes, now }: Paragraphs): MatchedBlock[] {
  const texts = carryCuts(nodes.map((node) => node.textContent), joinParts(now.map(({ text }) => text))); // prettier-ignore
  const last = texts.findLastIndex((text) => text !== '');
  const [only] = now.length === 1 ? now : [];
  return nodes.flatMap((before, index): MatchedBlock[] => {
    const text = texts[index] ?? '';
    if (text === '') return [];
    const own = attributesOf(before);
    const pauseMs = index === last ? (now.at(-1)?.pauseMs ?? null) : own.pauseMs;
    return [{ text, pauseMs, characterId: only?.characterId, voiceId: only?.voiceId, paragraphId: own.paragraphId, before }];
  });
}

/** `text` in the parts that `parts` were of an earlier one. */
function carryCuts(parts: readonly string[], text: string): string[] {
  const cuts = parts.slice(1).map((part, index) => joinParts(parts.slice(0, index + 2)).length - part.length);
  const places: number[] = [];
  let [old, now] = [0, 0];
  for (const { value, added, removed } of diffWordsWithSpace(joinParts(parts), text)) {
    const end = added ? old : old + value.length;
    while (places.length < cuts.length && (cuts[places.length] ?? 0) < end)
      places.push(removed ? now : now + (cuts[places.length] ?? 0) - old);
    old = end;
    if (!removed) now += value.length;
  }
  while (places.length < cuts.length) places.push(text.length);
  return parts.map((_, index) => text.slice(places[index - 1] ?? 0, places[index] ?? text.length).trim());
}

/** The block that each part was. One block that is split between speakers is one of the narrator’s parts then, as another voice cannot use its takes. */
function matchInner(texts: readonly string[], parts: readonly RevisedBlock[]): (number | undefined)[] {
  const found = matchBlocks(texts, parts.map(({ text }) => text)); // prettier-ignore
  const isNarrated = ({ characterId }: RevisedBlock): boolean => characterId === null || characterId === undefined;
  const [only] = texts;
  if (only === undefined || texts.length > 1 || parts.some(({ text }) => text === only) || !parts.some(isNarrated)) return found;
  const narrated = parts.flatMap((part, index) => (isNarrated(part) ? [index] : []));
  const alike = matchBlocks(texts, narrated.map((index) => parts[index]?.text ?? '')).indexOf(0); // prettier-ignore
  return parts.map((_, index) => (index === narrated[Math.max(alike, 0)] ? 0 : undefined));
}

/**
 * A paragraph of one block whose speaker the manuscript does not say, in the parts of those who speak it; `undefined` where that is nobody new. `nodes`:
 * the blocks that it had. Where a person gave those to somebody else than their sentences name, that stays.
 */
export function speakAsOthers(
  now: readonly RevisedBlock[],
  nodes: readonly Node[],
  speak: ReturnType<typeof learnSpeech>,
): readonly RevisedBlock[] | undefined {
  const [only] = now;
  if (!only || now.length > 1 || only.characterId !== undefined || only.voiceId !== undefined) return undefined;
  const text = joinParts(nodes.map((node) => node.textContent));
  if (nodes.length > 0 && (text === only.text || differInTypographyAlone(text, only.text))) return undefined;
  const parts = speak(only.text);
  const speaker = speakerIn(parts);
  if (!parts || speaker === undefined) return undefined;
  const own = new Set(nodes.map((node) => attributesOf(node).characterId ?? undefined).filter((id) => id !== undefined));
  const isChosen = nodes.some((node) => attributesOf(node).voiceId !== null) || own.size > 1 || speakerIn(speak(text)) !== [...own][0];
  if (nodes.length > 0 && (isChosen || own.has(speaker))) return undefined;
  return parts.map((part, index) => ({
    ...only,
    text: part.text,
    characterId: part.characterId ?? null,
    pauseMs: index === parts.length - 1 ? only.pauseMs : null,
    continues: index > 0,
  }));
}

const speakerIn = (parts: ReturnType<ReturnType<typeof learnSpeech>>): string | undefined =>
  parts?.find(({ characterId }) => characterId !== undefined)?.characterId;

/** What came as one block, in the parts that its paragraph has in the project. Speech that is new is spoken by who has the other speech. */
function splitAsBefore(nodes: readonly Node[], now: readonly RevisedBlock[]): readonly RevisedBlock[] {
  const [only] = now;
  if (!only || now.length > 1 || nodes.length < 2 || only.characterId !== undefined || only.voiceId !== undefined) return now;
  const withText = (text: string, index: number, count: number): RevisedBlock => ({
    ...only,
    text,
    pauseMs: index === count - 1 ? only.pauseMs : null,
  });
  const texts = nodes.map((node) => node.textContent);
  const before = joinParts(texts);
  const isSame = before === only.text || (differInTypographyAlone(before, only.text) && splitSpeech(only.text).length !== nodes.length);
  if (isSame) return texts.map((text, index) => withText(text, index, texts.length));
  const speaker = nodes.map((node) => attributesOf(node).characterId).find((id) => id !== null);
  const parts = splitSpeech(only.text);
  const isAlike = parts.length === nodes.length;
  return parts.map(({ text, isSpeech }, index) => ({
    ...withText(text, index, parts.length),
    ...(isSpeech && !isAlike && speaker !== undefined && { characterId: speaker }),
  }));
}

export function reviseBlock(before: Node | undefined, block: NextBlock & { keepsPause?: boolean }, controls: Controls): Node {
  const { text, pauseMs, characterId, voiceId, paragraphId, keepsPause = false } = block;
  if (!before) return createBlock(text, { pauseMs, controls, characterId: characterId ?? null, voiceId: voiceId ?? null, paragraphId });
  const own = attributesOf(before);
  const attributes: BlockAttributes = {
    ...own,
    // A pause of the project’s own stays, one that stood for a scene break goes with it.
    pauseMs: keepsPause ? pauseMs : (pauseMs ?? (own.pauseMs === sceneBreakMs ? null : own.pauseMs)),
    characterId: characterId === undefined ? own.characterId : characterId,
    voiceId: voiceId ?? own.voiceId,
    paragraphId,
  };
  return createBlock(text, attributes);
}

export function isChanged(before: Node, after: Node): boolean {
  const [one, other] = [attributesOf(before), attributesOf(after)];
  return before.textContent !== after.textContent || one.characterId !== other.characterId || one.voiceId !== other.voiceId;
}

/** Who speaks the parts of a paragraph, where the manuscript says so. */
export const whoSpeaks = (parts: readonly Pick<RevisedBlock, 'speaker' | 'voiceId'>[]): string =>
  parts.map(({ speaker, voiceId }) => speaker ?? voiceId ?? '').filter(Boolean).join('\n'); // prettier-ignore

/** What is different once `blocks` are in place of `nodes`, but for typography that stays. `speaker`: who has it then; `null` for the narrator. */
export function differs(
  nodes: readonly Node[],
  blocks: readonly MatchedBlock[],
  keepsTypography: boolean,
): { text: boolean; speaker: string | null | undefined } | undefined {
  let [text, isOther] = [blocks.length !== nodes.length, false];
  let speaker: string | null | undefined;
  blocks.forEach((block, index) => {
    const before = block.before;
    if (!before || before !== nodes[index]) text = true;
    if (!before) return;
    const node = reviseBlock(before, block, {});
    const isTyped = differInTypographyAlone(before.textContent, block.text);
    if (before.textContent !== block.text && !(isTyped && keepsTypography)) text = true;
    if (!isChanged(before, node)) return;
    const [one, other] = [attributesOf(before), attributesOf(node)];
    if (one.characterId !== other.characterId) speaker = other.characterId;
    if (one.characterId !== other.characterId || one.voiceId !== other.voiceId) isOther = true;
  });
  return text || isOther ? { text, speaker: speaker ?? (isOther ? null : undefined) } : undefined;
}
