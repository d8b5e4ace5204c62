import { z } from 'zod';
import { idPattern, newId } from '../ids.ts';
import { messages } from '../messages/index.ts';
import { controlsSchema } from './document.ts';

/** Who speaks in a project. A block names a character; the character holds what blocks fall back to. */

/** Characters of a project, at most. */
export const maximumCharacters = 500;
/** UTF-16 units of a name. */
export const maximumName = 80;
/** Tokens `--cast-1` … of the theme. */
export const castColours = 8;

const characterSchema = z.strictObject({
  id: z.string().regex(idPattern),
  name: z.string().trim().min(1).max(maximumName),
  /** `null`: no voice is chosen yet, and blocks of this character that name none themselves cannot be sent. */
  voiceId: z.string().min(1).max(128).nullable(),
  /** `null`: the voice's default model. */
  modelId: z.string().min(1).max(128).nullable(),
  controls: controlsSchema,
  /** From 1 to `castColours`. */
  colour: z.int().min(1).max(castColours),
});
export type Character = z.infer<typeof characterSchema>;

export const castSchema = z
  .array(characterSchema)
  .max(maximumCharacters)
  .refine((cast) => new Set(cast.map(({ id }) => id)).size === cast.length, { message: messages.voicing.idTwice })
  .refine((cast) => new Set(cast.map(({ name }) => nameKey(name))).size === cast.length, { message: messages.voicing.nameTwice });

/** Names match in any case. */
const nameKey = (name: string): string => name.trim().normalize('NFC').toLowerCase();

/** The character of this name, in any case. */
export function findByName<C extends Pick<Character, 'name'>>(cast: readonly C[], name: string): C | undefined {
  const key = nameKey(name);
  return cast.find((character) => nameKey(character.name) === key);
}

const indexes = new WeakMap<readonly Character[], ReadonlyMap<string, Character>>();

/** The character of this id. */
export function findCharacter(cast: readonly Character[], id: string | null): Character | undefined {
  if (id === null) return undefined;
  let index = indexes.get(cast);
  if (index === undefined) {
    index = new Map(cast.map((character) => [character.id, character]));
    indexes.set(cast, index);
  }
  return index.get(id);
}

/**
 * The cast with a character of each name that it does not have yet, without a voice, as far as there is room. `taken`: colours that others have, as the
 * narrator.
 */
export function withCharacters(cast: readonly Character[], names: readonly string[], taken: readonly number[] = []): Character[] {
  const all = [...cast];
  for (const name of names) {
    if (findByName(all, name) || all.length >= maximumCharacters) continue;
    all.push({ id: newId(), name, voiceId: null, modelId: null, controls: {}, colour: nextColour(all, taken) });
  }
  return all;
}

/** The cast with those who speak, and the voices that were chosen for them. */
export function castWithVoices(
  before: readonly Character[],
  names: readonly string[],
  voices: Readonly<Record<string, string>>,
  taken: readonly number[] = [],
): Character[] {
  return withCharacters(before, names, taken).map((character) => {
    const chosen = Object.entries(voices).find(([name]) => findByName([character], name))?.[1];
    return chosen === undefined || chosen === character.voiceId ? character : { ...character, voiceId: chosen, modelId: null };
  });
}

/**
 * The cast after an act from `before` to `after` is done, or with these the other way round, undone: what was changed of other characters since
 * stays.
 */
export function replayCast(now: readonly Character[], before: readonly Character[], after: readonly Character[]): Character[] {
  const wanted = after.filter((one) => !isSame(findCharacter(before, one.id), one));
  const gone = new Set(before.flatMap(({ id }) => (findCharacter(after, id) === undefined ? [id] : [])));
  const left = now.flatMap((one) => (gone.has(one.id) ? [] : [wanted.find(({ id }) => id === one.id) ?? one]));
  for (const one of wanted) if (!left.some(({ id }) => id === one.id)) left.splice(after.indexOf(one), 0, one);
  return left;
}

/** By what they hold: an act that was saved in a file has characters of its own. */
const isSame = (one: Character | undefined, other: Character): boolean => one === other || JSON.stringify(one) === JSON.stringify(other);

/** The colour that the fewest have, for the next character. */
function nextColour(cast: readonly Pick<Character, 'colour'>[], taken: readonly number[]): number {
  const used = [...cast.map(({ colour }) => colour), ...taken];
  const counts = Array.from({ length: castColours }, (_, index) => used.filter((colour) => colour === index + 1).length);
  return counts.indexOf(Math.min(...counts)) + 1;
}
