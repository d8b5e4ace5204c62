import { fail, FailureError, toFailure, type FailureKind } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { z } from 'zod';
import { subprotocols, type RealtimeVersion } from '#shared/wire/realtime.ts';
import { realtimeHelperPaths } from '#shared/wire/realtime-helpers.ts';
import type { Secret } from '../../infra/platform.ts';
import { secret } from '../../infra/secrets/secret.ts';
import { toAudioAnswer, Exchange, type AudioAnswer, type ExchangeOptions } from '../exchange.ts';
import { bodyLimits, timeouts } from '../http.ts';
import { recogniseCapabilities, type RecognisedCapabilities } from '../realtime/capabilities.ts';
import { createOddityReport } from '../realtime/oddities.ts';
import { readRequestStatus, type RequestStatus } from '../realtime/request-status.ts';
import { Fields, isRecord } from '../realtime/server-events.ts';
import { openRealtime, type RealtimeSocket } from '../realtime/socket.ts';
import { message } from '#shared/messages/message.ts';

/** A one-time ticket for a browser of one origin. It is a credential: opaque until it is handed to that browser. */
interface BrowserTicket {
  token: Secret;
  /** The one that it was asked for. */
  origin: string;
  /** As the service sent it; ISO 8601 where it is the local one. */
  expiresAt: string | undefined;
  /** Where the browser connects, and with which subprotocol; version 2 does not say, and has its path below the realtime address. */
  url: string | undefined;
  subprotocol: string;
}

/**
 * Interface, "Realtime helper HTTP endpoints" and both "Realtime TTS". Everything is under version 3 names, whichever version is asked. All of
 * it fails with `unreachable` for a connection that has no realtime address.
 */
export interface RealtimeResource {
  /** What can be recognised of them; nothing where the service does not have them. Fails where it cannot be reached or does not take the key. */
  capabilities(version: RealtimeVersion, signal?: AbortSignal): Promise<RecognisedCapabilities>;
  request(version: RealtimeVersion, requestId: string, signal?: AbortSignal): Promise<RequestStatus>;
  /** Stored audio of a completed segment, whichever version made it; `not-found` where none is stored. */
  segmentAudio(requestId: string, segmentId: string, signal?: AbortSignal): Promise<AudioAnswer>;
  /** `origin` as the browser sends it, such as `https://studio.example`. */
  ticket(version: RealtimeVersion, origin: string, signal?: AbortSignal): Promise<BrowserTicket>;
  open(version: RealtimeVersion, signal: AbortSignal, ticket?: { token: Secret; origin: string }): Promise<RealtimeSocket>;
  close(): void;
}

/** `realtimeUrl` is an address such as `wss://realtime.example`, without a path; or nothing, where the connection has none. */
export function realtimeResource(options: ExchangeOptions, realtimeUrl: string | undefined): RealtimeResource {
  let made: { exchange: Exchange; origin: string } | undefined;
  const host = (): { exchange: Exchange; origin: string } => {
    if (made !== undefined) return made;
    const origin = realtimeOrigin(realtimeUrl);
    made = { origin, exchange: new Exchange({ ...options, origin: origin.replace(/^ws/u, 'http') }) };
    return made;
  };
  const report = createOddityReport(options.log, options.key);
  const withHost = async <T>(use: (exchange: Exchange, origin: string) => Promise<T>): Promise<T> => use(host().exchange, host().origin);

  return {
    capabilities: (version, signal) =>
      withHost(async (exchange) => {
        const path = version === 'v3' ? realtimeHelperPaths.capabilitiesV3 : realtimeHelperPaths.capabilitiesV2;
        try {
          return recogniseCapabilities((await exchange.json(path, z.unknown(), signal)).value);
        } catch (thrown) {
          const { kind } = toFailure(thrown);
          if (endsLive.includes(kind)) throw thrown;
          options.log.info('the realtime capabilities could not be read; the defaults of the interface are used', { kind });
          return recogniseCapabilities(undefined);
        }
      }),
    request: (version, requestId, signal) =>
      withHost(async (exchange) => {
        const id = encodeURIComponent(requestId);
        const path =
          version === 'v3'
            ? realtimeHelperPaths.requestV3.replace('{requestId}', id)
            : realtimeHelperPaths.requestV2.replace('{request_id}', id);
        return readRequestStatus((await exchange.json(path, z.unknown(), signal)).value, report);
      }),
    segmentAudio: (requestId, segmentId, signal) =>
      withHost(async (exchange) => {
        const path = realtimeHelperPaths.segmentAudioV3
          .replace('{requestId}', encodeURIComponent(requestId))
          .replace('{segmentId}', encodeURIComponent(segmentId));
        const allowed = { timeouts: timeouts.download, maxBytes: bodyLimits.audio };
        const answer = await exchange.download(path, allowed, signal);
        return toAudioAnswer(exchange, answer, 'no');
      }),
    ticket: (version, origin, signal) =>
      withHost(async (exchange) => {
        const path = version === 'v3' ? realtimeHelperPaths.ticketsV3 : realtimeHelperPaths.ticketsV2;
        const request = { path, body: Buffer.from(JSON.stringify({ origin })), idempotencyKey: newId(), requestId: newId() };
        try {
          const { value } = await exchange.writeJson(request, z.unknown(), signal);
          const body = isRecord(value) && isRecord(value['data']) ? value['data'] : value;
          const fields = new Fields('ticket', isRecord(body) ? body : {}, report);
          const ticket = fields.text('ticket') ?? fields.text('token') ?? fields.text('browserTicket');
          if (ticket === undefined) throw fail('bad-response', message('service.ticketNotRecognized'));
          return {
            token: secret(ticket),
            origin,
            expiresAt: fields.text('expiresAt'),
            url: version === 'v3' ? fields.text('url') : undefined,
            subprotocol: fields.text('subprotocol') ?? subprotocols[version],
          };
        } catch (thrown) {
          // A ticket costs nothing; one whose answer was lost runs out by itself.
          throw new FailureError({ ...toFailure(thrown), charged: 'no' }, { cause: thrown });
        }
      }),
    open: (version, signal, ticket) =>
      withHost((exchange, origin) => openRealtime({ origin, version, key: exchange.key, ticket, report }, signal)),
    close: () => made?.exchange.close(),
  };
}

/** Where nothing could be spoken live either. */
const endsLive: readonly FailureKind[] = ['unreachable', 'unauthorized', 'rate-limited', 'cancelled'];

function realtimeOrigin(address: string | undefined): string {
  if (address === undefined || address === '') throw fail('unreachable', message('service.noRealtimeAddress'));
  const url = URL.parse(address);
  const isOrigin = url !== null && (url.protocol === 'ws:' || url.protocol === 'wss:') && url.pathname === '/' && url.search === '';
  if (!isOrigin || url.username !== '' || url.password !== '')
    throw fail('invalid-input', message('service.realtimeAddressWithPath'), {
      field: 'VOICEWRIGHT_REALTIME_URL',
      next: 'check-connection',
    });
  return `${url.protocol}//${url.host}`;
}
