import { castColours } from '#shared/narration/cast.ts';

/** The colours of those who speak: tokens `--voice-…` and `--cast-…` of the theme, chosen by `data-speaker` (`ui/speakers.css`). */

/** Tokens `--voice-1` … of the theme: hues at equal distances, away from the red of what failed. */
export const voiceColours = 24;

/** The value of `data-speaker`. */
export type SpeakerColour = `cast-${number}` | `voice-${number}`;

/** All of them. */
export const speakerColours: readonly SpeakerColour[] = [
  ...Array.from({ length: castColours }, (_, index) => castColour(index + 1)),
  ...Array.from({ length: voiceColours }, (_, index): SpeakerColour => `voice-${index + 1}`),
];

/** The colour of a character by its number from 1. */
export function castColour(colour: number): SpeakerColour {
  return `cast-${colour}`;
}

/** The colour of a voice: always the same for one id, and all colours are as likely. */
export const voiceColour = (voiceId: string): SpeakerColour => `voice-${(hashOf(voiceId) % voiceColours) + 1}`;

/** The colour in which somebody speaks: the character's, else the voice's. `undefined` where there is neither. */
export function speakerColour(speaker: { character?: { colour: number } | undefined; voiceId: string | null }): SpeakerColour | undefined {
  if (speaker.character) return castColour(speaker.character.colour);
  return speaker.voiceId === null || speaker.voiceId === '' ? undefined : voiceColour(speaker.voiceId);
}

/** Of each voice colour, the colours of characters that look much like it: within 24 degrees of its hue. */
const alike: readonly (readonly number[])[] = [
  [2, 5], [5, 2], [5, 2], [5], [5], [5], [3], [3], [3], [6, 3], [6], [6], [6], [6, 1], [1, 6], [1, 6], [1, 8], [8, 1], [8], [4], [4], [4], [7], [7],
]; // prettier-ignore

/** The colours of characters that somebody who speaks with this voice would be mistaken for. */
export function nearCastColours(voiceId: string | null): readonly number[] {
  const colour = voiceId === null ? undefined : /\d+$/u.exec(voiceColour(voiceId))?.[0];
  return alike[Number(colour ?? 0) - 1] ?? [];
}

/**
 * Colours for several who are seen together, by the voice of each: no two alike. The first with a voice has its colour; one whose voice looks like a
 * colour before it, and one without a voice, has the next colour of characters that is free.
 */
export function distinctColours(voiceIds: readonly (string | null)[]): SpeakerColour[] {
  const given = new Map<number, SpeakerColour>();
  const give = (place: number, wished: SpeakerColour | undefined): void => {
    const taken = [...given.values()];
    const isFree = (colour: SpeakerColour): boolean => taken.every((other) => !isAlike(colour, other));
    const from = place % castColours;
    const free = [...castSpeakers.slice(from), ...castSpeakers.slice(0, from)];
    const colours = wished === undefined ? free : [wished, ...free];
    const unused = (): SpeakerColour | undefined => speakerColours.find((colour) => !taken.includes(colour));
    given.set(place, colours.find(isFree) ?? colours.find((colour) => !taken.includes(colour)) ?? unused() ?? castColour(from + 1));
  };
  for (const [place, voiceId] of voiceIds.entries()) if (voiceId !== null) give(place, voiceColour(voiceId));
  for (const [place, voiceId] of voiceIds.entries()) if (voiceId === null) give(place, undefined);
  return voiceIds.flatMap((_, place) => given.get(place) ?? []);
}

const castSpeakers = speakerColours.slice(0, castColours);

const numberOf = (colour: SpeakerColour): number => Number(/\d+$/u.exec(colour)?.[0]);

/** True where one would be mistaken for the other: hues beside each other. */
function isAlike(one: SpeakerColour, other: SpeakerColour): boolean {
  const [isVoice, isOtherVoice] = [one.startsWith('voice'), other.startsWith('voice')];
  if (isVoice && isOtherVoice) {
    const apart = Math.abs(numberOf(one) - numberOf(other));
    return Math.min(apart, voiceColours - apart) <= 2;
  }
  if (isVoice) return (alike[numberOf(one) - 1] ?? []).includes(numberOf(other));
  return isOtherVoice ? isAlike(other, one) : one === other;
}

/** The name of its token, for what is drawn past the style sheets. */
export const speakerToken = (colour: SpeakerColour): string => `--${colour}`;

/** FNV-1a over UTF-16 units, mixed at the end so that ids that differ in one place are far apart; 32 bits, unsigned. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
