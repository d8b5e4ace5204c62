import { z } from 'zod';
import { messages } from './index.ts';

/**
 * A text for people as data: which text of the catalogue, and what it names. Main and the command line pass these on, in failures and
 * beside results; whoever shows one formats it. A value that is a text itself is a message again.
 */
export interface Message {
  readonly id: string;
  readonly values: readonly MessageValue[];
}
type MessageValue = string | number | Message;

type Texts = typeof messages;
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

/** The message of the catalogue’s text `id`, with what its parameters name. */
export function message<Id extends MessageId>(id: Id, ...values: ValuesFor<At<Texts, Id>> & readonly MessageValue[]): Message {
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
export function formatMessage(given: Message, otherwise: string = given.values.map((value) => formatValue(value)).join(' ')): string {
  const text = findText(given.id);
  if (typeof text === 'string') return text;
  if (typeof text !== 'function' || text.length > given.values.length) return otherwise;
  return (text as (...values: (string | number)[]) => string)(...given.values.map((value) => formatValue(value)));
}

/** What a message names, for a text: what is a text already stays as it is. */
export function formatValue(value: string | Message): string;
export function formatValue(value: MessageValue): string | number;
export function formatValue(value: MessageValue): string | number {
  return typeof value === 'object' ? formatMessage(value) : value;
}

function findText(id: string): unknown {
  let at: unknown = messages;
  for (const name of id.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}
