import { createRoute } from '@hono/zod-openapi';
import { type Context } from 'hono';
import {
  languageNotRecognisedCode,
  noSpeechCode,
  notRecognisedCode,
  transcriptionPath,
  transcriptionRequest,
} from '#shared/wire/transcription.ts';
import { transcription, type TranscriptionSegment } from '#shared/wire/responses/transcription.ts';
import { prices } from '../accounts/prices.ts';
import { Dropped, type App, type Env } from '../http/environment.ts';
import { describe } from '../http/describe.ts';
import { bearer, json, responses } from '../http/openapi.ts';
import { invalid, ServiceError } from '../http/service-error.ts';
import { type Service } from '../service.ts';
import { generationFailure } from '../speech/whole-speech.ts';
import { transaction } from '../storage/database.ts';
import { ImportFailure } from './import-failure.ts';
import { type Imported } from './import-media.ts';
import { recogniseOwn } from './recognise-own.ts';
import { type Recognised } from '../recognition/recogniser.ts';
import { type Spoken } from './spoken.ts';

/** Speech to text (interface, "Speech to text"). */
export function transcriptionRoutes(app: App, service: Service): void {
  // Described here, read by `bodyOf`: the validators of several content types would each want the body for itself.
  app.openAPIRegistry.registerPath(
    createRoute({
      method: 'post',
      path: transcriptionPath,
      summary: 'Transcribe audio: speech of this service by itself, anything else by a recogniser',
      security: bearer,
      request: {
        body: {
          required: true,
          content: {
            'application/json': { schema: transcriptionRequest },
            'application/x-www-form-urlencoded': { schema: transcriptionRequest },
            'multipart/form-data': { schema: transcriptionRequest },
          },
        },
      },
      responses: responses({ 200: json('Transcription', transcription) }, [400, 401, 402, 429, 500]),
    }),
  );
  app.post(transcriptionPath, async (c) => {
    const body = await bodyOf(c);
    const audio = await importAudio(service, c, body.audio_url);
    const own = await recogniseOwn(audio.bytes, service.spoken);
    const transcriber = own === undefined ? transcriberFor(service, body.language) : toOwn(own);
    const account = c.get('account');
    const charge = transaction(service.database, () => {
      const price = { characters: 0, credits: Math.ceil(audio.seconds) * prices.transcribedSecond };
      return service.charges.reserve(account, `POST ${transcriptionPath}`, c.get('requestId'), price);
    });
    let found: Recognised;
    try {
      if (c.get('struck').of('fail-generation')) throw new Error('The recognition failed, as asked for');
      found = await transcriber.transcribe(audio, c.req.raw.signal);
      transaction(service.database, () => service.charges.settle(charge.id));
    } catch (error) {
      transaction(service.database, () => service.charges.refund(charge.id));
      throw generationFailure(error);
    }
    if (c.get('struck').of('drop-after-charge')) throw new Dropped();
    const segments: TranscriptionSegment[] = body.ignore_timestamps ? [] : found.segments.map((segment, id) => ({ ...segment, id }));
    const answer = { text: found.text, duration: audio.seconds, segments, ...transcriber.marks };
    return c.json({ ...answer, credits_used: charge.credits, quota_remaining: charge.quotaRemaining }, 200);
  });
}

interface Transcriber {
  /** What its answers say of themselves. */
  marks: { draft?: true; own_speech?: true };
  transcribe(audio: Imported, left: AbortSignal): Promise<Recognised>;
}

const toOwn = (own: Spoken): Transcriber => ({
  marks: { own_speech: true },
  transcribe: () => Promise.resolve(toRecognised(own)),
});

/** Throws before anything is charged: 400 where nothing recognises the language, 429 where too much runs. */
function transcriberFor(service: Service, language: string | undefined): Transcriber {
  const recogniser = service.recognisers.find();
  if (recogniser === undefined)
    throw new ServiceError(400, notRecognisedCode, 'audio_url: this is no speech of the local service, and there is no recogniser');
  const isKnown = language === undefined || (recogniser.languages?.includes(language.toLowerCase().split(/[-_]/u)[0] ?? '') ?? true);
  if (!isKnown) {
    const known = recogniser.languages?.join(', ') ?? '';
    throw new ServiceError(400, languageNotRecognisedCode, `language: the recogniser knows ${known} only`);
  }
  recogniser.checkRoom();
  const marks = recogniser.kind === 'draft' ? { draft: true as const } : {};
  return { marks, transcribe: (audio, left) => findWords(recogniser.recognise(audio, language, left)) };
}

async function findWords(recognised: Promise<Recognised>): Promise<Recognised> {
  const found = await recognised;
  if (found.text.trim() !== '' || found.segments.some(({ text }) => text.trim() !== '')) return found;
  throw new ServiceError(400, noSpeechCode, 'audio_url: there are no words in this audio; the charge was refunded');
}

/** The request by any of its content types; throws 400. */
async function bodyOf(c: Context<Env>) {
  const isJson = (c.req.header('Content-Type') ?? '').includes('json');
  const sent: unknown = await (isJson ? c.req.json() : c.req.parseBody()).catch(() => {
    throw invalid('The body is not what its Content-Type says');
  });
  const read = transcriptionRequest.safeParse(sent);
  if (read.success) return read.data;
  throw invalid(describe(read.error, 'body'));
}

/** The endpoint has no 413, 415, 422, 503 and 504: what may be retried becomes a 500, what may not a 400. */
async function importAudio(service: Service, c: Context<Env>, url: string): Promise<Imported> {
  try {
    const order = { mediaKind: 'audio', url, field: 'audio_url', prefix: 'ERR_MEDIA_', struck: c.get('struck') } as const;
    return await service.media.importer.import(order);
  } catch (error) {
    if (!(error instanceof ImportFailure) || error.status === 429) throw error;
    const { code, message, headers, details } = error;
    throw new ServiceError(error.retryable ? 500 : 400, code, message, { headers, details });
  }
}

/** Times in seconds. */
function toRecognised({ sentences }: Spoken): Recognised {
  const textOf = (words: readonly { text: string }[]) => words.map((word) => word.text).join(' ');
  return {
    text: sentences.map(({ words }) => textOf(words)).join(' '),
    segments: sentences.map(({ startMs, endMs, words }) => ({
      start: startMs / 1_000,
      end: endMs / 1_000,
      text: textOf(words),
      words: words.map((word) => ({ text: word.text, start: word.startMs / 1_000, end: word.endMs / 1_000 })),
    })),
  };
}
