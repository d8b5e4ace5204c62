import { cutText } from '../cut-text.ts';
import { castWithVoices, findByName, maximumName, type Character } from '../narration/cast.ts';
import { isUnnamed } from './speaker-names.ts';

/** Who of a transcript's speakers becomes a character of a project. Pure. */

export interface CastChoice {
  /** The names of those who speak, as they are shown. */
  speakers: readonly string[];
  /** Names that a person gave. */
  named: readonly string[];
  /** Voices by the speaker's name as it is shown. */
  voices: Readonly<Record<string, string>>;
  /** Colours that others have, as the narrator. */
  taken?: readonly number[];
}

export interface CastOfSpeakers {
  /** With those who are new; who was there before has another voice only where one was chosen. */
  cast: Character[];
  /** By the speaker's name as it is shown. Who speaks alone and has no name is nobody of the cast, nor is who finds no room in it. */
  characterOf: ReadonlyMap<string, Character>;
}

/** The cast with the speakers of a transcript, by their names in any case. */
export function castSpeakers(before: readonly Character[], { speakers, named, voices, taken = [] }: CastChoice): CastOfSpeakers {
  const joins = (speaker: string): boolean =>
    toName(speaker) !== '' && (speakers.length > 1 || named.includes(speaker) || !isUnnamed(speaker));
  const joining = speakers.filter(joins);
  const chosen = joining.flatMap((speaker): [string, string][] => (voices[speaker] ? [[toName(speaker), voices[speaker]]] : []));
  const cast = castWithVoices(before, joining.map(toName), Object.fromEntries(chosen), taken);
  const characterOf = joining.flatMap((speaker): [string, Character][] => {
    const character = findByName(cast, toName(speaker));
    return character ? [[speaker, character]] : [];
  });
  return { cast, characterOf: new Map(characterOf) };
}

/** As long as the name of a character may be. */
const toName = (speaker: string): string => cutText(speaker.trim(), maximumName).trim();
