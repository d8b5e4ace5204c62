import type { Answer, Call, Route } from './answer.ts';
import { json } from './answer.ts';
import { shape } from './characters.ts';
import { Failure, invalid } from './failure.ts';
import { type JsonObject, parseObject, readBoolean, readText, requireUrl } from './fields.ts';
import { fetchMedia, measureSound } from './imports.ts';
import { type Word, spreadWords } from './sound.ts';
import { type World, wholeQuota } from './world.ts';

/** Speech to text. Sound that this service has made is recognised; other sound gets a sentence that fits its length. */
export function transcriptionRoutes(world: World): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/open/v1/speech/transcriptions',
      summary: 'Transcribe a sound',
      handle: (call) => transcribe(world, call),
    },
  ];
}

async function transcribe(world: World, call: Call): Promise<Answer> {
  const body = await readParameters(call);
  const address = requireUrl(body, 'audio_url');
  readText(body, 'language', 1, 64);
  readText(body, 'file_name', 0, 1024);
  const plain = readBoolean(body, 'ignore_timestamps') ?? false;
  const audio = await fetchMedia(address, 'audio').catch(() => {
    throw new Failure(400, 'ERR_INVALID_REQUEST', 'audio_url cannot be fetched.');
  });
  const seconds = await measureSound(world.tools, audio);
  if (seconds === undefined) throw invalid('audio_url is not a sound that can be decoded.');
  const charge = world.ledger.charge(call.account, 'transcription', { credits: Math.ceil(seconds), quota: Math.ceil(seconds) });
  const text = world.sound.findText(audio) ?? 'This sound came from somewhere else.';
  const named = {
    text,
    duration: seconds,
    segments: plain ? [] : inSentences(spreadWords(text, seconds * 1000)).map((words) => segment(world, words)),
    credits_used: charge.credits,
    quota_remaining: wholeQuota(call.account),
  };
  const extra: Record<World['character'], JsonObject> = {
    bare: {},
    rich: { language: 'en-US', language_probability: 0.998, model: 'theta-ears-2', speakers: ['A'], request_id: call.requestId },
    odd: { language: null, warnings: null },
  };
  return json(200, { ...named, ...extra[world.character] });
}

/** The content type of the request is not shown: JSON and both kinds of form are read. */
async function readParameters(call: Call): Promise<JsonObject> {
  const type = call.headers['content-type'] ?? '';
  if (!type.includes('form')) return parseObject(call.bytes);
  const form = await new Response(new Uint8Array(call.bytes), { headers: { 'content-type': type } }).formData().catch(() => {
    throw invalid('The form cannot be read.');
  });
  const values = [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(values.map(([name, value]) => [name, value === 'true' ? true : value === 'false' ? false : value]));
}

function inSentences(words: readonly Word[]): Word[][] {
  const sentences: Word[][] = [[]];
  for (const word of words) {
    sentences.at(-1)?.push(word);
    if (/[.!?]$/.test(word.text)) sentences.push([]);
  }
  return sentences.filter((sentence) => sentence.length > 0);
}

function segment(world: World, words: readonly Word[]): JsonObject {
  const text = words.map((word) => word.text).join(' ');
  const start = words[0]?.startMs ?? 0;
  const end = words.at(-1)?.endMs ?? start;
  return shape<JsonObject>(world.character, {
    bare: () => ({ start: start / 1000, end: end / 1000, text }),
    rich: () => ({
      id: 0.5,
      start: start / 1000,
      end: end / 1000,
      text,
      speaker: 'A',
      avg_logprob: -0.21,
      tokens: [1, 2],
      words: words.map((word) => ({ word: word.text, start: word.startMs / 1000, end: word.endMs / 1000, probability: 0.9 })),
    }),
    odd: () => ({ start_ms: start, end_ms: end, content: text, speaker: null, words: null }),
  });
}
