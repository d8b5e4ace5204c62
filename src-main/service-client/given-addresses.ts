import { fail, FailureError, privateAddress, readText, reword } from '#shared/failure.ts';
import { insecureAddress } from './addresses.ts';
import { isOnThisMachine } from '../infra/network-place.ts';
import { type Answer, type HttpRequest, type Transport } from './http.ts';
import { message } from '#shared/messages/message.ts';

/** Failure rules, rule 10. */
export const maximumRedirects = 5;

export interface Trust {
  /** The service's own origin: scheme, host and port. */
  origin: string;
  /** Origins that a person trusted by name. */
  trustedOrigins(): readonly string[];
}

/** Codes of failures that say that an address which an answer gave is not fetched from, or not with the key. */
const untrustedOrigin = 'UNTRUSTED_ORIGIN';
export const isRefusedAddress = (code: string | undefined): boolean =>
  code === untrustedOrigin || code === privateAddress || code === insecureAddress;

/**
 * Sends a read and follows its redirects, one by one. This is how the studio fetches everything that an answer of a service names: the
 * result of a job, `audio_url`, `tts_audio_url`, and wherever any call is redirected.
 *
 * - **The bearer** goes to the service's own origin and to trusted ones, and is dropped elsewhere; it comes back when a later address is the
 *   service's again. An address that then answers 401 or 403 is named.
 * - **Networks**: the service's own origin and trusted ones may be anywhere, for a person named them (a service in a home or office network
 *   works at its own origin). Everything else must be in the public Internet by every address that its name stands for, judged at the moment
 *   of connecting. One exception: where the service itself is on this machine, other ports of this machine may be fetched from as long as every
 *   address on the way was of this machine, the service or trusted. Such a service reaches them without the studio, so nothing is gained through it,
 *   and a service under development answers from several ports. Private networks beyond this machine stay refused to it, too.
 * - **Secure stays secure**: a service that is reached by https never sends the studio to plain http, and neither does a secure address on the way.
 */
export async function follow(transport: Transport, request: HttpRequest, trust: Trust): Promise<Answer> {
  let url = request.url;
  let onThisMachine = isOnThisMachine(trust.origin);
  checkSecure(trust.origin, url);
  for (let hops = 0; ; hops++) {
    const known = url.origin === trust.origin || trust.trustedOrigins().includes(url.origin);
    const reach = known ? undefined : onThisMachine ? 'public-and-here' : 'public';
    const answer = await transport.send({ ...request, url, reach, key: known ? request.key : undefined });
    if (!isRedirect(answer.status)) {
      if (!known && request.key !== undefined && (answer.status === 401 || answer.status === 403)) {
        answer.discard();
        throw fail('forbidden', message('service.keyNotForOrigin', url.origin), {
          status: answer.status,
          code: untrustedOrigin,
          next: 'trust-origin',
          origin: url.origin,
        });
      }
      return answer;
    }
    const location = answer.header('location');
    answer.discard();
    if (hops >= maximumRedirects) throw fail('bad-response', message('service.tooManyRedirects', maximumRedirects));
    const next = location === undefined ? null : URL.parse(location, url.href);
    if (next === null || (next.protocol !== 'http:' && next.protocol !== 'https:'))
      throw fail('bad-response', message('service.redirectNotFollowed'));
    checkSecure(trust.origin, next);
    checkSecure(url.origin, next);
    onThisMachine &&= known || isOnThisMachine(url.origin);
    next.username = '';
    next.password = '';
    url = next;
  }
}

/** Never from a secure address to one that anybody on the way can read and change. */
function checkSecure(from: string, next: URL): void {
  if (!from.startsWith('https:') || next.protocol !== 'http:') return;
  throw fail('bad-response', message('service.redirectNotSecure', from, next.origin), {
    code: insecureAddress,
    origin: next.origin,
    next: 'report',
  });
}

/** What a refused address says of a result that is paid for and known by `id`; everything else as it was thrown. */
export function refusedResult(thrown: unknown, id: string, requestId?: string): unknown {
  if (!(thrown instanceof FailureError) || !isRefusedAddress(thrown.failure.code)) return thrown;
  const text = message('service.resultPaidAtId', readText(thrown.failure), id);
  return new FailureError(reword(thrown.failure, text, { charged: 'yes', ...(requestId !== undefined && { requestId }) }), {
    cause: thrown,
  });
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}
