import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { FailureError } from '#shared/failure.ts';
import { paidOperations } from '#shared/operations/paid.ts';
import { call, handedOver, readInput, keptPath, tracing, writeOut } from './paid.ts';
import type { Runner } from './run.ts';
import { checkOut } from './sound-file.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

interface TranscribeOptions {
  audioUrl: string;
  language?: string;
  ignoreTimestamps?: true;
  fileName?: string;
  out?: string;
}

/** `transcribe`: sent once, never again by itself. */
export function transcribeCommand(program: Command, run: Runner): void {
  program
    .command('transcribe')
    .description(messages.cli.transcripts.transcribeCommand)
    .requiredOption('--audio-url <url>', messages.cli.transcripts.audioUrlOption)
    .option('--language <code>', messages.cli.options.languageHint)
    .option('--ignore-timestamps', messages.cli.transcripts.ignoreTimestampsOption)
    .option('--file-name <name>', messages.cli.transcripts.fileNameOption)
    .option('--out <file>', messages.cli.transcripts.outOption)
    .action(
      run.action<TranscribeOptions>(async (work, { out, ...options }) => {
        await checkOut(out, work);
        const input = readInput(paidOperations['transcription.create'].in, options);
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
      }),
    );
}
