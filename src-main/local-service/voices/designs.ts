import { createHash } from 'node:crypto';
import { type DatabaseSync } from 'node:sqlite';
import { codes, type AudioFormat } from '#shared/wire/common.ts';
import { designProviders, previewExpired, type DesignProvider, type DesignRequest } from '#shared/wire/voice-designs.ts';
import { type Account } from '../accounts/accounts.ts';
import { type Charges } from '../accounts/charges.ts';
import { prices } from '../accounts/prices.ts';
import { type RequestIds } from '../accounts/request-ids.ts';
import { notFound, ServiceError } from '../http/service-error.ts';
import { wavHeader } from '../sound/encode.ts';
import { type SpeechOrder } from '../sound/speech.ts';
import { type Synthesis } from '../sound/synthesis.ts';
import { transaction } from '../storage/database.ts';
import { engineLanguage } from './catalogue.ts';
import { type Person } from './people.ts';
import { designedSound } from './prompt.ts';
import { type VoiceSound } from './voices.ts';

export const candidatesPerProvider = 2;
/** Designs of one account whose previews are kept; a further one drops the oldest previews, as if they had expired. */
const keptDesigns = 50;
const previewFormat: Readonly<Record<DesignProvider, AudioFormat>> = { alpha: 'wav', beta: 'mp3' };

export interface Candidate {
  id: string;
  provider: DesignProvider;
  format: AudioFormat;
  sound: VoiceSound;
}

export interface KeptDesign {
  id: string;
  language: string;
  candidates: readonly Candidate[];
  billing: { characters: number; credits: number; quotaRemaining: number };
  createdAt: string;
  expiresAt: string;
}

/** Voice designs: candidates with previews that are kept for a while, and the results of saves for replay. */
export class Designs {
  readonly #database: DatabaseSync;
  readonly #charges: Charges;
  readonly #requestIds: RequestIds;
  readonly #synthesis: Synthesis;
  readonly #lifetimeSeconds: number;
  /** Voices that a person added, of a language. */
  readonly #people: (language: string) => readonly Person[];

  constructor(parts: {
    database: DatabaseSync;
    charges: Charges;
    requestIds: RequestIds;
    synthesis: Synthesis;
    lifetimeSeconds: number;
    people: (language: string) => readonly Person[];
  }) {
    this.#database = parts.database;
    this.#charges = parts.charges;
    this.#requestIds = parts.requestIds;
    this.#synthesis = parts.synthesis;
    this.#lifetimeSeconds = parts.lifetimeSeconds;
    this.#people = parts.people;
    // What a kill interrupted was refunded with its charge.
    this.#database.exec(`UPDATE voice_designs SET state = 'failed' WHERE state = 'running'`);
  }

  /**
   * Makes the candidates and their previews, or finds what the same request was answered with. Throws 402, the 409s of the
   * request id, and 500 when a preview cannot be made; then the charge was given back.
   */
  async create(
    account: Account,
    request: DesignRequest,
    call: { operation: string; key: string; fingerprint: string; language: string; fails: boolean },
  ) {
    const providers = request.providers ?? designProviders;
    const id = `design_${createHash('sha256')
      .update(JSON.stringify([account.id, call.key]))
      .digest('hex')
      .slice(0, 32)}`;
    const added = this.#people(call.language);
    const candidates = providers.flatMap((provider) =>
      Array.from({ length: candidatesPerProvider }, (_, place): Candidate => {
        const sound = designedSound(request, { ...call, added }, provider, place);
        return { id: `candidate_${provider}_${place + 1}`, provider, format: previewFormat[provider], sound };
      }),
    );
    const characters = request.previewText.length * candidates.length;
    const credits = characters * prices.designCharacter;
    const charge = transaction(this.#database, () => {
      if (this.#requestIds.check(account, call.key, call.fingerprint) !== undefined) return undefined;
      const reserved = this.#charges.reserve(account, call.operation, call.key, { characters, credits });
      this.#requestIds.claim(account, call.key, call.fingerprint, reserved.id, id);
      const now = Date.now();
      this.#database
        .prepare(
          `INSERT INTO voice_designs (id, account, state, language, candidates, billing, created_at, expires_at) VALUES (?, ?, 'running', ?, ?, ?, ?, ?)`,
        )
        .run(
          id,
          account.id,
          call.language,
          JSON.stringify(candidates),
          JSON.stringify({ characters, credits, quotaRemaining: reserved.quotaRemaining }),
          new Date(now).toISOString(),
          new Date(now + this.#lifetimeSeconds * 1_000).toISOString(),
        );
      return reserved;
    });
    if (charge === undefined) return this.#earlier(account, id);
    try {
      if (call.fails) throw new Error('The generation failed, as asked for');
      const previews: Buffer[] = [];
      for (const candidate of candidates) previews.push(await this.#preview(candidate, request.previewText, call.language));
      transaction(this.#database, () => {
        previews.forEach((bytes, place) =>
          this.#database.prepare('INSERT INTO voice_previews VALUES (?, ?, ?)').run(id, candidates[place]?.id ?? '', bytes),
        );
        this.#database.prepare(`UPDATE voice_designs SET state = 'ready' WHERE id = ?`).run(id);
        this.#charges.settle(charge.id);
        this.#requestIds.finish(charge.id, 'completed');
        this.#forget(account);
      });
    } catch (error) {
      transaction(this.#database, () => {
        if (this.#charges.refund(charge.id)) this.#requestIds.finish(charge.id, 'refunded');
        this.#database.prepare(`UPDATE voice_designs SET state = 'failed' WHERE id = ?`).run(id);
      });
      throw error;
    }
    return this.get(account, id);
  }

  /** Expired or not. Throws 404. */
  get(account: Account, id: string): KeptDesign {
    const row = this.#database.prepare(`SELECT * FROM voice_designs WHERE id = ? AND account = ? AND state = 'ready'`).get(id, account.id);
    if (row === undefined) throw notFound('designId: there is no such design');
    return {
      id,
      language: String(row['language']),
      candidates: JSON.parse(String(row['candidates'])) as Candidate[],
      billing: JSON.parse(String(row['billing'])) as KeptDesign['billing'],
      createdAt: String(row['created_at']),
      expiresAt: String(row['expires_at']),
    };
  }

  /** A candidate that can still be heard and saved. Throws 404: unknown, or expired with a code of its own. */
  candidate(account: Account, id: string, candidateId: string): { design: KeptDesign; candidate: Candidate } {
    const design = this.get(account, id);
    const candidate = design.candidates.find((one) => one.id === candidateId);
    if (candidate === undefined) throw notFound('candidateId: this design has no such candidate');
    if (Date.parse(design.expiresAt) <= Date.now()) {
      throw new ServiceError(
        404,
        previewExpired,
        'The previews of this design have expired; create the design again with a new Idempotency-Key',
      );
    }
    return { design, candidate };
  }

  previewBytes(id: string, candidateId: string): Uint8Array<ArrayBuffer> {
    const bytes = this.#database.prepare('SELECT bytes FROM voice_previews WHERE design = ? AND candidate = ?').get(id, candidateId)?.[
      'bytes'
    ];
    if (!(bytes instanceof Uint8Array)) throw notFound('candidateId: this design has no such candidate');
    return bytes;
  }

  /** For good: the previews are gone. */
  expire(account: Account, id: string): void {
    this.#database
      .prepare('UPDATE voice_designs SET expires_at = ? WHERE id = ? AND account = ?')
      .run(new Date(0).toISOString(), id, account.id);
    this.#forget(account);
  }

  /** What the same save was answered with, if it was. To be called inside a transaction. Throws the 409s. */
  savedBy(account: Account, key: string, fingerprint: string): string | undefined {
    return this.#requestIds.check(account, key, fingerprint);
  }

  /** Keeps the answer of a save, or of nothing else, under its key. To be called inside the same transaction. */
  keepSave(account: Account, call: { operation: string; key: string; fingerprint: string }, answer: string): void {
    const charge = this.#charges.reserve(account, call.operation, call.key, { characters: 0, credits: prices.savedDesign });
    this.#requestIds.claim(account, call.key, call.fingerprint, charge.id, answer);
    this.#charges.settle(charge.id);
    this.#requestIds.finish(charge.id, 'completed');
  }

  /** The design that this key was accepted for. */
  #earlier(account: Account, id: string): KeptDesign {
    const state = this.#database.prepare('SELECT state FROM voice_designs WHERE id = ?').get(id)?.['state'];
    if (state === 'running') {
      throw new ServiceError(
        409,
        codes.requestInProgress,
        'The design with this Idempotency-Key is still being made; it is not charged again',
      );
    }
    if (state === 'failed') {
      throw new ServiceError(
        409,
        codes.requestPreviouslyRefunded,
        'The design with this Idempotency-Key failed and was refunded; use a new one',
      );
    }
    return this.get(account, id);
  }

  /** Removes the sound of previews that have expired, and expires those beyond the number that is kept. */
  #forget(account: Account): void {
    const now = new Date().toISOString();
    this.#database
      .prepare(
        `UPDATE voice_designs SET expires_at = ?1 WHERE account = ?2 AND expires_at > ?1 AND number NOT IN
           (SELECT number FROM voice_designs WHERE account = ?2 ORDER BY number DESC LIMIT ?3)`,
      )
      .run(now, account.id, keptDesigns);
    this.#database.prepare('DELETE FROM voice_previews WHERE design IN (SELECT id FROM voice_designs WHERE expires_at <= ?)').run(now);
  }

  async #preview({ sound, format }: Candidate, text: string, language: string): Promise<Buffer> {
    const voice = { ...sound, name: `${engineLanguage(language) ?? 'en-us'}+${sound.variant}` };
    const order: SpeechOrder = { text, voice, format, gain: 0, speed: 1, normalise: true };
    const parts: Uint8Array[] = [];
    for await (const piece of this.#synthesis.speak(order)) if (piece.kind === 'audio') parts.push(piece.bytes);
    const bytes = Buffer.concat(parts);
    return format === 'wav' ? Buffer.concat([wavHeader(bytes.length), bytes]) : bytes;
  }
}
