import { fail } from '#shared/failure.ts';
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
    if (!/^(image|video|audio)\/|^application\/(octet-stream|mp4|ogg)$/u.test(answer.contentType)) {
      answer.discard();
      throw fail('bad-response', 'What the service keeps as the result is no picture, video or sound.', { status: answer.status });
    }
    return { contentType: answer.contentType, body: answer.body() };
  },
});
