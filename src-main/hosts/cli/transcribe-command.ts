import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { FailureError, toFailure } from '#shared/failure.ts';
import { paidOperations } from '#shared/operations/paid.ts';
import { piecesOfManuscript } from '#shared/transcripts/known-text.ts';
import { alignText, readKnownText } from '../../features/transcripts/known-text.ts';
import { secondsOfSound } from '../../features/transcripts/look.ts';
import { Aligner } from '../../media/alignment/aligner.ts';
import { usageError } from './output.ts';
import { reportPercent } from './percent.ts';
import { call, handedOver, readInput, keptPath, tracing, writeOut } from './paid.ts';
import type { Runner, Work } from './run.ts';
import { checkOut } from './sound-file.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

interface TranscribeOptions {
  audioUrl?: string;
  audio?: string;
  text?: string;
  language?: string;
  ignoreTimestamps?: true;
  fileName?: string;
  out?: string;
}

/** `transcribe`: sent once, never again by itself; or, with the recording's text, aligned here. */
export function transcribeCommand(program: Command, run: Runner): void {
  program
    .command('transcribe')
    .description(messages.cli.transcripts.transcribeCommand)
    .option('--audio-url <url>', messages.cli.transcripts.audioUrlOption)
    .option('--audio <path>', messages.cli.transcripts.audioOption)
    .option('--text <path>', messages.cli.transcripts.textOption)
    .option('--language <code>', messages.cli.options.languageHint)
    .option('--ignore-timestamps', messages.cli.transcripts.ignoreTimestampsOption)
    .option('--file-name <name>', messages.cli.transcripts.fileNameOption)
    .option('--out <file>', messages.cli.transcripts.outOption)
    .action(
      run.action<TranscribeOptions>(async (work, options) => {
        const known = checkRecording(options);
        await checkOut(options.out, work);
        await (known === undefined ? transcribe(work, options) : align(work, { ...options, ...known }));
      }),
    );
}

/** A recording of this machine with its text, `undefined` for one that the service fetches. Throws bad usage for anything else. */
function checkRecording({ audioUrl, audio, text }: TranscribeOptions): { audio: string; text: string } | undefined {
  if (audioUrl !== undefined && audio !== undefined) throw usageError(message('cli.transcripts.twoRecordings'), '--audio-url');
  if (text !== undefined && audio === undefined) throw usageError(message('cli.transcripts.textNeedsAudio'), '--audio');
  if (audio !== undefined && text === undefined) throw usageError(message('cli.transcripts.audioNeedsText'), '--text');
  if (audioUrl === undefined && audio === undefined) throw usageError(message('cli.transcripts.audioMissing'), '--audio-url');
  return audio === undefined || text === undefined ? undefined : { audio, text };
}

async function transcribe(work: Work, options: TranscribeOptions): Promise<void> {
  const { out, audioUrl, language, ignoreTimestamps, fileName } = options;
  const input = readInput(paidOperations['transcription.create'].in, { audioUrl, language, ignoreTimestamps, fileName });
  const session = await work.session();
  const heard = await tracing(session, 'transcription', '', () => call(session, 'transcription.create', input, work.signal));
  const { operation, text, duration, segments, failure } = heard;
  const { creditsUsed, requestId, operationId, serviceRequestId } = operation;
  const value = { text, duration, segments, creditsUsed, requestId, serviceRequestId, operationId };
  const [kept] = operation.files;
  const place = kept === undefined ? undefined : message('cli.transcripts.responseIn', keptPath(session, kept));
  const written = Readable.from([Buffer.from(`${JSON.stringify(value)}\n`)]);
  if (out !== undefined) await handedOver(place, () => writeOut(work, out, written));
  if (out !== '-') await work.output.result(out === undefined ? value : { ...value, out }, out === undefined ? [text] : [out]);
  // It is printed all the same, and cannot be had again.
  if (failure !== null && out === undefined) throw new FailureError(failure);
}

/** Finds a text in a recording of it: no service, no charge. The result is that of a transcription. */
async function align(work: Work, options: TranscribeOptions & { audio: string; text: string }): Promise<void> {
  const { audio, text: textPath, language, out, ignoreTimestamps } = options;
  const onUnexpected = (): void => undefined;
  const manuscript = await readKnownText(resolve(textPath), basename(textPath), { signal: work.signal, onUnexpected }).catch(
    (thrown: unknown) => {
      if (toFailure(thrown).kind !== 'not-found') throw thrown;
      throw usageError(message('cli.input.fileUnreadable', '--text', textPath), '--text');
    },
  );
  const path = resolve(audio);
  if (!existsSync(path)) throw usageError(message('cli.input.fileUnreadable', '--audio', audio), '--audio');
  const duration = await secondsOfSound(path, 'alignment');
  const aligner = new Aligner({ onUnexpected });
  const stop = (): void => void aligner.close();
  work.signal.addEventListener('abort', stop, { once: true });
  try {
    const order = { path, seconds: duration, pieces: piecesOfManuscript(manuscript, language), language };
    const found = await alignText(aligner, order, work.signal, reportPercent(work, messages.cli.projects.aligning));
    const seconds = (ms: number | null): number => (ms ?? 0) / 1000;
    const segments = found.segments.map(({ index, text, startMs, endMs, speaker, words, unsure }) => ({
      id: index,
      start: seconds(startMs),
      end: seconds(endMs),
      text,
      ...(speaker !== null && { speaker }),
      ...(unsure === true && { unsure }),
      words: words.map((word) => ({ text: word.text, start: seconds(word.startMs), end: seconds(word.endMs) })),
    }));
    const text = segments.map((segment) => segment.text).join(' ');
    const times = ignoreTimestamps === true ? [] : segments;
    const { unsaid } = found;
    if (unsaid > 0) work.output.note(messages.transcribe.unsaidNote(unsaid));
    const value = { text, duration, language: found.language, segments: times, unsaid, creditsUsed: 0 };
    if (out !== undefined) await writeOut(work, out, Readable.from([Buffer.from(`${JSON.stringify(value)}\n`)]));
    if (out !== '-') await work.output.result(out === undefined ? value : { ...value, out }, out === undefined ? [text] : [out]);
  } finally {
    work.signal.removeEventListener('abort', stop);
    await aligner.close();
  }
}
