import { fail } from '#shared/failure.ts';
import { typeByName } from '../../library/kept-files.ts';
import type { Exchange } from '../exchange.ts';
import { bodyLimits, timeouts } from '../http.ts';

export interface FileAnswer {
  contentType: string;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Files that an answer names by their address: results of jobs, and the speech of a dubbing that did not become one. Elsewhere than on the
 * service's own origin they are asked for without the key.
 */
export interface FilesResource {
  /** A picture, a video or sound. Anything else that comes, such as an error page, is a `bad-response`. */
  media(address: string, signal?: AbortSignal): Promise<FileAnswer>;
}

export const filesResource = (exchange: Exchange): FilesResource => ({
  media: async (address, signal) => {
    const url = URL.parse(address, exchange.origin);
    if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:'))
      throw fail('bad-response', 'The service keeps the result at an address that cannot be followed.');
    const allowed = { timeouts: timeouts.download, maxBytes: bodyLimits.file };
    const answer = await exchange.download(url.href, allowed, signal);
    const isUntyped = untyped.includes(answer.contentType);
    if (!isUntyped && !/^(?:image|video|audio)\/|^application\/(?:mp4|ogg)$/u.test(answer.contentType)) {
      answer.discard();
      throw fail('bad-response', 'What the service keeps as the result is no picture, video or sound.', { status: answer.status });
    }
    const byName = isUntyped ? typeByName(url.pathname) : undefined;
    return { contentType: byName ?? (isUntyped ? 'application/octet-stream' : answer.contentType), body: answer.body() };
  },
});

/** What stores of files answer with for a file that nobody gave a type: its name tells it then. */
const untyped: readonly string[] = ['application/octet-stream', 'binary/octet-stream', ''];
