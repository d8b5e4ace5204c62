import { randomUUID } from 'node:crypto';
import { type DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type Family } from '#shared/wire/models.ts';
import { type ModelType, type Visibility } from '#shared/wire/voices.ts';
import { codes } from '#shared/wire/common.ts';
import { type Account } from '../accounts/accounts.ts';
import { ServiceError } from '../http/service-error.ts';
import { findAddedId } from '../sound/flite/flite-voices.ts';
import { engineLanguagesOf, modelIdsOf, publicVoices, type LocalVoice } from './catalogue.ts';

/** How a personal voice sounds: what the engine is given, apart from the language. Units as in `EngineVoice`. */
export interface VoiceSound {
  variant: string;
  pitch: number;
  rate: number;
  range: number;
  semitones?: number | undefined;
  formants?: number | undefined;
  brightness?: number | undefined;
}

/** A voice to be kept. */
export interface NewVoice {
  name: string;
  description: string;
  visibility: Visibility;
  family: Family;
  /** Of those the engine speaks; the first is the primary one. */
  languages: readonly string[];
  sound: VoiceSound;
}

/** Voices that a person added, as all accounts see them. */
export interface AddedVoices {
  voices(): readonly LocalVoice[];
  /** Whether the added voice of an id can speak now. */
  has(id: string): boolean;
}

/** Personal voices of one account; a creation beyond it is a 403. */
const personalVoicesMaximum = 500;
/** Personal voices of all accounts that are `public`: every account's list holds them. */
const sharedVoicesMaximum = 2_000;

const byId = new Map(publicVoices.map((voice) => [voice.voiceId, voice]));

/**
 * All voices as each account sees them: the catalogue, its own, and those that others made `public` (they are listed and speak for
 * everybody; only their owner may delete them).
 */
export class Voices {
  readonly #database: DatabaseSync;
  readonly #added: AddedVoices;

  /** `added`: the voices that a person added to this service. */
  constructor(database: DatabaseSync, added: AddedVoices) {
    this.#database = database;
    this.#added = added;
  }

  /** The voice of an id, undefined when there is none that this account may use. */
  of(account: Account, id: string): LocalVoice | undefined {
    const shared = byId.get(id) ?? this.#added.voices().find(({ voiceId }) => voiceId === id);
    if (shared !== undefined) return shared;
    const row = this.#database
      .prepare(`SELECT * FROM personal_voices WHERE id = ? AND (account = ? OR visibility = 'public')`)
      .get(id, account.id);
    const voice = row && voiceOfRow(row, account);
    return voice !== undefined && this.#speaks(voice) ? voice : undefined;
  }

  /** By name; voices of one name in the order in which they came. */
  list(account: Account, type: ModelType): readonly LocalVoice[] {
    const personal = type === 'public' ? [] : this.#select('account = ?', account);
    const others = type === 'personal' ? [] : this.#select(`visibility = 'public' AND account <> ?`, account);
    const catalogue = type === 'personal' ? [] : publicVoices;
    const added = type === 'personal' ? [] : this.#added.voices();
    if (personal.length + others.length + added.length === 0) return catalogue;
    return [...catalogue, ...added, ...others, ...personal].sort((one, other) => one.name.localeCompare(other.name, 'en'));
  }

  /** To be called inside a transaction. Throws 403 when the account has as many as it may have. */
  add(account: Account, voice: NewVoice): LocalVoice {
    const count = this.#database.prepare('SELECT count(*) AS owned FROM personal_voices WHERE account = ?').get(account.id);
    if (Number(count?.['owned'] ?? 0) >= personalVoicesMaximum) {
      throw new ServiceError(403, codes.forbidden, `The account has ${personalVoicesMaximum} personal voices already; delete one first`);
    }
    if (voice.visibility === 'public') {
      const shared = this.#database.prepare(`SELECT count(*) AS shared FROM personal_voices WHERE visibility = 'public'`).get();
      if (Number(shared?.['shared'] ?? 0) >= sharedVoicesMaximum) {
        throw new ServiceError(
          403,
          codes.forbidden,
          `There are ${sharedVoicesMaximum} public voices of accounts already; keep this one private`,
        );
      }
    }
    const now = new Date().toISOString();
    const row = this.#database
      .prepare(
        `INSERT INTO personal_voices (id, account, name, description, visibility, family, languages, engine, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
      )
      .get(
        randomUUID(),
        account.id,
        voice.name,
        voice.description,
        voice.visibility,
        voice.family,
        JSON.stringify(voice.languages),
        JSON.stringify(voice.sound),
        now,
        now,
      );
    if (row === undefined) throw new Error('The voice was not kept');
    return voiceOfRow(row, account);
  }

  /** To be called inside a transaction. Speech that is being made has its sound already and goes on. */
  remove(account: Account, id: string): void {
    this.#database.prepare('DELETE FROM personal_voices WHERE id = ? AND account = ?').run(id, account.id);
  }

  #select(where: string, account: Account): LocalVoice[] {
    return this.#database
      .prepare(`SELECT * FROM personal_voices WHERE ${where} ORDER BY number`)
      .all(account.id)
      .map((row) => voiceOfRow(row, account))
      .filter((voice) => this.#speaks(voice));
  }

  /** A voice that was designed with an added one is there for as long as that is. */
  #speaks({ variant }: LocalVoice): boolean {
    const id = findAddedId(variant);
    return id === undefined || this.#added.has(id);
  }
}

function voiceOfRow(row: Record<string, SQLOutputValue>, account: Account): LocalVoice {
  const text = (column: string) => String(row[column]);
  const languages = JSON.parse(text('languages')) as string[];
  const primaryLanguage = languages[0] ?? 'en-US';
  const { variant, ...sound } = JSON.parse(text('engine')) as VoiceSound;
  const engineLanguages = engineLanguagesOf(languages);
  const family = text('family') as Family;
  return {
    voiceId: text('id'),
    name: text('name'),
    isPersonal: row['account'] === account.id,
    primaryLanguage,
    languages,
    modelIds: modelIdsOf(family),
    family,
    description: text('description'),
    engine: { name: `${engineLanguages[primaryLanguage] ?? 'en-us'}+${variant}`, ...sound },
    engineLanguages,
    variant,
    createdAt: text('created_at'),
    updatedAt: text('updated_at'),
  };
}
