import { createHash } from 'node:crypto';
import { type Voice } from '#shared/wire/responses/voices.ts';
import { type Family } from '#shared/wire/models.ts';
import { type EngineVoice } from '../sound/engine.ts';
import { models } from '../speech/models.ts';

export interface LocalVoice extends Voice {
  family: Family;
  description: string;
  /** What the engine speaks with, before controls. */
  engine: EngineVoice;
  /** The engine's language for each of `languages`. */
  engineLanguages: Readonly<Record<string, string>>;
  variant: string;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
}

/** Language tags of the interface and what the engine calls them. */
const engineNames: Readonly<Record<string, string>> = {
  'en-US': 'en-us', 'en-GB': 'en', 'en-GB-scotland': 'en-gb-scotland', 'de-DE': 'de', 'es-ES': 'es', 'es-MX': 'es-419', 'fr-FR': 'fr',
  'fr-CA': 'fr-be', 'hi-IN': 'hi', 'it-IT': 'it', 'pt-BR': 'pt-br', 'pt-PT': 'pt', 'nl-NL': 'nl', 'pl-PL': 'pl', 'sv-SE': 'sv', 'tr-TR': 'tr',
  'fi-FI': 'fi', 'cs-CZ': 'cs', 'el-GR': 'el', 'ro-RO': 'ro', 'hu-HU': 'hu', 'da-DK': 'da', 'uk-UA': 'uk', 'id-ID': 'id',
}; // prettier-ignore

type Row = [name: string, family: Family, languages: string, variant: string, pitch: number, rate: number, range: number, manner: string];

/**
 * The public voices: name, family, languages (the first is the primary one), variant of the engine (`flite-…`: a voice of Flite, made of recordings), pitch (50 is the variant's own), words
 * a minute, liveliness, and how to describe it. Chosen so that neighbours in a list sound apart.
 */
const rows: readonly Row[] = [
  ['Abigail', 'alpha', 'en-US', 'flite-slt', 50, 165, 50, 'Female, natural, warm narrator'],
  ['Russell', 'delta', 'en-US', 'flite-rms', 50, 165, 50, 'Male, natural, steady narrator'],
  ['Alasdair', 'alpha', 'en-GB-scotland', 'flite-awb', 50, 165, 50, 'Male, natural Scottish storyteller'],
  ['June', 'beta', 'en-US', 'flite-slt', 62, 175, 64, 'Female, natural, young and bright'],
  ['Walter', 'delta', 'en-US', 'flite-rms', 41, 148, 44, 'Male, natural, deep and slow'],
  ['Sylvia', 'gamma', 'en-US', 'flite-slt', 40, 156, 46, 'Female, natural, mature and calm'],
  ['Hamish', 'gamma', 'en-GB-scotland', 'flite-awb', 42, 158, 60, 'Male, natural Scottish, lively'],
  ['Kenneth', 'delta', 'en-US', 'flite-kal16', 50, 160, 50, 'Male, an announcer of the old school'],
  ['Rosalind', 'zeta', 'en-US', 'flite-slt', 55, 168, 54, 'Female, natural, friendly assistant'],
  ['Ada', 'alpha', 'en-US', 'f2', 50, 165, 52, 'Female, warm, even narrator'],
  ['Arthur', 'alpha', 'en-GB', 'm3', 46, 160, 50, 'Male, calm British storyteller'],
  ['Beatrice', 'alpha', 'en-GB', 'f4', 52, 168, 60, 'Female, bright British presenter'],
  ['Caleb', 'alpha', 'en-US', 'm7', 42, 158, 45, 'Male, deep and unhurried'],
  ['Daphne', 'alpha', 'en-US', 'f5', 58, 178, 65, 'Female, young and lively'],
  ['Edmund', 'alpha', 'en-GB-scotland', 'm1', 48, 166, 55, 'Male, Scottish, friendly'],
  ['Fiona', 'alpha', 'en-GB-scotland', 'f3', 50, 170, 58, 'Female, Scottish, clear'],
  ['Gustav', 'alpha', 'de-DE', 'm3', 46, 160, 48, 'Ruhiger Erzähler'],
  ['Hannah', 'alpha', 'de-DE', 'f2', 52, 165, 55, 'Warme Sprecherin'],
  ['Isabel', 'alpha', 'es-ES', 'f2', 52, 168, 58, 'Narradora cálida'],
  ['Julien', 'alpha', 'fr-FR', 'm3', 48, 162, 50, 'Conteur posé'],
  ['Kavya', 'alpha', 'hi-IN', 'f2', 52, 158, 55, 'Female, clear Hindi narrator'],
  ['Leonard', 'beta', 'en-US', 'm1', 48, 168, 55, 'Male, everyday announcer'],
  ['Margaret', 'beta', 'en-US', 'f1', 46, 160, 50, 'Female, mature and kind'],
  ['Nathan', 'beta', 'en-GB', 'm4', 50, 172, 58, 'Male, quick British host'],
  ['Olivia', 'beta', 'en-GB', 'f5', 54, 170, 62, 'Female, cheerful British voice'],
  ['Paul', 'beta', 'de-DE', 'm7', 44, 158, 46, 'Tiefe, sachliche Stimme'],
  ['Quirin', 'beta', 'de-DE', 'm4', 52, 172, 60, 'Junger Sprecher'],
  ['Rosa', 'beta', 'es-MX', 'f4', 52, 172, 62, 'Presentadora alegre'],
  ['Santiago', 'beta', 'es-MX', 'm1', 46, 164, 50, 'Locutor sereno'],
  ['Théo', 'beta', 'fr-FR', 'm4', 52, 170, 58, 'Jeune présentateur'],
  ['Vivek', 'beta', 'hi-IN', 'm3', 46, 156, 50, 'Male, calm Hindi speaker'],
  ['Amara', 'gamma', 'en-US', 'linda', 50, 166, 54, 'Female, soft and close'],
  ['Benedict', 'gamma', 'en-GB', 'm8', 48, 160, 48, 'Male, formal British reader'],
  ['Clara', 'gamma', 'de-DE', 'f4', 54, 168, 58, 'Helle, freundliche Stimme'],
  ['Diego', 'gamma', 'es-ES', 'm7', 44, 160, 46, 'Voz grave'],
  ['Élise', 'gamma', 'fr-FR', 'f2', 52, 164, 55, 'Voix douce'],
  ['Farhan', 'gamma', 'hi-IN', 'm7', 44, 154, 46, 'Male, deep Hindi narrator'],
  ['Giulia', 'gamma', 'it-IT', 'f2', 52, 168, 60, 'Voce calda'],
  ['Henrique', 'gamma', 'pt-BR', 'm3', 48, 166, 55, 'Narrador tranquilo'],
  ['Ingrid', 'gamma', 'sv-SE', 'f2', 50, 162, 55, 'Lugn berättare'],
  ['Jasper', 'delta', 'nl-NL', 'm3', 48, 164, 52, 'Rustige verteller'],
  ['Katarzyna', 'delta', 'pl-PL', 'f2', 52, 164, 55, 'Ciepła lektorka'],
  ['Liam', 'delta', 'en-US', 'Michael', 50, 168, 52, 'Male, plain and clear'],
  ['Mia', 'delta', 'en-US', 'Annie', 52, 172, 58, 'Female, light and quick'],
  ['Noah', 'delta', 'en-GB', 'Alex', 48, 164, 50, 'Male, neutral British voice'],
  ['Orla', 'delta', 'en-GB-scotland', 'f1', 48, 162, 52, 'Female, Scottish, grave'],
  ['Pedro', 'delta', 'pt-PT', 'm1', 48, 162, 50, 'Leitor sóbrio'],
  ['Ravi', 'epsilon', 'hi-IN', 'm1', 50, 160, 52, 'Male, everyday Hindi voice'],
  ['Sofia', 'epsilon', 'es-ES', 'f3', 50, 166, 55, 'Voz clara'],
  ['Tomás', 'epsilon', 'es-MX', 'm3', 48, 164, 50, 'Voz joven'],
  ['Ursula', 'epsilon', 'de-DE', 'f1', 46, 158, 48, 'Reife Stimme'],
  ['Valérie', 'epsilon', 'fr-FR', 'f4', 52, 168, 60, 'Voix vive'],
  ['Wesley', 'epsilon', 'en-US', 'm2', 46, 164, 50, 'Male, steady reader'],
  ['Xenia', 'epsilon', 'el-GR', 'f2', 52, 164, 55, 'Female, clear Greek voice'],
  ['Yusuf', 'epsilon', 'tr-TR', 'm3', 48, 162, 52, 'Sakin anlatıcı'],
  ['Zoe', 'zeta', 'en-US en-GB', 'f3', 54, 172, 62, 'Female, young assistant'],
  ['Aarav', 'zeta', 'hi-IN en-GB', 'm4', 50, 162, 55, 'Male, young Hindi assistant'],
  ['Bruno', 'zeta', 'it-IT', 'm7', 46, 162, 50, 'Voce profonda'],
  ['Camille', 'zeta', 'fr-FR fr-CA', 'f5', 54, 168, 60, 'Voix jeune'],
  ['Dominik', 'zeta', 'cs-CZ', 'm3', 48, 162, 50, 'Klidný vypravěč'],
  ['Emilia', 'zeta', 'fi-FI', 'f2', 52, 162, 52, 'Selkeä lukija'],
  ['Felix', 'eta', 'en-US de-DE es-ES fr-FR hi-IN', 'm3', 50, 166, 54, 'Male, speaks five languages'],
  ['Greta', 'eta', 'en-GB de-DE es-ES fr-FR hi-IN', 'f2', 50, 164, 54, 'Female, speaks five languages'],
  ['Hugo', 'eta', 'fr-FR en-GB', 'm1', 48, 162, 50, 'Français et anglais'],
  ['Ioana', 'eta', 'ro-RO en-GB', 'f4', 52, 164, 56, 'Română și engleză'],
  ['Jakob', 'eta', 'da-DK en-GB', 'm4', 50, 162, 52, 'Dansk og engelsk'],
  ['Klára', 'eta', 'hu-HU en-GB', 'f2', 52, 160, 54, 'Magyar és angol'],
  ['Lesya', 'eta', 'uk-UA en-GB', 'f2', 50, 160, 54, 'Female, clear Ukrainian voice'],
  ['Made', 'eta', 'id-ID en-US', 'm1', 48, 164, 50, 'Suara tenang'],
];

/** When the public voices came into being: the same everywhere, as their ids are. */
const catalogueDate = '2025-01-01T00:00:00.000Z';

export const modelIdsOf = (family: Family) => models.filter((model) => model.family === family).map((model) => model.id);

/** What the engine calls a language: a tag of the list (`de-DE`), whatever its case, or the language alone (`de`); undefined when it does not speak it. */
export function engineLanguage(code: string): string | undefined {
  const wanted = code.toLowerCase();
  const tags = Object.keys(engineNames);
  const tag = tags.find((one) => one.toLowerCase() === wanted) ?? tags.find((one) => one.split('-')[0] === wanted);
  return tag === undefined ? undefined : engineNames[tag];
}

/** The tag of the list for what others call a language, such as `en-us`, `de` or `pt_BR`; undefined for one that is not in it. */
export function tagOfLanguage(code: string): string | undefined {
  const wanted = code.toLowerCase().replaceAll('_', '-');
  const tags = Object.keys(engineNames);
  return (
    tags.find((tag) => tag.toLowerCase() === wanted) ??
    tags.find((tag) => engineNames[tag] === wanted) ??
    tags.find((tag) => tag.split('-')[0] === wanted.split('-')[0])
  );
}

export const engineLanguagesOf = (languages: readonly string[]) =>
  Object.fromEntries(languages.map((code) => [code, engineLanguage(code) ?? 'en-us']));

/** A UUID (version 8: made from a digest) that stays the same for a name, in every installation. */
export function stableId(name: string): string {
  const hex = createHash('sha256').update(`voicewright local voice ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const publicVoices: readonly LocalVoice[] = rows
  .map(([name, family, tags, variant, pitch, rate, range, description]): LocalVoice => {
    const languages = tags.split(' ');
    const primaryLanguage = languages[0] ?? 'en-US';
    const engineLanguages = engineLanguagesOf(languages);
    return {
      voiceId: stableId(name),
      name,
      isPersonal: false,
      primaryLanguage,
      languages,
      // "Public models the voice currently supports": an unavailable model is listed too, its request answers 503.
      modelIds: modelIdsOf(family),
      family,
      description,
      engine: { name: `${engineLanguages[primaryLanguage] ?? 'en-us'}+${variant}`, rate, pitch, range },
      engineLanguages,
      variant,
      createdAt: catalogueDate,
      updatedAt: catalogueDate,
    };
  })
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));
