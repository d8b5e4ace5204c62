import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  addedLimits,
  type AddedModel,
  type AddModelAnswer,
  type AddModelRequest,
  type ModelPackage,
  type Refusal,
} from '#shared/wire/added-models.ts';
import { writeEspeakData } from '../models/espeak-data.ts';
import { type ModelHost } from '../models/model-host.ts';
import { type ModelOrder } from '../models/model-order.ts';
import { type ListeningModel } from '../recognition/model-recogniser.ts';
import { type EngineVoice } from '../sound/engine.ts';
import { addedVariant, findAddedId } from '../sound/flite/flite-voices.ts';
import { type LocalVoice } from '../voices/catalogue.ts';
import { type Person } from '../voices/people.ts';
import { type AddedVoices } from '../voices/voices.ts';
import { type AddedFolder } from './added-folder.ts';
import { findModelVoice, voicesOf } from './added-voice.ts';
import { copyFlite } from './copy-flite.ts';
import { copyModel } from './copy-model.ts';
import { copyWhisper } from './copy-whisper.ts';
import { fliteFile, modelFolder, type KeptModel, type SpokenModel } from './kept-model.ts';
import { hasModel } from './model-folder.ts';
import { Refused } from './refused.ts';
import { isInParts } from './whisper-folder.ts';

/**
 * Voices and recognisers that a person added to this service. They are public: every account speaks and transcribes with them. One that was removed can be put back until the service
 * ends.
 */
export class AddedModels implements AddedVoices {
  readonly #folder: AddedFolder;
  readonly #host: ModelHost;
  /** One after the other: each takes a thread or the process with the models, and the number of them has a bound. */
  #adding: Promise<unknown> = Promise.resolve();

  constructor(folder: AddedFolder, host: ModelHost) {
    this.#folder = folder;
    this.#host = host;
  }

  list(): AddedModel[] {
    return this.#folder.models().map(({ model }) => model);
  }

  findPackage(): ModelPackage {
    const { name, folder, version } = this.#host.findPackage();
    return { name, folder, version };
  }

  voices(): readonly LocalVoice[] {
    return this.#folder.models().flatMap((kept) => voicesOf(kept));
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** The model that recognises speech and was added last; undefined where there is none, and without what loads it. */
  listener(): ListeningModel | undefined {
    const kept = this.#folder.models().findLast(({ heard }) => heard !== undefined);
    if (kept?.heard === undefined || this.#host.findPackage().version === null) return undefined;
    const { kind, parts } = kept.heard;
    const folder = join(this.#folder.pathOf(kept.model.id), modelFolder);
    const whole = { encoder: join(folder, parts.encoder), decoder: join(folder, parts.decoder), tokens: join(folder, parts.tokens) };
    return { name: kept.model.name, order: { kind, parts: whole }, languages: kept.model.languages };
  }

  /** What a voice of a language can be designed with. */
  people(language: string): Person[] {
    return this.#folder
      .models()
      .flatMap(({ model, flite }) =>
        flite !== undefined && model.languages.includes(language) ? [{ variant: addedVariant(model.id), hertz: flite.hertz }] : [],
      );
  }

  /** The voice with what its name stands for. Throws for a voice that was removed. */
  complete(voice: EngineVoice): EngineVoice {
    const variant = voice.name.split('+')[1];
    const id = findAddedId(variant);
    const speaker = findModelVoice(variant);
    if (id === undefined && speaker === undefined) return voice;
    const kept = this.#find(id ?? speaker?.id ?? '');
    if (kept?.flite !== undefined && id !== undefined)
      return { ...voice, flite: { ...kept.flite, id, file: join(this.#folder.pathOf(id), fliteFile) } };
    if (kept?.spoken !== undefined && speaker !== undefined) {
      const order = this.#order(this.#folder.pathOf(speaker.id), kept.spoken);
      return { ...voice, model: { order, speaker: speaker.number, gain: kept.spoken.gain } };
    }
    throw new Error('This voice was removed from the local service');
  }

  /** Copies, checks and adds a voice or a recogniser. Nothing is left of one that is refused. */
  add(request: AddModelRequest): Promise<AddModelAnswer> {
    const added = this.#adding.then(() => this.#add(request));
    this.#adding = added.catch(() => undefined);
    return added;
  }

  /** False where there is none. Speech that is being made with it goes on. */
  remove(id: string): boolean {
    return this.has(id) && this.#folder.remove(id);
  }

  /** Puts back what was removed since the service started; undefined where there is no such one. */
  restore(id: string): AddedModel | undefined {
    return /^[0-9a-f-]{36}$/u.test(id) && this.#folder.restore(id) ? this.#find(id)?.model : undefined;
  }

  async #add(request: AddModelRequest): Promise<AddModelAnswer> {
    if (this.list().length >= addedLimits.models) return refused(new Refused('too-many'));
    const arriving = this.#folder.arriving();
    try {
      const place = {
        folder: arriving,
        host: this.#host,
        complete: async (folder: string, model: Pick<SpokenModel, 'kind' | 'parts' | 'needsEspeak'>) => {
          if (model.needsEspeak && model.parts.espeak === undefined) await this.#provideEspeak();
          return this.#order(folder, model);
        },
      };
      const copied = isInParts(request.files)
        ? await copyWhisper(request, arriving, this.#host)
        : hasModel(request.files)
          ? await copyModel(request, place)
          : await copyFlite(request, arriving);
      const twin = this.#find(copied.id);
      if (twin !== undefined) return refused(new Refused('twice', twin.model.name));
      const { flite, spoken, heard, ...model } = copied;
      const added = { ...model, voices: heard ? 0 : (spoken?.speakers.length ?? 1), addedAt: new Date().toISOString() };
      this.#folder.keep(arriving, { model: added, ...(flite && { flite }), ...(spoken && { spoken }), ...(heard && { heard }) });
      return { added };
    } catch (thrown) {
      if (thrown instanceof Refused) return refused(thrown);
      throw thrown;
    } finally {
      rmSync(arriving, { recursive: true, force: true });
    }
  }

  #find(id: string): KeptModel | undefined {
    return this.#folder.models().find(({ model }) => model.id === id);
  }

  /** A model with whole paths. */
  #order(folder: string, { kind, parts, needsEspeak }: Pick<SpokenModel, 'kind' | 'parts' | 'needsEspeak'>): ModelOrder {
    const whole = Object.entries(parts).flatMap(([part, name]) => (name === undefined ? [] : [[part, join(folder, modelFolder, name)]]));
    const espeak = needsEspeak && parts.espeak === undefined ? { espeak: this.#espeak } : {};
    return { kind, parts: { ...(Object.fromEntries(whole) as ModelOrder['parts']), ...espeak } };
  }

  get #espeak(): string {
    return this.#folder.shared('espeak-ng-data');
  }

  async #provideEspeak(): Promise<void> {
    if (existsSync(this.#espeak)) return;
    const arriving = this.#folder.arriving();
    try {
      const data = join(arriving, 'data');
      mkdirSync(data);
      await writeEspeakData(data);
      renameSync(data, this.#espeak);
    } finally {
      rmSync(arriving, { recursive: true, force: true });
    }
  }
}

const refused = ({ reason, about, file }: Refused): { refused: Refusal } => ({ refused: { reason, about, file } });
