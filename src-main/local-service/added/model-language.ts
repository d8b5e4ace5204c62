import { tagOfLanguage } from '../voices/catalogue.ts';

/** English names of languages, as models have them, beside their codes. */
const names: Readonly<Record<string, string>> = {
  english: 'en-US', german: 'de-DE', spanish: 'es-ES', french: 'fr-FR', hindi: 'hi-IN', italian: 'it-IT', portuguese: 'pt-PT', dutch: 'nl-NL', polish: 'pl-PL',
  swedish: 'sv-SE', turkish: 'tr-TR', finnish: 'fi-FI', czech: 'cs-CZ', greek: 'el-GR', romanian: 'ro-RO', hungarian: 'hu-HU', danish: 'da-DK',
  ukrainian: 'uk-UA', indonesian: 'id-ID',
}; // prettier-ignore

/** What a model calls its language: a code, else a name. */
export const namedLanguage = (metadata: ReadonlyMap<string, string>): string =>
  ['language_code', 'voice', 'language'].map((key) => metadata.get(key)).find((one) => one !== undefined && one !== '') ?? '';

/** The tag of the language that a model speaks first; `undefined` for one that the local service does not list. */
export function languageOfModel(metadata: ReadonlyMap<string, string>): string | undefined {
  const named = namedLanguage(metadata);
  return names[named.toLowerCase()] ?? (named === '' ? undefined : tagOfLanguage(named));
}

/** What a model says to show that it speaks: in letters that it knows. */
export function trialText(language: string): string {
  const [primary = ''] = language.split('-');
  const texts: Readonly<Record<string, string>> = { el: 'Καλημέρα, τι κάνεις;', hi: 'नमस्ते, आप कैसे हैं?', uk: 'Добрий день, як справи?' };
  return texts[primary] ?? 'Anna and Martin are in a garden.';
}
