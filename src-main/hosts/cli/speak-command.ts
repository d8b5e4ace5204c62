import { rm, writeFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { FailureError, toFailure, readText, reword } from '#shared/failure.ts';
import { createAlignment } from '#shared/narration/alignment.ts';
import { alignedPath, type SpeechRequest } from '#shared/wire/speech.ts';
import { integrationEndpoints, speakThrough, type IntegrationEndpoint } from './integrations.ts';
import { sendPaid } from '../../paid-requests/send.ts';
import { fileFailure } from '../../infra/files.ts';
import { pathNamedByUser } from '../../library/writable-path.ts';
import type { AlignedCompletion } from '../../service-client/aligned.ts';
import { toSpeechRequest, readSpokenText, withSpeech, type SpeechOptions } from './input.ts';
import { usageError } from './output.ts';
import { handedOver, tracing, withPart } from './paid.ts';
import type { Runner, Work } from './run.ts';
import type { Session } from './session.ts';
import { toSpeechOrder } from './speech-order.ts';
import { checkOut, openFor, wordsPathFor, type SoundFile } from './sound-file.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

type Endpoint = 'aligned' | IntegrationEndpoint;
interface SpeakOptions extends SpeechOptions {
  out: string;
  words?: string;
  endpoint: Endpoint;
}

/** `speak`: sound as it is made, with the times of its words; or by an endpoint of an earlier version, for who tests integrations. */
export function speakCommand(program: Command, run: Runner): void {
  withSpeech(program.command('speak').description(messages.cli.speech.speakCommand))
    .requiredOption('--out <file>', messages.cli.options.soundFile)
    .option('--words <file>', messages.cli.speech.wordsOption)
    .addOption(
      new Option('--endpoint <name>', messages.cli.speech.endpointOption).choices(['aligned', ...integrationEndpoints]).default('aligned'),
    )
    .action(
      run.action<SpeakOptions>(async (work, options) => {
        await checkOut(options.out, work);
        if (options.words === '-') throw usageError(message('cli.speech.wordsNeedFile'), '--words');
        await checkOut(options.words, work);
        const request = toSpeechRequest(await readSpokenText(options, work.stdin, work.signal), options);
        const session = await work.session();
        const { endpoint, out } = options;
        if (endpoint !== 'aligned') return earlier(work, session, request, endpoint, out);
        await tracing(session, 'aligned', '', () => aligned(work, session, request, options));
      }),
    );
}

/** Lands a sound by `fill`; one that breaks off is kept beside its name, and the failure says where. */
async function landing(work: Work, out: string, source: AsyncIterable<unknown>, fill: (file: SoundFile) => Promise<void>): Promise<void> {
  const file = await handedOver(undefined, () => openFor(source, out, work));
  try {
    await fill(file);
    await file.complete();
  } catch (thrown) {
    const part = await file.keepPart();
    const failure = toFailure(thrown);
    const charged = failure.charged === 'no' ? 'yes' : failure.charged;
    throw new FailureError({ ...(part === undefined ? failure : withPart(failure, part)), charged }, { cause: thrown });
  }
}

async function aligned(work: Work, session: Session, request: SpeechRequest, { out, words }: SpeakOptions): Promise<void> {
  const { output, signal } = work;
  const alignment = createAlignment();
  const heard: { completion?: AlignedCompletion; timingLost?: true } = {};
  const { operationId, facts } = await sendPaid(
    session,
    toSpeechOrder({ family: 'aligned', path: alignedPath }, request, work),
    async (sent, aborted) => {
      const { events, ...known } = await session.client.aligned(sent, aborted);
      await landing(work, out, events, async (file) => {
        let bytes = 0;
        for await (const batch of events)
          for (const event of batch) {
            if (event.type === 'audio') {
              await file.write(event.bytes);
              bytes += event.bytes.byteLength;
            } else if (event.type === 'snapshot') alignment.snapshot(event.chunkSeq, event.words);
            else if (event.type === 'invalidated') alignment.invalidate(event.chunkSeq);
            else if (event.type === 'timing-lost') heard.timingLost = true;
            else heard.completion = event.completion;
            output.progress(`${Math.round(bytes / 1024)} KiB`);
          }
      });
      const { creditsUsed, quotaRemaining, requestId } = heard.completion ?? known;
      return { value: null, facts: { ...known, creditsUsed, quotaRemaining, requestId } };
    },
    { signal, onWait: () => output.progress(messages.cli.speech.serviceWaits) },
  );
  const { completion } = heard;
  const alignmentStatus = heard.timingLost === true ? 'partial' : completion?.alignmentStatus;
  const timed = alignment.words().map(({ text, startMs, endMs }) => ({ text, startMs, endMs }));
  const wordsPath = words ?? (out === '-' ? undefined : wordsPathFor(out));
  if (wordsPath !== undefined)
    await writeWords(work, wordsPath, { units: 'milliseconds', alignmentStatus, words: timed }).catch((thrown: unknown) => {
      const { failure } = fileFailure(thrown, message('cli.speech.theWords'));
      throw new FailureError(reword(failure, message('cli.speech.soundIsWhole', readText(failure), out), { charged: 'yes' }), {
        cause: thrown,
      });
    });
  if (alignmentStatus !== 'complete') output.note(messages.cli.speech.wordsIncomplete(alignmentStatus ?? 'none'));
  if (out === '-') return;
  const result = {
    operationId,
    out,
    words: wordsPath,
    wordCount: timed.length,
    alignmentStatus,
    requestId: completion?.requestId,
    generationId: completion?.generationId,
    creditsUsed: facts.creditsUsed,
    quotaRemaining: facts.quotaRemaining,
    ignoredParameters: completion?.ignoredParameters ?? [],
  };
  await output.result(result, [
    [out, wordsPath ?? '', messages.cli.output.words(timed.length), messages.cli.output.credits(facts.creditsUsed ?? '?')].join('\t'),
  ]);
}

async function writeWords({ profileDirectory }: Work, path: string, content: unknown): Promise<void> {
  const place = await pathNamedByUser(path, profileDirectory, message('cli.speech.theWords'));
  try {
    await writeFile(place.temporary, `${JSON.stringify(content)}\n`);
    await place.publish();
  } finally {
    await rm(place.temporary, { force: true });
  }
}

async function earlier(work: Work, session: Session, request: SpeechRequest, endpoint: IntegrationEndpoint, out: string): Promise<void> {
  const { common, output, signal } = work;
  const { body, model } = bodyFor(endpoint, request);
  const answer = await speakThrough(
    session,
    { endpoint, body, model, idempotencyKey: common.idempotencyKey },
    (sound) =>
      landing(work, out, sound, async (file) => {
        for await (const piece of sound) await file.write(piece);
      }),
    { signal, onWait: () => output.progress(messages.cli.speech.serviceWaits) },
  );
  if (out === '-') return;
  const { creditsUsed, quotaRemaining, requestId } = answer.facts;
  const result = { operationId: answer.operationId, endpoint, out, requestId, creditsUsed, quotaRemaining, stored: answer.stored };
  await output.result(result, [[out, messages.cli.output.credits(creditsUsed ?? '?')].join('\t')]);
}

/** The same wishes in the endpoint's own names. Throws bad usage for one that it has none for. */
function bodyFor(endpoint: IntegrationEndpoint, request: SpeechRequest): { body: Record<string, unknown>; model?: string | undefined } {
  if (endpoint === 'v1' || endpoint === 'v1-cached' || endpoint === 'v2') return { body: { ...request } };
  const { text, voiceId, modelId, format, speed, stability, similarity, textNormalization, ...rest } = request;
  const foreign = Object.keys(rest)[0] ?? (endpoint === 'openai' && (stability ?? similarity) !== undefined ? 'stability' : undefined);
  if (foreign !== undefined) throw usageError(message('cli.speech.optionNotForEndpoint', foreign), `--${foreign}`);
  if (endpoint === 'engine') {
    const own = { text, reference_id: voiceId, format, speed, temperature: stability, top_p: similarity, normalize: textNormalization };
    return { body: defined(own), model: modelId };
  }
  if (modelId === undefined) throw usageError(message('cli.speech.modelNeeded'), '--model');
  return { body: defined({ model: modelId, input: text, voice: voiceId, response_format: format, speed }) };
}

const defined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
