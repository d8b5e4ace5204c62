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

/** A word that leads to another, English or German: a name does not end with it. */
const leads =
  /^(?:an?|the|with|without|of|in|on|at|by|for|from|to|into|like|as|and|or|but|who|whose|that|which|very|eine?[mnrs]?|der|die|das|de[nms]|mit|ohne|vo[nm]|im|am|auf|beim?|für|aus|zu[mr]?|wie|und|oder|aber|deren|dessen|sehr)$/iu;

/** A name to begin with: the first words of the prompt, as far as they are whole. */
export function nameOf(prompt: string): string {
  const [start = ''] = prompt.replace(/^\s*(?:an?|the|eine?|der|die|das)\s+/iu, '').split(/[.,;:\n]/u, 1);
  const words = start.trim().split(/\s+/u).slice(0, 4);
  while (words.length > 1 && leads.test(words.at(-1) ?? '')) words.pop();
  const name = words.join(' ').slice(0, 40);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
