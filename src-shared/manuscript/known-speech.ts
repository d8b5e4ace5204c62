import type { Node } from '@tiptap/pm/model';
import { readAttribution } from '../narration/attributions.ts';
import { attributesOf, groupParagraphs } from '../narration/document.ts';
import { nameKey } from '../narration/short-names.ts';
import { joinParts, splitSpeech, type SpeechPart } from '../narration/speech-parts.ts';

/** A part of a new paragraph, and who speaks it; `undefined` for the narrator. */
type SpokenPart = Pick<SpeechPart, 'text'> & { characterId: string | undefined };

/**
 * Learns from the paragraphs of a project whose sentences say who speaks (`“Come,” said Thomas.`) which characters speak them, and whether the narrator has
 * the rest. Answers with what gives a new paragraph its speakers in the same way; `undefined` where it names nobody whom the project knows so.
 * `chapters`: the blocks of each.
 */
export function learnSpeech(chapters: readonly (readonly Node[])[]): (text: string) => SpokenPart[] | undefined {
  const speakers = new Map<string, string | undefined>();
  let [split, whole] = [0, 0];
  for (const nodes of chapters.flatMap(groupParagraphs)) {
    const [characterId, ...others] = new Set(nodes.flatMap((node) => attributesOf(node).characterId ?? []));
    if (characterId === undefined || others.length > 0) continue;
    const text = joinParts(nodes.map((node) => node.textContent));
    const name = readAttribution(text);
    if (name === undefined) continue;
    const key = nameKey(name);
    // A name that two characters answer to says nothing of a third paragraph.
    speakers.set(key, speakers.has(key) && speakers.get(key) !== characterId ? undefined : characterId);
    if (nodes.length > 1) split += 1;
    else if (splitSpeech(text).length > 1) whole += 1;
  }
  return (text) => {
    const name = speakers.size === 0 ? undefined : readAttribution(text);
    const characterId = name === undefined ? undefined : speakers.get(nameKey(name));
    if (characterId === undefined) return undefined;
    const parts = split > whole ? splitSpeech(text) : [];
    if (parts.length < 2) return [{ text, characterId }];
    return parts.map((part) => ({ text: part.text, characterId: part.isSpeech ? characterId : undefined }));
  };
}
