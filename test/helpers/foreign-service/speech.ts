import { type Answer, type Call, type Route, bytes, json } from './answer.ts';
import { Failure } from './failure.ts';
import { type JsonObject, readBoolean } from './fields.ts';
import type { Account, Charge } from './ledger.ts';
import type { Outcome } from './replays.ts';
import { type Sound, contentType } from './sound.ts';
import { type SpeechOrder, readOrderOpenAi, readOrderV1, readOrderV2, readOrderV3, readOrderVendor } from './speech-order.ts';
import { type World, exactPrice, isoTime, wholePrice, wholeQuota } from './world.ts';

export interface SpokenAudio {
  sound: Sound;
  audio: Buffer;
  charge: Charge;
}

/** Charges for an order and makes its sound. Throws 402, and 500 with the charge given back. */
export async function speakOrder(world: World, account: Account, order: SpeechOrder, kind: string, key?: string): Promise<SpokenAudio> {
  // Headers and v1 have whole numbers; streams and dubbing show no type.
  const credits = kind === 'speech' ? wholePrice(world, order.characters) : exactPrice(world, order.characters);
  const charge = world.ledger.charge(account, kind, { credits, quota: order.characters }, key);
  try {
    if (world.faults.take('generation')) throw new Error('A test asked for this error.');
    const sound = await makeSound(world, order);
    return { sound, audio: await world.sound.encode(sound, order.format, order.text), charge };
  } catch {
    world.ledger.refund(account, charge);
    throw new Failure(500, 'ERR_GENERATION_FAILED', 'The speech could not be generated. The charge was refunded.', { refunded: true });
  }
}

export function makeSound(world: World, order: SpeechOrder): Promise<Sound> {
  return world.sound.speak({ text: order.text, voice: order.voice.voiceId, speed: order.speed, volume: order.volume });
}

export function speechRoutes(world: World): Route[] {
  return [
    { method: 'POST', path: '/api/open/v3/speech/tts', summary: 'Generate speech', handle: (call) => speakV3(world, call) },
    { method: 'POST', path: '/api/open/v2/speech/tts', summary: 'Generate speech (v2)', handle: (call) => speakV2(world, call) },
    { method: 'POST', path: '/api/open/v1/speech/tts', summary: 'Generate speech (v1)', handle: (call) => speakV1(world, call) },
    {
      method: 'POST',
      path: '/v1/tts',
      summary: 'Generate speech (engine vendor)',
      handle: (call) => speakCompatible(world, call, readOrderVendor(world, call.account, call.json(), call.headers['model'])),
    },
    {
      method: 'POST',
      path: '/v1/audio/speech',
      summary: 'Generate speech (OpenAI style)',
      handle: (call) => speakCompatible(world, call, readOrderOpenAi(world, call.account, call.json())),
    },
  ];
}

/** The idempotency key of v3: its own header, or the request id, as long as that is still accepted. */
export function keyV3(call: Call): string | undefined {
  return call.headers['idempotency-key'] ?? call.headers['x-request-id'];
}

function speakV3(world: World, call: Call): Promise<Answer> {
  const body = call.json();
  const order = readOrderV3(world, call.account, body);
  const key = keyV3(call);
  return world.replays.once({ userId: call.account.userId, key, path: call.path, body }, async () => {
    const spoken = await speakOrder(world, call.account, order, 'speech', key);
    const ignored: Record<string, string> = order.ignored.length === 0 ? {} : { 'x-openapi-ignored-parameters': order.ignored.join(',') };
    const headers = { ...billing(call.account, spoken.charge), ...ignored };
    return { answer: bytes(contentType(order.format), spoken.audio, headers) };
  });
}

function speakV2(world: World, call: Call): Promise<Answer> {
  const body = call.json();
  const order = readOrderV2(world, call.account, body);
  const key = call.headers['x-request-id'];
  return world.replays.once({ userId: call.account.userId, key, path: call.path, body }, async () => {
    const spoken = await speakOrder(world, call.account, order, 'speech', key);
    return { answer: bytes(contentType(order.format), spoken.audio, billing(call.account, spoken.charge)) };
  });
}

function speakV1(world: World, call: Call): Promise<Answer> {
  const body = call.json();
  const cache = readBoolean(body, 'cache') ?? false;
  const order = readOrderV1(world, call.account, body);
  const key = call.headers['x-request-id'];
  return world.replays.once({ userId: call.account.userId, key, path: call.path, body }, async () => {
    const spoken = await speakOrder(world, call.account, order, 'speech', key);
    if (cache) return cachedOutcome(world, call.account, order, spoken);
    return { answer: bytes(contentType(order.format), spoken.audio, billing(call.account, spoken.charge)) };
  });
}

function cachedOutcome(world: World, account: Account, order: SpeechOrder, spoken: SpokenAudio): Outcome {
  const lifetime = 600_000;
  const file = world.files.put(spoken.audio, contentType(order.format));
  const named = {
    success: true,
    audio_url: world.files.address(file, order.format, lifetime),
    format: order.format,
    characters_used: order.characters,
    credits_used: spoken.charge.credits,
    quota_remaining: wholeQuota(account),
    expires_at: isoTime(world.now() + lifetime),
  };
  const extra: Record<World['character'], JsonObject> = {
    bare: {},
    rich: { duration_seconds: spoken.sound.durationMs / 1000, voice: { id: order.voice.voiceId }, cache_hit: false },
    odd: { message: null, duration: null },
  };
  const answer = json(200, { ...named, ...extra[world.character] });
  return { answer, replay: () => answer };
}

async function speakCompatible(world: World, call: Call, order: SpeechOrder): Promise<Answer> {
  const spoken = await speakOrder(world, call.account, order, 'speech');
  return bytes(contentType(order.format), spoken.audio, billing(call.account, spoken.charge));
}

function billing(account: Account, charge: Charge): Record<string, string> {
  return { 'x-openapi-quota-remaining': String(wholeQuota(account)), 'x-openapi-credits-used': String(charge.credits) };
}
