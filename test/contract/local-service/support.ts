import { MPEGDecoder } from 'mpg123-decoder';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { alignedPath } from '#shared/wire/speech.ts';
import { type AlignedWord } from '#shared/wire/responses/speech.ts';
import { voicesPath } from '#shared/wire/voices.ts';
import { voiceList, type Voice } from '#shared/wire/responses/voices.ts';
import { errorBody, type ErrorBody } from '#shared/wire/responses/common.ts';
import { type LocalService } from '../../helpers/local-service.ts';
import { quickVoices } from '../../helpers/quick-voices.ts';

export interface Call {
  key?: string;
  headers?: Record<string, string>;
  body?: unknown;
  redirect?: RequestRedirect;
  signal?: AbortSignal;
}

/** One request to the service; a body is sent as JSON. */
export function call(service: LocalService, method: string, path: string, { key, headers, body, redirect, signal }: Call = {}) {
  return fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key ?? service.apiKey}`, 'Content-Type': 'application/json', ...headers },
    redirect: redirect ?? 'manual',
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  });
}

/** The error body, after asserting that it is one and carries the request id of its header. */
export async function failureOf(response: Response): Promise<ErrorBody & { status: number }> {
  const body = errorBody.parse(await response.json());
  if (body.requestId !== response.headers.get('x-request-id')) throw new Error('The body and the header carry different request ids');
  return { ...body, status: response.status };
}

export async function allVoices(service: LocalService): Promise<Voice[]> {
  return voiceList.parse(await (await call(service, 'GET', `${voicesPath}?pageSize=100`)).json()).items;
}

/** A quick voice of a language (its tag begins so) and, when given, with a model id that begins so. */
export async function voiceFor(service: LocalService, language: string, model = ''): Promise<Voice> {
  const voice = quickVoices(await allVoices(service)).find(
    (one) => one.primaryLanguage.startsWith(language) && one.modelIds.some((id) => id.startsWith(model)),
  );
  if (!voice) throw new Error(`no voice for ${language} ${model}`);
  return voice;
}

export interface StreamedEvent {
  name: string;
  data: Record<string, unknown>;
}

/** Whole events of a stream that is read to its end; what came before a cut is returned with `cut`. */
export async function readEvents(response: Response): Promise<{ events: StreamedEvent[]; cut: boolean }> {
  let text = '';
  let cut = false;
  const decoder = new TextDecoder();
  try {
    for await (const bytes of response.body!) text += decoder.decode(bytes, { stream: true });
  } catch {
    cut = true;
  }
  const events = text
    .split('\n\n')
    .slice(0, -1)
    .map((block) => {
      const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/u.exec(block) ?? [];
      return { name, data: JSON.parse(data) as Record<string, unknown> };
    });
  return { events, cut };
}

export interface Aligned {
  audio: Uint8Array;
  words: AlignedWord[];
  snapshots: number;
  completed: Record<string, unknown> | undefined;
}

/** Folds events by the interface's rules: audio in order, the newest snapshot of a chunk wins. */
export function fold(events: readonly StreamedEvent[]): Aligned {
  const chunks = new Map<number, AlignedWord[]>();
  const audio: Buffer[] = [];
  let snapshots = 0;
  for (const { name, data } of events) {
    if (name === 'audio') audio.push(Buffer.from(data['audioBase64'] as string, 'base64'));
    if (name === 'alignment_snapshot') {
      snapshots += 1;
      chunks.set(data['chunkSeq'] as number, data['words'] as AlignedWord[]);
    }
  }
  const words = [...chunks].sort(([one], [other]) => one - other).flatMap(([, list]) => list);
  return { audio: Buffer.concat(audio), words, snapshots, completed: events.find((event) => event.name === 'completed')?.data };
}

export async function alignedSpeech(service: LocalService, body: Record<string, unknown>, key = service.apiKey): Promise<Aligned> {
  const response = await call(service, 'POST', alignedPath, { key, body });
  if (response.status !== 200) throw new Error(`aligned answered ${response.status}: ${await response.text()}`);
  return fold((await readEvents(response)).events);
}

/** Mono samples of what a decoder hears, at 22,050 Hz. */
export async function decoded(format: 'mp3' | 'wav' | 'ogg', bytes: Uint8Array): Promise<{ samples: Float32Array; durationMs: number }> {
  const samples = await samplesOf(format, bytes);
  return { samples, durationMs: (samples.length / 22_050) * 1000 };
}

async function samplesOf(format: 'mp3' | 'wav' | 'ogg', bytes: Uint8Array): Promise<Float32Array> {
  if (format === 'wav') {
    const view = new DataView(bytes.buffer, bytes.byteOffset + 44, bytes.length - 44);
    return Float32Array.from({ length: Math.floor(view.byteLength / 2) }, (_, index) => view.getInt16(index * 2, true) / 32_768);
  }
  const decoder = format === 'mp3' ? new MPEGDecoder() : new OggVorbisDecoder();
  await decoder.ready;
  const result = decoder instanceof MPEGDecoder ? decoder.decode(bytes) : await decoder.decodeFile(bytes);
  decoder.free();
  if (result.sampleRate !== 22_050) throw new Error(`decoded at ${result.sampleRate} Hz`);
  return result.channelData[0]!;
}

/** Loudness of a stretch, 0 to 1. */
export function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length));
}

export const tokensOf = (text: string) => text.split(/\s+/u).filter((token) => token !== '');

/** Balance and book agree: grants minus what is reserved or settled is what is left. */
export function bookAddsUp(book: Awaited<ReturnType<LocalService['charges']>>): boolean {
  const sum = (field: 'characters' | 'credits') =>
    book.entries.reduce((left, entry) => {
      if (entry.state === 'granted') return left + entry[field];
      return entry.state === 'refunded' ? left : left - entry[field];
    }, 0);
  return sum('characters') === book.balance.quota && sum('credits') === book.balance.credits;
}
