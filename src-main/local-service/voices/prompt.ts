import { createHash } from 'node:crypto';
import { designProviders, type DesignProvider } from '#shared/wire/voice-designs.ts';
import { fastest, slowest } from './calibration.ts';
import { personFor, type Person } from './people.ts';
import { type VoiceSound } from './voices.ts';

/**
 * How a prompt becomes a voice. It begins as a middle voice; the first row of `speakers` that the prompt names sets its pitch, and each row of `traits` that
 * it names scales pitch and pace and moves the liveliness, once however often it is named. A word after "not" or its like does not count. Each
 * candidate is another person (`people.ts`), and lies a little apart from the others by the digest of prompt and key.
 */
const middle = { hertz: 150, rate: 165, range: 52 };

/** Words as in the middle of a text in any language: no letter before or behind. */
const words = (list: string) => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, 'giu');

const speakers: readonly [RegExp, hertz: number, rate: number][] = [
  [words('child|kid|toddler|kind|niño|niña|enfant|bambin[oa]'), 290, 1.05],
  [words('girl|mädchen|chica|fille|ragazza'), 250, 1.05],
  [words('boy|junge|chico|garçon|ragazzo'), 215, 1.05],
  [
    words(
      'woman|female|lady|mother|grandmother|grandma|queen|frau|weiblich\\p{L}*|mujer|femenin[oa]|femme|féminine?|donna|mulher|औरत|महिला',
    ),
    200,
    1,
  ],
  [
    words('man|male|gentleman|father|grandfather|grandpa|king|guy|mann|männlich\\p{L}*|hombre|masculin[oa]?|homme|uomo|homem|आदमी|पुरुष'),
    112,
    1,
  ],
];

const traits: readonly [RegExp, pitch: number, rate: number, range: number][] = [
  [words('deep|low|lower|bass|baritone|dark|gravelly|booming|tief\\p{L}*|dunkel|dunkle\\p{L}*|grave|profund[oa]|profonde?|basse'), 0.78, 1, -4],
  [words('high|higher|bright|light|shrill|squeaky|hoch|hoh\\p{L}*|hell\\p{L}*|agud[oa]|aiguë?|claire?|brillante?'), 1.22, 1, 6],
  [words('slow|slowly|unhurried|measured|relaxed|langsam\\p{L}*|lent[oae]?|lentement|despacio'), 1, 0.76, 0],
  [words('fast|quick|quickly|rapid|brisk|hurried|schnell\\p{L}*|rasch\\p{L}*|rápid[oa]|rapide|vite|veloce'), 1, 1.32, 0],
  [words('old|elderly|aged|mature|ancient|alt|alte[rns]?|ältere?\\p{L}*|viej[oa]|mayor|âgée?|vieux|vieille'), 0.92, 0.9, -6],
  [words('young|youthful|teen|teenage|jung|junge[rns]?|joven|jeune|giovane'), 1.1, 1.05, 6],
  [words('lively|energetic|excited|cheerful|happy|animated|lebhaft\\p{L}*|fröhlich\\p{L}*|alegre|animad[oa]|vive|joyeu(?:x|se)|allegr[oa]'), 1.05, 1.06, 24],
  [words('calm|soft|gentle|soothing|warm|ruhig\\p{L}*|sanft\\p{L}*|tranquil[oa]|suave|calme|douce?|calm[oa]'), 0.97, 0.92, -14],
  [words('monotone|flat|robotic|serious|solemn|monoton\\p{L}*|ernst\\p{L}*|seri[oa]|monotone?|sérieu(?:x|se)'), 0.98, 0.97, -32],
  [words('whisper\\p{L}*|breathy|flüster\\p{L}*|susurr\\p{L}*|chuchot\\p{L}*'), 0.95, 0.92, -24],
]; // prettier-ignore

const languages: readonly [RegExp, tag: string][] = [
  [words('scottish'), 'en-GB-scotland'],
  [words('british|english accent'), 'en-GB'],
  [words('american'), 'en-US'],
  [words('german|deutsch\\p{L}*'), 'de-DE'],
  [words('mexican|mexicana?o?'), 'es-MX'],
  [words('spanish|español\\p{L}*'), 'es-ES'],
  [words('french|français\\p{L}*'), 'fr-FR'],
  [words('hindi|हिन्दी|हिंदी'), 'hi-IN'],
  [words('italian|italian[oa]'), 'it-IT'],
  [words('brazilian|brasileir[oa]'), 'pt-BR'],
  [words('dutch|nederlands\\p{L}*'), 'nl-NL'],
  [words('polish|polsk\\p{L}*'), 'pl-PL'],
];

const denial = /(?:\b(?:not|no|never|without|nicht|kein\p{L}*|sin|pas|non)\s+(?:\p{L}+\s+)?)$/iu;

function names(prompt: string, pattern: RegExp): boolean {
  return [...prompt.matchAll(pattern)].some((found) => !denial.test(prompt.slice(0, found.index)));
}

/** How far candidates lie apart: parts of the pitch and pace, and steps of liveliness. Less than any trait moves them. */
const apart = { pitch: 0.05, rate: 0.05, range: 6 };

/** The sound of one candidate. The same for the same prompt, key, language, voices that were `added`, provider and place (0 or 1). */
export function designedSound(
  { prompt }: { prompt: string },
  { key, language, added }: { key: string; language: string; added?: readonly Person[] },
  provider: DesignProvider,
  place: number,
): VoiceSound {
  const speaker = speakers.find(([pattern]) => names(prompt, pattern));
  let { hertz, rate, range } = { ...middle, hertz: speaker?.[1] ?? middle.hertz, rate: middle.rate * (speaker?.[2] ?? 1) };
  for (const [pattern, pitchFactor, rateFactor, more] of traits) {
    if (!names(prompt, pattern)) continue;
    hertz *= pitchFactor;
    rate *= rateFactor;
    range += more;
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([prompt, key, provider, place]))
    .digest();
  const vary = (byte: number) => (digest.readUInt8(byte) / 255) * 2 - 1;
  rate *= 1 + vary(1) * apart.rate;
  return {
    ...personFor(language, hertz * (1 + vary(0) * apart.pitch), 2 * designProviders.indexOf(provider) + place, added),
    rate: Math.round(Math.min(fastest, Math.max(slowest, rate))),
    range: Math.round(Math.min(95, Math.max(4, range + vary(2) * apart.range))),
  };
}

/** The language that a prompt names. */
export const namedLanguage = (prompt: string): string | undefined => languages.find(([pattern]) => names(prompt, pattern))?.[1];
