import { createdVoice, type CreatedVoice } from '#shared/wire/responses/voice-creation.ts';
import { speechPath } from '#shared/wire/speech.ts';
import { voicesV1Path } from '#shared/wire/voices.ts';
import { type LocalService } from '../../../helpers/local-service.ts';
import { call, decoded } from '../support.ts';

export interface CloneForm {
  name?: string | undefined;
  files?: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[];
  [field: string]: unknown;
}

/** Sends a clone form; fields that are undefined are left out. */
export function postForm(service: LocalService, { files = [], ...fields }: CloneForm, { key = service.apiKey, path = voicesV1Path } = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.append(field, value as string);
  for (const file of files) form.append('audioFiles', new Blob([file.bytes]), file.name);
  return fetch(`${service.baseUrl}${path}`, { method: 'POST', headers: { Authorization: `Bearer ${key}` }, body: form });
}

export async function clone(service: LocalService, form: CloneForm, key?: string): Promise<CreatedVoice> {
  const response = await postForm(service, form, key === undefined ? {} : { key });
  if (response.status !== 200) throw new Error(`the clone answered ${response.status}: ${await response.text()}`);
  return createdVoice.parse(await response.json());
}

/** Speech as a WAV file. */
export async function spoken(service: LocalService, body: Record<string, unknown>, key = service.apiKey): Promise<Uint8Array<ArrayBuffer>> {
  const response = await call(service, 'POST', speechPath, { key, body: { format: 'wav', ...body } });
  if (response.status !== 200) throw new Error(`speech answered ${response.status}: ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}

export interface Sound {
  /** Median pitch of what is voiced. */
  hertz: number;
  /** How far its melody goes: semitones between the lowest and the highest tenth. */
  semitones: number;
  durationMs: number;
}

/** Pitch by autocorrelation, which shares nothing with how the service measures; length as decoded. */
export async function soundOf(format: 'wav' | 'mp3', bytes: Uint8Array): Promise<Sound> {
  const { samples, durationMs } = await decoded(format, bytes);
  // A third of the rate is enough for a voice, and a ninth of the work.
  const rate = 22_050 / 3;
  const low = Float32Array.from(
    { length: Math.floor(samples.length / 3) },
    (_, at) => samples[at * 3]! + samples[at * 3 + 1]! + samples[at * 3 + 2]!,
  );
  const frame = Math.round(rate * 0.05);
  const pitches: number[] = [];
  for (let from = 0; from + frame * 2 < low.length; from += frame) {
    const window = low.subarray(from, from + frame);
    const energy = window.reduce((sum, value) => sum + value * value, 0);
    if (energy < frame * 1e-3) continue;
    let best = { lag: 0, likeness: 0 };
    for (let lag = Math.floor(rate / 500); lag < rate / 55; lag += 1) {
      let product = 0;
      let shifted = 0;
      for (let at = 0; at < frame; at += 1) {
        product += window[at]! * low[from + at + lag]!;
        shifted += low[from + at + lag]! ** 2;
      }
      const likeness = product / Math.sqrt(energy * shifted + 1e-9);
      // The shortest of nearly equal periods: twice a period is as alike.
      if (likeness > best.likeness * 1.03) best = { lag, likeness };
    }
    if (best.likeness > 0.8) pitches.push(rate / best.lag);
  }
  pitches.sort((one, other) => one - other);
  const at = (share: number) => pitches[Math.floor(pitches.length * share)] ?? 0;
  return { hertz: at(0.5), semitones: 12 * Math.log2(at(0.9) / at(0.1)), durationMs };
}
