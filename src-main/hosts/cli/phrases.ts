import type { Readable } from 'node:stream';
import { usageError } from './output.ts';
import { message } from '#shared/messages/message.ts';

/**
 * The phrases of a text while it comes: its lines, and of a line that is longer than `longest` characters as much as ends in a space, or as there is
 * room for. Lines without a word are none. Throws bad usage for what is not UTF-8.
 */
export async function* phrasesOf(source: Readable, longest: number, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw usageError(message('cli.input.stdinNotUtf8'), '--text');
    }
  };
  let rest = '';
  const cut = function* (ended: boolean): Generator<string> {
    for (;;) {
      const line = /^([^\r\n]*)(?:\r\n|\n|\r)/u.exec(rest);
      const length = line?.[1]?.length ?? rest.length;
      if (length > longest) {
        const at = cutAt(rest, longest);
        yield rest.slice(0, at);
        rest = rest.slice(at);
      } else if (line !== null) {
        yield line[1] ?? '';
        rest = rest.slice(line[0].length);
      } else {
        if (ended) yield rest;
        return;
      }
    }
  };
  const wanted = (text: string): boolean => text.trim() !== '';
  for await (const chunk of closedBy(source, signal)) {
    rest += decode(chunk as Uint8Array);
    for (const text of cut(false)) if (wanted(text)) yield text.trim();
  }
  if (signal.aborted) return;
  rest += decode();
  for (const text of cut(true)) if (wanted(text)) yield text.trim();
}

/** Behind the last space that there is room for, and never within a character. */
function cutAt(text: string, longest: number): number {
  const space = text.slice(0, longest).search(/\s\S*$/u);
  if (space > 0) return space + 1;
  const code = text.charCodeAt(longest - 1);
  return code >= 0xd800 && code < 0xdc00 && longest > 1 ? longest - 1 : longest;
}

/** Ends when the signal does; a stream that was destroyed to that end is no failure. */
async function* closedBy(source: Readable, signal: AbortSignal): AsyncGenerator<unknown, void, undefined> {
  const stop = (): void => void source.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of source) yield chunk;
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
