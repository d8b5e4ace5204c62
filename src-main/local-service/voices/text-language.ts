import { engineLanguage, tagOfLanguage } from './catalogue.ts';

/** Fewer letters than this are of no language for sure. */
const leastLetters = 12;
/** Below this a text is of no language for sure, by the detector's own measure. */
const leastAccuracy = 0.3;
/** The next language is this much less likely. */
const clearLead = 5;

/** The tag of a text's language where that is plain from the text and spoken here; `undefined` for a text that is short or unclear. */
export async function languageOfText(text: string): Promise<string | undefined> {
  if ((text.match(/\p{L}/gu)?.length ?? 0) < leastLetters) return undefined;
  // Its tables are half a megabyte, which every start of the service would read.
  const { detectAll } = await import('tinyld');
  const [best, next] = detectAll(text);
  if (best === undefined || best.accuracy < leastAccuracy || best.accuracy < (next?.accuracy ?? 0) * clearLead) return undefined;
  // A text says nothing of the accent; the first in the list would be British.
  if (best.lang === 'en') return 'en-US';
  return engineLanguage(best.lang) === undefined ? undefined : tagOfLanguage(best.lang);
}
