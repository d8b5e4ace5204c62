import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { limits } from '#shared/wire/common.ts';
import { speechRequest, type SpeechRequest } from '#shared/wire/speech.ts';
import { usageError } from './output.ts';
import { inputOf } from './paid.ts';

/** Bytes of a text, at most: more than any model takes. */
const maximumTextBytes = 1024 * 1024;

export interface TextOptions {
  text?: string;
  file?: string;
}
export interface SpeechOptions extends TextOptions {
  voice: string;
  model?: string;
  format?: string;
  speed?: number;
  volume?: number;
  pitch?: number;
  stability?: number;
  similarity?: number;
  language?: string;
  emotion?: string;
  instruction?: string;
}

export function aNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}
export function aCount(text: string): number {
  const value = aNumber(text);
  if (!Number.isInteger(value) || value < 1 || value > 1_000_000) throw new InvalidArgumentError('It must be a whole number from 1.');
  return value;
}
export const atMost =
  (most: number) =>
  (text: string): number => {
    const value = aCount(text);
    if (value > most) throw new InvalidArgumentError(`It must be ${most} at most.`);
    return value;
  };
/** Interface, "Limits": page size or limit. */
export const pageSize = atMost(limits.pageSizeMaximum);
export function aKey(text: string): string {
  if (!/^[\x21-\x7e]{1,128}$/u.test(text)) throw new InvalidArgumentError('It must be 1 to 128 visible ASCII characters.');
  return text;
}
export function seconds(text: string): number {
  const value = aNumber(text);
  if (value <= 0 || value > 86_400) throw new InvalidArgumentError('It must be a number of seconds, a day at most.');
  return value;
}

export function withText(command: Command): Command {
  return command
    .option('--text <text>', 'what is said; else --file, else standard input')
    .option('--file <path>', 'a file with what is said, in UTF-8');
}

/** The options by which text and its speech are given. */
export function withSpeech(command: Command, formats = 'mp3 (default), wav or ogg'): Command {
  return withText(command.requiredOption('--voice <id>', 'the voice, as voices list names it'))
    .option('--model <id>', 'the model; else the default of the voice’s family')
    .option('--format <format>', formats)
    .option('--speed <number>', '0.5 to 2', aNumber)
    .option('--volume <number>', '-20 to 20', aNumber)
    .option('--pitch <number>', '-12 to 12, where the model has it', aNumber)
    .option('--stability <number>', '0.5 to 1.5, where the model has it', aNumber)
    .option('--similarity <number>', '0.5 to 1.5, where the model has it', aNumber)
    .option('--language <code>', 'a hint')
    .option('--emotion <id>', 'where the model has it')
    .option('--instruction <text>', 'how it is to be said, where the model takes it');
}

/** The text of a command. Throws bad usage where it is given twice, not at all, or cannot be read. */
export async function textOf({ text, file }: TextOptions, stdin: NodeJS.ReadStream, signal: AbortSignal): Promise<string> {
  if (text !== undefined && file !== undefined) throw usageError('--text and --file are both given: one is wanted.', '--text');
  if (text !== undefined) return text;
  if (file !== undefined) {
    const bytes = await readFile(file).catch(() => {
      throw usageError(`--file: ${file} cannot be read.`, '--file');
    });
    return decoded(bytes, '--file');
  }
  if (stdin.isTTY) throw usageError('There is no text: give --text, --file or standard input.', '--text');
  const chunks: Buffer[] = [];
  let length = 0;
  const stop = (): void => void stdin.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of stdin) {
      const bytes = Buffer.from(chunk as Buffer);
      length += bytes.byteLength;
      if (length > maximumTextBytes) throw usageError('The text on standard input is too long.', '--text');
      chunks.push(bytes);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  return decoded(Buffer.concat(chunks), '--text');
}

function decoded(bytes: Uint8Array, field: string): string {
  if (bytes.byteLength > maximumTextBytes) throw usageError(`${field}: the text is too long.`, field);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    throw usageError(`${field}: the text is not UTF-8.`, field);
  }
}

/** The request of version 3 that the options make. Throws bad usage that names the option. */
export function requestOf(text: string, options: SpeechOptions): SpeechRequest {
  const { voice: voiceId, model: modelId, format, speed, volume, pitch, stability, similarity, language, emotion, instruction } = options;
  const given = { text, voiceId, modelId, format, speed, volume, pitch, stability, similarity, language, emotion, instruction };
  return inputOf(speechRequest, given, { voiceId: '--voice', modelId: '--model' });
}
