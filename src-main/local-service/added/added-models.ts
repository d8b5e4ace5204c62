import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { addedLimits, type AddedModel, type AddModelAnswer, type AddModelRequest, type Refusal } from '#shared/wire/added-models.ts';
import { type EngineVoice } from '../sound/engine.ts';
import { addedVariant, findAddedId } from '../sound/flite/flite-voices.ts';
import { engineLanguagesOf, modelIdsOf, type LocalVoice } from '../voices/catalogue.ts';
import { type Person } from '../voices/people.ts';
import { type AddedVoices } from '../voices/voices.ts';
import { copyFlite, Refused, type CopiedVoice } from './copy-flite.ts';

type Found = CopiedVoice['found'];

interface Row {
  model: AddedModel;
  found: Found;
  voice: LocalVoice;
}

const folderName = 'added';
const arrivingName = 'arriving';

/**
 * Voices that a person added to this service, with their files in a folder beside the database. They are public: every account speaks with them. One
 * that was removed can be put back until the service starts again.
 */
export class AddedModels implements AddedVoices {
  readonly #database: DatabaseSync;
  readonly #folder: string;
  #rows: Row[] = [];
  /** One after the other: each takes a thread, and the number of them has a bound. */
  #adding: Promise<unknown> = Promise.resolve();

  constructor(database: DatabaseSync, folder: string) {
    this.#database = database;
    this.#folder = join(folder, folderName);
    database.prepare('DELETE FROM added_models WHERE removed_at IS NOT NULL').run();
    this.#read();
    this.#sweep();
  }

  list(): AddedModel[] {
    return this.#rows.map(({ model }) => model);
  }

  voices(): readonly LocalVoice[] {
    return this.#rows.map(({ voice }) => voice);
  }

  has(id: string): boolean {
    return this.#rows.some(({ model }) => model.id === id);
  }

  /** What a voice of a language can be designed with. */
  people(language: string): Person[] {
    return this.#rows
      .filter(({ model }) => model.languages.includes(language))
      .map(({ voice: { variant }, found: { hertz } }) => ({ variant, hertz }));
  }

  /** The voice with what its name stands for. Throws for a voice that was removed. */
  complete(voice: EngineVoice): EngineVoice {
    const id = findAddedId(voice.name.split('+')[1]);
    if (id === undefined) return voice;
    const row = this.#rows.find(({ model }) => model.id === id);
    if (row === undefined) throw new Error('This voice was removed from the local service');
    return { ...voice, flite: { ...row.found, id, file: this.#fileOf(id) } };
  }

  /** Copies, checks and adds a voice. Nothing is left of one that is refused. */
  add(request: AddModelRequest): Promise<AddModelAnswer> {
    const added = this.#adding.then(() => this.#add(request));
    this.#adding = added.catch(() => undefined);
    return added;
  }

  /** False where there is none. Speech that is being made with it goes on. */
  remove(id: string): boolean {
    const { changes } = this.#database
      .prepare('UPDATE added_models SET removed_at = ? WHERE id = ? AND removed_at IS NULL')
      .run(new Date().toISOString(), id);
    this.#read();
    return changes > 0;
  }

  /** Puts back what was removed since the service started; undefined where there is no such one. */
  restore(id: string): AddedModel | undefined {
    this.#database.prepare('UPDATE added_models SET removed_at = NULL WHERE id = ?').run(id);
    this.#read();
    return this.#rows.find(({ model }) => model.id === id)?.model;
  }

  async #add(request: AddModelRequest): Promise<AddModelAnswer> {
    if (this.#rows.length >= addedLimits.models) return refused('too-many');
    const arriving = join(this.#folder, arrivingName);
    mkdirSync(arriving, { recursive: true });
    try {
      const copied = await copyFlite(request, arriving);
      const twin = this.#rows.find(({ model }) => model.id === copied.id);
      if (twin !== undefined) return refused('twice', twin.model.name);
      renameSync(copied.path, this.#fileOf(copied.id));
      return { added: this.#insert(copied) };
    } catch (thrown) {
      if (thrown instanceof Refused) return refused(thrown.reason, thrown.about);
      throw thrown;
    } finally {
      rmSync(arriving, { recursive: true, force: true });
    }
  }

  #insert({ id, name, language, bytes, licence, found }: CopiedVoice): AddedModel {
    // One that was removed and comes again is a new one.
    this.#database.prepare('DELETE FROM added_models WHERE id = ?').run(id);
    this.#database
      .prepare(
        `INSERT INTO added_models (id, kind, name, languages, bytes, licence, found, added_at) VALUES (?, 'flite', ?, ?, ?, ?, ?, ?)`,
      )
      .run(id, name, JSON.stringify([language]), bytes, JSON.stringify(licence), JSON.stringify(found), new Date().toISOString());
    this.#read();
    const added = this.#rows.find(({ model }) => model.id === id);
    if (added === undefined) throw new Error('The voice was not kept');
    return added.model;
  }

  #fileOf(id: string): string {
    return join(this.#folder, `${id}.flitevox`);
  }

  #read(): void {
    this.#rows = this.#database
      .prepare('SELECT * FROM added_models WHERE removed_at IS NULL ORDER BY number')
      .all()
      .map((row) => readRow(row));
  }

  /** Removes files that belong to nothing: of voices that were removed, and of what a kill left. */
  #sweep(): void {
    const wanted = new Set(this.#rows.map(({ model }) => `${model.id}.flitevox`));
    mkdirSync(this.#folder, { recursive: true });
    for (const name of readdirSync(this.#folder)) if (!wanted.has(name)) rmSync(join(this.#folder, name), { recursive: true, force: true });
  }
}

const refused = (reason: Refusal['reason'], about: string | null = null): AddModelAnswer => ({ refused: { reason, about } });

function readRow(row: Record<string, SQLOutputValue>): Row {
  const text = (column: string): string => String(row[column]);
  const languages = JSON.parse(text('languages')) as string[];
  const found = JSON.parse(text('found')) as Found;
  const model: AddedModel = {
    id: text('id'),
    kind: 'flite',
    name: text('name'),
    languages,
    bytes: Number(row['bytes']),
    licence: JSON.parse(text('licence')) as AddedModel['licence'],
    addedAt: text('added_at'),
  };
  return { model, found, voice: voiceOf(model, found) };
}

function voiceOf({ id, name, languages, addedAt }: AddedModel, found: Found): LocalVoice {
  const primaryLanguage = languages[0] ?? 'en-US';
  const engineLanguages = engineLanguagesOf(languages);
  const variant = addedVariant(id);
  // A voice whose melody is as it was recorded has no use for `stability`: its family does not declare it.
  const family = found.fixed ? 'delta' : 'alpha';
  return {
    voiceId: id,
    name,
    isPersonal: false,
    primaryLanguage,
    languages,
    modelIds: modelIdsOf(family),
    family,
    description: 'Added on this computer',
    engine: { name: `${engineLanguages[primaryLanguage] ?? 'en-us'}+${variant}`, rate: 165, pitch: 50, range: 50 },
    engineLanguages,
    variant,
    createdAt: addedAt,
    updatedAt: addedAt,
  };
}
