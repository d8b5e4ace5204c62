import { randomUUID } from 'node:crypto';
import { type Answer, type Call, type Route, bytes, json } from './answer.ts';
import { shape } from './characters.ts';
import { invalid, missing } from './failure.ts';
import { type JsonObject, readChoice, readText, requireText } from './fields.ts';
import type { Account } from './ledger.ts';
import { contentType } from './sound.ts';
import { newVoice } from './voices.ts';
import { type World, isoTime } from './world.ts';

interface Candidate {
  id: string;
  provider: string;
  audio: Buffer;
  format: 'wav' | 'mp3';
}

interface Design {
  id: string;
  account: Account;
  prompt: string;
  createdAt: number;
  candidates: Candidate[];
}

const lifetimeMs = 1_800_000;
const base = '/api/open/v1/voice-designs';

/** Voices designed from a prompt. Designs and candidates have numbers for ids in the odd character: their type is not shown. */
export class Designs {
  private readonly designs = new Map<string, Design>();
  private lastNumber = 7000;
  private readonly world: World;

  constructor(world: World) {
    this.world = world;
  }

  routes(): Route[] {
    const audio = `${base}/{designId}/candidates/{candidateId}/audio`;
    return [
      { method: 'POST', path: base, summary: 'Design voices', handle: (call) => this.create(call) },
      { method: 'GET', path: audio, summary: 'Preview of a candidate', handle: (call) => this.preview(call) },
      { method: 'POST', path: `${base}/{designId}/voices`, summary: 'Save a candidate', handle: (call) => this.save(call) },
    ];
  }

  private create(call: Call): Promise<Answer> {
    const body = call.json();
    const key = requireKey(call);
    const prompt = requireText(body, 'prompt', 10_000);
    const text = requireText(body, 'previewText', 10_000);
    const providers = readProviders(body);
    return this.world.replays.once({ userId: call.account.userId, key, path: call.path, body }, async () => {
      const price = this.world.character === 'bare' ? 20 : 12.5;
      const charge = this.world.ledger.charge(call.account, 'design', { credits: price * providers.length, quota: 1 }, key);
      const wanted = this.world.character === 'rich' ? providers.flatMap((provider) => [provider, provider]) : providers;
      const candidates = await Promise.all(wanted.map((provider, index) => this.candidate(provider, text, `${prompt} ${index}`)));
      const design: Design = { id: this.newId('design'), account: call.account, prompt, createdAt: this.world.now(), candidates };
      this.designs.set(design.id, design);
      const answer = json(200, this.describe(call, design, charge.credits));
      return { answer, replay: () => answer };
    });
  }

  private newId(kind: string): string {
    this.lastNumber += 1;
    return this.world.character === 'odd' ? String(this.lastNumber) : `${kind}-${randomUUID()}`;
  }

  private async candidate(provider: string, text: string, seed: string): Promise<Candidate> {
    const format = this.world.character === 'rich' ? 'mp3' : 'wav';
    const sound = await this.world.sound.speak({ text, voice: `${provider} ${seed}`, speed: 1, volume: 0 });
    return { id: this.newId('candidate'), provider, format, audio: await this.world.sound.encode(sound, format, text) };
  }

  private describe(call: Call, design: Design, credits: number): JsonObject {
    const path = (candidate: Candidate) => `${base}/${design.id}/candidates/${candidate.id}/audio`;
    const preview = (candidate: Candidate) => `${this.world.baseUrl}${path(candidate)}`;
    return shape<JsonObject>(this.world.character, {
      bare: () => ({
        designId: design.id,
        candidates: design.candidates.map((candidate) => ({ candidateId: candidate.id, previewAudioUrl: preview(candidate) })),
        billing: { creditsUsed: credits },
      }),
      rich: () => ({
        requestId: call.requestId,
        designId: design.id,
        status: 'previewing',
        expiresAt: isoTime(design.createdAt + lifetimeMs),
        candidates: design.candidates.map((candidate, index) => ({
          candidateId: candidate.id,
          previewAudioUrl: `${preview(candidate)}?variant=${index}`,
          provider: candidate.provider,
          mimeType: contentType(candidate.format),
          durationSeconds: 2.75,
          score: 0.75,
        })),
        billing: { currency: 'credits', total: credits, perCandidate: credits / design.candidates.length, settled: 'provisional' },
        warnings: [{ code: 'ACCENT_APPROXIMATED', message: 'The accent is close, not exact.' }],
      }),
      odd: () => ({
        data: {
          designId: Number(design.id),
          expires: Math.floor((design.createdAt + lifetimeMs) / 1000),
          previews: design.candidates.map((candidate) => ({
            candidateId: Number(candidate.id),
            previewAudioUrl: path(candidate),
            name: null,
          })),
        },
        cost: { credits, discount: null },
        error: null,
      }),
    });
  }

  private find(call: Call): Design {
    const design = this.designs.get(call.params['designId'] ?? '');
    if (design?.account !== call.account || design.createdAt + lifetimeMs < this.world.now()) throw missing('The design');
    return design;
  }

  private preview(call: Call): Answer {
    const candidate = this.find(call).candidates.find((each) => each.id === call.params['candidateId']);
    if (candidate === undefined) throw missing('The candidate');
    return bytes(contentType(candidate.format), candidate.audio);
  }

  private save(call: Call): Promise<Answer> {
    const body = call.json();
    const key = requireKey(call);
    const name = requireText(body, 'name', 1000);
    const description = readText(body, 'description', 0, 10_000) ?? null;
    const visibility = readChoice(body, 'visibility', ['private', 'public'] as const) ?? 'private';
    const language = readText(body, 'language', 1, 64);
    const wanted = body['candidateId'];
    if (typeof wanted !== 'string' && typeof wanted !== 'number') throw invalid('candidateId is required.');
    return this.world.replays.once({ userId: call.account.userId, key, path: call.path, body }, () => {
      const candidate = this.find(call).candidates.find((each) => each.id === String(wanted));
      if (candidate === undefined) throw missing('The candidate');
      this.world.ledger.charge(call.account, 'save', { quota: 1 }, key);
      const languages = language === undefined ? [] : [language];
      const details = { name, description, visibility, languages, family: candidate.provider };
      const voice = this.world.voices.add(newVoice(call.account, this.world.now(), details));
      const named = { voiceId: voice.voiceId };
      const body = shape<JsonObject>(this.world.character, {
        bare: () => named,
        rich: () => ({ ...named, title: name, voice: { id: voice.voiceId, state: 'baking' }, billing: { credits: 0.5 } }),
        odd: () => ({ ...named, title: null, createdAt: this.world.now() }),
      });
      const answer = json(this.world.character === 'rich' ? 201 : 200, body);
      return Promise.resolve({ answer, replay: () => answer });
    });
  }
}

export function requireKey(call: Call): string {
  const key = call.headers['idempotency-key'];
  if (key === undefined || key === '') throw invalid('Idempotency-Key is required.');
  return key;
}

function readProviders(body: JsonObject): string[] {
  const value = body['providers'];
  if (value === undefined) return ['alpha', 'beta'];
  const valid = Array.isArray(value) && value.length >= 1 && value.length <= 2 && new Set(value).size === value.length;
  if (!valid || !value.every((each) => each === 'alpha' || each === 'beta')) throw invalid('providers must be 1 or 2 of alpha and beta.');
  return value as string[];
}
