import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { limits } from '#shared/wire/common.ts';
import { speechRequest, type SpeechRequest } from '#shared/wire/speech.ts';
import { usageError } from './output.ts';
import { readInput } from './paid.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

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
  if (!Number.isFinite(value)) throw new InvalidArgumentError(messages.cli.input.notANumber);
  return value;
}
export function aCount(text: string): number {
  const value = aNumber(text);
  if (!Number.isInteger(value) || value < 1 || value > 1_000_000) throw new InvalidArgumentError(messages.cli.input.notAWholeNumber);
  return value;
}
export const atMost =
  (most: number) =>
  (text: string): number => {
    const value = aCount(text);
    if (value > most) throw new InvalidArgumentError(messages.cli.input.tooMany(most));
    return value;
  };
/** Interface, "Limits": page size or limit. */
export const pageSize = atMost(limits.pageSizeMaximum);
export function aKey(text: string): string {
  if (!/^[\x21-\x7e]{1,128}$/u.test(text)) throw new InvalidArgumentError(messages.cli.input.notAKey);
  return text;
}
export function seconds(text: string): number {
  const value = aNumber(text);
  if (value <= 0 || value > 86_400) throw new InvalidArgumentError(messages.cli.input.notSeconds);
  return value;
}

export function withText(command: Command): Command {
  return command.option('--text <text>', messages.cli.options.text).option('--file <path>', messages.cli.options.textFile);
}

/** The options by which text and its speech are given. */
export function withSpeech(command: Command, formats: string = messages.cli.options.format): Command {
  return withText(command.requiredOption('--voice <id>', messages.cli.options.voice))
    .option('--model <id>', messages.cli.options.model)
    .option('--format <format>', formats)
    .option('--speed <number>', messages.cli.options.speed, aNumber)
    .option('--volume <number>', messages.cli.options.volume, aNumber)
    .option('--pitch <number>', messages.cli.options.pitch, aNumber)
    .option('--stability <number>', messages.cli.options.stability, aNumber)
    .option('--similarity <number>', messages.cli.options.stability, aNumber)
    .option('--language <code>', messages.cli.options.languageHint)
    .option('--emotion <id>', messages.cli.options.emotion)
    .option('--instruction <text>', messages.cli.options.instruction);
}

/** The text of a command. Throws bad usage where it is given twice, not at all, or cannot be read. */
export async function readSpokenText({ text, file }: TextOptions, stdin: NodeJS.ReadStream, signal: AbortSignal): Promise<string> {
  if (text !== undefined && file !== undefined) throw usageError(message('cli.input.twoTexts'), '--text');
  if (text !== undefined) return text;
  if (file !== undefined) return readTextFile(file, '--file');
  if (stdin.isTTY) throw usageError(message('cli.input.textMissing'), '--text');
  const chunks: Buffer[] = [];
  let length = 0;
  const stop = (): void => void stdin.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    for await (const chunk of stdin) {
      const bytes = Buffer.from(chunk as Buffer);
      length += bytes.byteLength;
      if (length > maximumTextBytes) throw usageError(message('cli.input.stdinTooLong'), '--text');
      chunks.push(bytes);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
  signal.throwIfAborted();
  return decoded(Buffer.concat(chunks), '--text');
}

/** The text of the file that `option` names. Throws bad usage where it cannot be read, is too long or not UTF-8. */
export async function readTextFile(path: string, option: string): Promise<string> {
  const bytes = await readFile(path).catch(() => {
    throw usageError(message('cli.input.fileUnreadable', option, path), option);
  });
  return decoded(bytes, option);
}

function decoded(bytes: Uint8Array, field: string): string {
  if (bytes.byteLength > maximumTextBytes) throw usageError(message('cli.input.textTooLong', field), field);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    throw usageError(message('cli.input.notUtf8', field), field);
  }
}

/** The request of version 3 that the options make. Throws bad usage that names the option. */
export function toSpeechRequest(text: string, options: SpeechOptions): SpeechRequest {
  const { voice: voiceId, model: modelId, format, speed, volume, pitch, stability, similarity, language, emotion, instruction } = options;
  const given = { text, voiceId, modelId, format, speed, volume, pitch, stability, similarity, language, emotion, instruction };
  return readInput(speechRequest, given, { voiceId: '--voice', modelId: '--model' });
}
