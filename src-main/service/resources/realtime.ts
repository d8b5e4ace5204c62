import { fail, FailureError, toFailure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { subprotocols, type RealtimeVersion } from '#shared/wire/realtime.ts';
import {
  realtimeCapabilitiesV2,
  realtimeCapabilitiesV3,
  realtimeHelperPaths,
  requestStatusV2,
  requestStatusV3,
  ticketV2,
  ticketV3,
  type RealtimeCapabilities,
  type RequestStatus,
} from '#shared/wire/realtime-helpers.ts';
import type { Secret } from '../../platform.ts';
import { secret } from '../../secret.ts';
import { soundOf, createExchange, type AudioAnswer, type Exchange, type ExchangeOptions } from '../exchange.ts';
import { bodyLimits, timeouts } from '../http.ts';
import { respelled } from '../realtime/codec.ts';
import { openRealtime, type RealtimeSocket } from '../realtime/socket.ts';

/** A one-time ticket for a browser of one origin. It is a credential: opaque until it is handed to that browser. */
export interface BrowserTicket {
  token: Secret;
  origin: string;
  /** ISO 8601. */
  expiresAt: string;
  /** Where the browser connects, and with which subprotocol; version 2 does not say, and has its path below the realtime address. */
  url: string | undefined;
  subprotocol: string;
}

/**
 * Interface, "Realtime helper HTTP endpoints" and both "Realtime TTS". Everything is under version 3 names, whichever version is asked. All of
 * it fails with `unreachable` for a connection that has no realtime address.
 */
export interface RealtimeResource {
  capabilities(version: RealtimeVersion, signal?: AbortSignal): Promise<RealtimeCapabilities>;
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
    made = { origin, exchange: createExchange({ ...options, origin: origin.replace(/^ws/u, 'http') }) };
    return made;
  };
  const withHost = async <T>(use: (exchange: Exchange, origin: string) => Promise<T>): Promise<T> => use(host().exchange, host().origin);

  return {
    capabilities: (version, signal) =>
      withHost(async (exchange) => {
        if (version === 'v3') return (await exchange.json(realtimeHelperPaths.capabilitiesV3, realtimeCapabilitiesV3, signal)).value;
        const { value } = await exchange.json(realtimeHelperPaths.capabilitiesV2, realtimeCapabilitiesV2, signal);
        return respelled('v2', value) as RealtimeCapabilities;
      }),
    request: (version, requestId, signal) =>
      withHost(async (exchange) => {
        const id = encodeURIComponent(requestId);
        if (version === 'v3')
          return (await exchange.json(realtimeHelperPaths.requestV3.replace('{requestId}', id), requestStatusV3, signal)).value;
        const { value } = await exchange.json(realtimeHelperPaths.requestV2.replace('{request_id}', id), requestStatusV2, signal);
        return respelled('v2', value) as RequestStatus;
      }),
    segmentAudio: (requestId, segmentId, signal) =>
      withHost(async (exchange) => {
        const path = realtimeHelperPaths.segmentAudioV3
          .replace('{requestId}', encodeURIComponent(requestId))
          .replace('{segmentId}', encodeURIComponent(segmentId));
        const allowed = { timeouts: timeouts.download, maxBytes: bodyLimits.audio };
        const answer = await exchange.download(path, allowed, signal);
        return soundOf(exchange, answer, 'no');
      }),
    ticket: (version, origin, signal) =>
      withHost(async (exchange) => {
        const path = version === 'v3' ? realtimeHelperPaths.ticketsV3 : realtimeHelperPaths.ticketsV2;
        const request = { path, body: Buffer.from(JSON.stringify({ origin })), idempotencyKey: newId(), requestId: newId() };
        try {
          if (version === 'v3') {
            const { ticket, origin: bound, expiresAt, url, subprotocol } = (await exchange.writeJson(request, ticketV3, signal)).value;
            return { token: secret(ticket), origin: bound, expiresAt, url, subprotocol };
          }
          const { ticket, origin: bound, expires_at: expiresAt } = (await exchange.writeJson(request, ticketV2, signal)).value;
          return { token: secret(ticket), origin: bound, expiresAt, url: undefined, subprotocol: subprotocols.v2 };
        } catch (thrown) {
          // A ticket costs nothing; one whose answer was lost runs out by itself.
          throw new FailureError({ ...toFailure(thrown), charged: 'no' }, { cause: thrown });
        }
      }),
    open: (version, signal, ticket) => withHost((exchange, origin) => openRealtime({ origin, version, key: exchange.key, ticket }, signal)),
    close: () => made?.exchange.close(),
  };
}

function realtimeOrigin(address: string | undefined): string {
  if (address === undefined || address === '')
    throw fail('unreachable', 'This service has no realtime address. Set it in the connection, or by VOICEWRIGHT_REALTIME_URL.');
  const url = URL.parse(address);
  const isOrigin = url !== null && (url.protocol === 'ws:' || url.protocol === 'wss:') && url.pathname === '/' && url.search === '';
  if (!isOrigin || url.username !== '' || url.password !== '')
    throw fail('invalid-input', 'The realtime address must be one such as wss://realtime.example, without a path.', {
      field: 'VOICEWRIGHT_REALTIME_URL',
      next: 'check-connection',
    });
  return `${url.protocol}//${url.host}`;
}
