import { fail } from '#shared/failure.ts';
import type { Answer, HttpRequest, Transport } from './http.ts';

/** Failure rules, rule 10. */
export const maximumRedirects = 5;

export interface Trust {
  /** The service's own origin: scheme, host and port. */
  origin: string;
  /** Origins that a person trusted by name. */
  trustedOrigins(): readonly string[];
}

/**
 * Follows the redirects of a read by hand. The bearer goes to the service's own origin and to trusted ones, and is dropped
 * elsewhere; it comes back when a later address is the service's again. An address that then answers 401 or 403 is named.
 */
export async function follow(transport: Transport, request: HttpRequest, trust: Trust): Promise<Answer> {
  let url = request.url;
  for (let hops = 0; ; hops++) {
    const known = url.origin === trust.origin || trust.trustedOrigins().includes(url.origin);
    const answer = await transport.send({ ...request, url, key: known ? request.key : undefined });
    if (!isRedirect(answer.status)) {
      if (!known && request.key !== undefined && (answer.status === 401 || answer.status === 403)) {
        answer.discard();
        throw fail(
          'forbidden',
          `The service keeps this at ${url.origin}, which asks for the key. The studio does not give the key to an address that you have not trusted.`,
          { status: answer.status, code: 'UNTRUSTED_ORIGIN', next: 'trust-origin', origin: url.origin },
        );
      }
      return answer;
    }
    const location = answer.header('location');
    answer.discard();
    if (hops >= maximumRedirects) throw fail('bad-response', `The service redirected more than ${maximumRedirects} times.`);
    const next = location === undefined ? null : URL.parse(location, url.href);
    if (next === null || (next.protocol !== 'http:' && next.protocol !== 'https:'))
      throw fail('bad-response', 'The service redirected to an address that cannot be followed.');
    // Never from a secure address to one that anybody on the way can read and change.
    if (url.protocol === 'https:' && next.protocol === 'http:')
      throw fail('bad-response', `The service redirected to ${next.origin}, which is not secure.`);
    next.username = '';
    next.password = '';
    url = next;
  }
}

function isRedirect(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308;
}
