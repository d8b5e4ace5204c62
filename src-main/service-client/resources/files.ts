import { fail } from '#shared/failure.ts';
import { typeByName } from '../../library/kept-files.ts';
import type { Exchange } from '../exchange.ts';
import { bodyLimits, timeouts } from '../http.ts';
import { message } from '#shared/messages/message.ts';

interface FileAnswer {
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
      throw fail('bad-response', message('service.resultAddressNotFollowed'));
    const allowed = { timeouts: timeouts.download, maxBytes: bodyLimits.file };
    const answer = await exchange.download(url.href, allowed, signal);
    const isUntyped = untyped.includes(answer.contentType);
    if (!isUntyped && !/^(?:image|video|audio)\/|^application\/(?:mp4|ogg)$/u.test(answer.contentType)) {
      answer.discard();
      throw fail('bad-response', message('service.resultNotMedia'), { status: answer.status });
    }
    if (!isUntyped) return { contentType: answer.contentType, body: answer.body() };
    const pieces = answer.body();
    const begun = await pieces.next();
    const first = begun.done === true ? undefined : begun.value;
    const contentType = typeByName(url.pathname) ?? typeByContent(first) ?? 'application/octet-stream';
    return { contentType, body: startingWith(first, pieces) };
  },
});

/** What stores of files answer with for a file that nobody gave a type: its name tells it then, or how it begins. */
const untyped: readonly string[] = ['application/octet-stream', 'binary/octet-stream', ''];

async function* startingWith(first: Uint8Array | undefined, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (first !== undefined) yield first;
    yield* rest;
  } finally {
    // A reader that leaves before the rest was begun ends the answer too.
    await rest.return(undefined);
  }
}

/** The type of a file of one of the usual kinds of results, by its first bytes. */
export function typeByContent(bytes: Uint8Array | undefined): string | undefined {
  const start = Buffer.from(bytes ?? []).toString('latin1', 0, 16);
  if (start.slice(4, 8) === 'ftyp') return start.slice(8, 10) === 'qt' ? 'video/quicktime' : 'video/mp4';
  if (start.startsWith('\x1a\x45\xdf\xa3')) return 'video/webm';
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('GIF8')) return 'image/gif';
  if (start.startsWith('RIFF')) return { WEBP: 'image/webp', WAVE: 'audio/wav' }[start.slice(8, 12)];
  if (start.startsWith('OggS')) return 'audio/ogg';
  return start.startsWith('ID3') ? 'audio/mpeg' : undefined;
}
