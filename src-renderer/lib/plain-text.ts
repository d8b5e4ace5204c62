import { number } from './format.ts';
import { messages } from '#shared/messages/index.ts';

interface TextRule {
  /** What it is called on screen, with its article: `The name`. */
  subject: string;
  /** Characters at most. */
  most: number;
  required?: boolean;
  oneLine?: boolean;
}

/** Why a text cannot be sent, in words that name the field; `undefined` where it can. `empty` is left out while nobody has asked to send it. */
export function textProblem(text: string, { subject, most, required = false, oneLine = false }: TextRule): string | undefined {
  const trimmed = text.trim();
  if (required && trimmed === '') return messages.shapes.isEmpty(subject);
  if (trimmed.length > most) return messages.shapes.tooManyCharacters(subject, number(trimmed.length), number(most));
  const found = (oneLine ? /\p{Cc}/u : /(?![\t\n\r])\p{Cc}/u).exec(trimmed)?.[0];
  if (found === undefined) return undefined;
  if (found === '\n' || found === '\r') return messages.shapes.severalLines(subject);
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return messages.shapes.controlCharacter(subject, code);
}

/** A word that begins another part of a phrase, English or German: a name ends before it, or has the whole part. */
const begins =
  /^(?:an?|the|with|without|of|in|on|at|by|for|from|to|into|near|over|under|about|after|before|behind|between|through|like|as|and|or|but|who|whose|that|which|while|when|very|eine?[mnrs]?|der|die|das|de[nms]|mit|ohne|vo[nm]|im|ins?|am|an|auf|beim?|für|aus|nach|über|unter|vor|hinter|zwischen|durch|um|seit|zu[mr]?|wie|und|oder|aber|deren|dessen|sehr)$/iu;

/** Words of a name at most; a first part that is not over by then may have some more, for its noun is its last word. */
const wordsInName = { whole: 4, first: 6 } as const;
const charactersInName = 40;

/** A name to begin with: the first part of the prompt, and those after it that are short. None of them breaks off, unless the first is very long. */
export function nameOf(prompt: string): string {
  const [sentence = ''] = prompt.replace(/^\s*(?:an?|the|eine?|der|die|das)\s+/iu, '').split(/[.;:\n]/u, 1);
  const pieces = sentence.split(',').map((piece) => piece.trim());
  // Adjectives in a row are one part with what they say something of: "deep, warm voice".
  const isWord = (piece: string): boolean => !/\s/u.test(piece);
  const single = pieces.findIndex((piece) => !isWord(piece));
  const taken = single === -1 ? pieces : pieces.slice(0, single + 1);
  const parts = partsOf(taken.filter(Boolean).join(', ').split(/\s+/u));
  // What a comma cuts off may be "with a deep, warm voice".
  if (parts.length > 1 && taken.length < pieces.length) parts.pop();
  const [first = [], ...others] = parts;
  const words = first.length > wordsInName.first ? first.slice(0, wordsInName.whole) : [...first];
  const most = first.length === 1 ? wordsInName.first : wordsInName.whole;
  for (const part of others) {
    if (words.length + part.length > most || begins.test(part.at(-1) ?? '')) break;
    words.push(...part);
  }
  while (words.length > 1 && words.join(' ').length > charactersInName) words.pop();
  const name = words.join(' ').slice(0, charactersInName).replace(/,$/u, '');
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Words in parts: each begins with the words that lead into it, such as "with a". */
function partsOf(words: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    const isNew = before === undefined || (begins.test(word) && !begins.test(before));
    if (isNew) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}
