import { z } from 'zod';
import { english } from './en/index.ts';
import { messages } from './index.ts';

/**
 * A text for people as data: which text of the catalogue, and what it names. Main and the command line pass these on, in failures and
 * beside results; the code that shows one formats it. A value that is a text itself is a message again.
 */
export interface Message {
  readonly id: string;
  readonly values: readonly MessageValue[];
}
type MessageValue = string | number | Message;

type Texts = typeof english;
/** `domain.key`, for each text of the catalogue. */
type Paths<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string | ((...values: never[]) => string) ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`>;
}[keyof T & string];
/** The id of a text: its path in the catalogue. */
export type MessageId = Paths<Texts>;

type At<T, Path extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? At<T[Head], Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : never;
/** What stands for a parameter of a text: where any string does, so does another message. */
type ValueFor<Parameter> = Parameter extends number ? number : string extends Parameter ? string | Message : Parameter & string;
type ValuesFor<Text> = Text extends (...values: infer Parameters) => string ? { [I in keyof Parameters]: ValueFor<Parameters[I]> } : [];
/** `infer` keeps the compiler from working out the values of all ids at once where the id is not known, which took it seconds. */
type ValuesOf<Id extends MessageId> = ValuesFor<At<Texts, Id>> extends infer Values extends readonly MessageValue[] ? Values : never;

/** The message of the catalogue’s text `id`, with what its parameters name. */
export function message<Id extends MessageId>(id: Id, ...values: ValuesOf<Id>): Message {
  return { id, values };
}

/** Bounds of a message that comes from outside: a ledger’s row, a frame. */
const bounds = { id: 200, values: 20, characters: 100_000, depth: 5 } as const;

function schemaOfDepth(depth: number): z.ZodType<Message> {
  const value = z.union([z.string().max(bounds.characters), z.number()]);
  return z.object({
    id: z.string().max(bounds.id),
    values: z.array(depth === 0 ? value : z.union([value, schemaOfDepth(depth - 1)])).max(bounds.values),
  });
}
export const messageSchema = schemaOfDepth(bounds.depth);

/**
 * A message in the language in use. An id that this version does not have, or has with other parameters, as an older or newer version may
 * have written it, reads as `otherwise`.
 */
export const formatMessage = (given: Message, otherwise?: string): string => format(messages, given, otherwise);

/** A message in English, whichever language is in use: for the log, for JSON, and for rows that any version can read. */
export const formatEnglish = (given: Message): string => format(english, given);

/** What a message names, for a text: what is a text already stays as it is. */
export const formatValue = (value: MessageValue): string => String(valueIn(messages, value));

function format(texts: object, { id, values }: Message, otherwise?: string): string {
  const text = findText(texts, id);
  if (typeof text === 'string') return text;
  const named = values.map((value) => valueIn(texts, value));
  if (typeof text !== 'function' || expected(id, text) > values.length) return otherwise ?? named.join(' ');
  return (text as (...values: (string | number)[]) => string)(...named);
}

/** How many values a text has: English says, as another language may leave out one that it does not need. */
function expected(id: string, text: { readonly length: number }): number {
  const first = findText(english, id);
  return typeof first === 'function' ? first.length : text.length;
}

const valueIn = (texts: object, value: MessageValue): string | number => (typeof value === 'object' ? format(texts, value) : value);

function findText(texts: object, id: string): unknown {
  let at: unknown = texts;
  for (const name of id.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}
