import { type Answer, type Call, type Route, bytes, json } from './answer.ts';
import { shape } from './characters.ts';
import { invalid, missing } from './failure.ts';
import { type JsonObject, requireText } from './fields.ts';
import { LiveFrames } from './live-frames.ts';
import { type LiveVersion, toClient } from './live-names.ts';
import type { LiveRequest } from './live-requests.ts';
import type { LiveServer } from './live-server.ts';
import { contentType, wavHeader } from './sound.ts';
import { type World, isoTime } from './world.ts';

/** The HTTP endpoints of the realtime origin. */
export function liveRoutes(world: World, live: LiveServer): Route[] {
  return (['v2', 'v3'] as const).flatMap((version): Route[] => {
    const requestId = version === 'v2' ? 'request_id' : 'requestId';
    const status = `/${version}/tts/requests/{${requestId}}`;
    const audio = `${status}/segments/{segmentId}/audio`;
    return [
      { method: 'GET', path: `/${version}/tts/capabilities`, summary: 'What realtime can do', handle: () => capabilities(world, version) },
      {
        method: 'GET',
        path: status,
        summary: 'State of a request',
        handle: (call) => json(200, toClient(version, requestStatus(world, version, find(live, call, requestId)))),
      },
      ...(version === 'v3'
        ? [
            {
              method: 'GET' as const,
              path: audio,
              summary: 'Stored audio',
              handle: (call: Call) => storedAudio(world, find(live, call, requestId), call),
            },
          ]
        : []),
      {
        method: 'POST',
        path: `/${version}/tts/browser-tickets`,
        summary: 'A one-time ticket',
        handle: (call) => issueTicket(world, live, version, call),
      },
    ];
  });
}

function capabilities(world: World, version: LiveVersion): Answer {
  const { realtimeCapabilities } = world.settings;
  if (realtimeCapabilities === 'missing') throw missing('The capability document');
  if (realtimeCapabilities === 'empty') return json(200, {});
  const formats = ['mp3', 'wav', 'opus', 'pcm'];
  const ids = world.models.map((model) => model.id);
  const body = shape<JsonObject>(world.character, {
    bare: () => ({ providers: ['main'], models: ids, formats, parameters: ['speed'], limits: {}, modes: ['simple', 'reliable'] }),
    rich: () => ({
      protocol_version: `${version}.1`,
      providers: [...new Set(world.models.map((model) => model.family))].map((id) => ({ id: `${id}-cloud`, status: 'nominal' })),
      models: world.models.map((model) => ({
        id: model.id,
        provider: `${model.family}-cloud`,
        formats,
        parameters: Object.keys(model.controls),
        latency_ms: 88.5,
      })),
      formats: [...formats, 'spx'],
      parameters: { speed: { minimum: 0.5, maximum: 2, default: 1 }, volume: { minimum: -20, maximum: 20, default: 0 } },
      limits: { simple_input_characters: 10_000, text_event_characters: 2000, segment_characters: 10_000, session_units: 100_000.5 },
      modes: ['simple', 'reliable', 'duplex'],
      regions: ['mars-1'],
    }),
    odd: () => ({
      data: {
        providers: { main: { models: ids, formats: { mp3: true, wav: true, opus: true, pcm: { rates: [24_000] } }, limits: null } },
        modes: 'simple,reliable',
        parameters: null,
      },
    }),
  });
  return json(200, version === 'v3' ? toClient('v3', body) : body);
}

function find(live: LiveServer, call: Call, name: string): LiveRequest {
  const request = live.requests.find(call.account, call.params[name] ?? '');
  if (request === undefined) throw missing('The request');
  return request;
}

function requestStatus(world: World, version: LiveVersion, request: LiveRequest): JsonObject {
  const frames = new LiveFrames(world, version);
  const status = frames.status(request);
  if (world.character === 'bare' || !frames.isAvailable(request)) return status;
  const segments = request.segments.map((segment) => ({
    segment_id: segment.id,
    result_available: true,
    audio_bytes: segment.audio?.length ?? 0,
  }));
  if (world.character === 'odd') return { ...status, error: null, manifest: { segments } };
  return {
    ...status,
    segments: segments.map((segment) => ({
      ...segment,
      units: 1.5,
      format: request.order.format,
      expires_at: isoTime(world.now() + 60_000),
    })),
  };
}

function storedAudio(world: World, request: LiveRequest, call: Call): Answer {
  const frames = new LiveFrames(world, 'v3');
  const segment = request.segments.find((each) => each.id === call.params['segmentId']);
  if (segment?.audio === undefined || !frames.isAvailable(request)) throw missing('The stored audio');
  // The odd one speaks WAV as one file over all segments; a segment alone needs a header of its own.
  const headless = request.order.format === 'wav' && segment.audio.subarray(0, 4).toString('latin1') !== 'RIFF';
  const audio = headless ? Buffer.concat([wavHeader(segment.audio.length), segment.audio]) : segment.audio;
  return bytes(contentType(request.order.format), audio);
}

function issueTicket(world: World, live: LiveServer, version: LiveVersion, call: Call): Answer {
  const origin = requireText(call.json(), 'origin', 2048);
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) throw invalid('origin must be the origin of a browser page.');
  const ticket = live.issue(call.account, origin);
  const url = `${world.realtimeUrl}/${version}/tts/live`;
  const subprotocol = live.subprotocol(version);
  const address: JsonObject = version === 'v3' ? { url, subprotocol } : {};
  const body = shape<JsonObject>(world.character, {
    bare: () => ({ ticket, ...address }),
    rich: () => ({ ticket, ...address, url, subprotocol, ticket_type: 'browser', expires_at: isoTime(world.now() + 60_000), uses: 1.0 }),
    odd: () => ({
      data: {
        browser_ticket: ticket,
        ws: version === 'v3' ? { href: url, protocol: subprotocol } : null,
        expires: Math.floor(world.now() / 1000) + 60,
      },
    }),
  });
  return json(200, version === 'v3' ? toClient('v3', body) : body);
}
