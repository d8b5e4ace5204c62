import { createHash, type Hash } from 'node:crypto';
import { fail, toFailure } from '#shared/failure.ts';
import type { Answer } from './http.ts';
import { message } from '#shared/messages/message.ts';

/** Breaks that are mended without anything having come between them, and in all of one download. */
export const downloadTries = { inARow: 4, total: 100 } as const;

/** One try of a download: an answer that is a success, or a failure. */
type Ask = (headers: Readonly<Record<string, string>>) => Promise<Answer>;

/**
 * The same answer, whose body does not break: a download costs nothing and is asked for again where it broke off. It goes on by a range where the
 * answer named what it is by a strong `ETag` or a `Last-Modified`; else it is read from its start, and what was handed out already is skipped
 * once it is known to be the same bytes. `pause` waits before a try, counted from 1 since the last byte came.
 */
export function unbroken(first: Answer, ask: Ask, pause: (tries: number, retryAfterMs: number | undefined) => Promise<void>): Answer {
  async function* body(maxBytes?: number): AsyncGenerator<Uint8Array, void, undefined> {
    const hash = createHash('sha256');
    let source: AsyncIterable<Uint8Array> = first.body(maxBytes);
    let received = 0;
    let sinceProgress = 0;
    for (let total = 1; ; total++) {
      try {
        for await (const piece of source) {
          hash.update(piece);
          received += piece.byteLength;
          sinceProgress = 0;
          yield piece;
        }
        return;
      } catch (thrown) {
        const { kind, retryAfterMs } = toFailure(thrown);
        if (kind !== 'stream-interrupted' || ++sinceProgress >= downloadTries.inARow || total >= downloadTries.total) throw thrown;
        await pause(sinceProgress, retryAfterMs);
        source = rest(first, ask, { received, hash, maxBytes });
      }
    }
  }
  return {
    ...first,
    body,
    bytes: async (maxBytes) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of body(maxBytes)) pieces.push(piece);
      return Buffer.concat(pieces);
    },
  };
}

interface Progress {
  received: number;
  /** Of what was received. */
  hash: Hash;
  maxBytes: number | undefined;
}

/** What follows the bytes that are here. */
async function* rest(first: Answer, ask: Ask, progress: Progress): AsyncGenerator<Uint8Array, void, undefined> {
  const { received, maxBytes } = progress;
  const validator = received === 0 ? undefined : validatorOf(first);
  if (validator === undefined) {
    yield* withoutStart((await ask({})).body(maxBytes), progress);
    return;
  }
  const answer = await askForRange(ask, received, validator);
  if (answer?.status === 206) yield* answer.body(maxBytes === undefined ? undefined : maxBytes - received);
  else yield* withoutStart((answer ?? (await ask({}))).body(maxBytes), progress);
}

/** The part from `start` on, or the whole; nothing where the service hands out another part, or none. */
async function askForRange(ask: Ask, start: number, validator: string): Promise<Answer | undefined> {
  let answer: Answer;
  try {
    answer = await ask({ Range: `bytes=${start}-`, 'If-Range': validator });
  } catch (thrown) {
    if (toFailure(thrown).status === 416) return undefined;
    throw thrown;
  }
  if (answer.status !== 206 || new RegExp(`^bytes ${start}-`, 'u').test(answer.header('content-range') ?? '')) return answer;
  answer.discard();
  return undefined;
}

/** By what the service tells whether a file is still the same; nothing for one that hands out no parts, or that comes packed. */
function validatorOf(answer: Answer): string | undefined {
  const encoding = answer.header('content-encoding') ?? 'identity';
  if (answer.header('accept-ranges')?.trim().toLowerCase() === 'none' || encoding.trim().toLowerCase() !== 'identity') return undefined;
  const tag = answer.header('etag')?.trim();
  return tag?.startsWith('"') === true ? tag : answer.header('last-modified');
}

/** Without the bytes that are here. Another file at the same address cannot be joined to them. */
async function* withoutStart(body: AsyncIterable<Uint8Array>, { received, hash }: Progress): AsyncGenerator<Uint8Array, void, undefined> {
  const wanted = hash.copy().digest();
  const start = createHash('sha256');
  let skipped = 0;
  for await (const piece of body) {
    const skip = Math.min(received - skipped, piece.byteLength);
    if (skip > 0) {
      start.update(piece.subarray(0, skip));
      skipped += skip;
      if (skipped === received && !start.copy().digest().equals(wanted)) throw changed();
    }
    if (skip < piece.byteLength) yield piece.subarray(skip);
  }
  if (skipped < received) throw changed();
}

const changed = (): Error =>
  fail('service-failed', message('service.downloadChanged'), {
    next: 'retry',
  });
