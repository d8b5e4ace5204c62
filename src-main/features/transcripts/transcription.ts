import { cutText } from '#shared/cut-text.ts';
import { toFailure, type Failure } from '#shared/failure.ts';
import type { Services } from '#shared/operations/index.ts';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import type { Order } from '../../paid-requests/engine.ts';
import type { PaidCoordinator } from '../../paid-requests/coordinator.ts';
import { findFileName, createFingerprint, jsonBody, type FamilyWork } from '../../paid-requests/family.ts';
import type { TranscriptionAnswer } from '../../service-client/reading/transcription.ts';
import { messages } from '#shared/messages/index.ts';

export interface Transcribed {
  transcription: TranscriptionAnswer;
  /** Why it is not on the disk. */
  failure: Failure | null;
}

/** Characters of the text that stand in the ledger; the whole answer is a file. */
const excerpt = 2000;

/** Failure rules, row "transcription": never sent again; an unknown outcome may have been charged. */
export const transcriptionWork: FamilyWork<Transcribed> = {
  family: 'transcription',
  send: async (request, { client, kept, log, signal }) => {
    const { transcription, facts } = await client.transcriptions.create(request, signal);
    const bytes = Buffer.from(JSON.stringify(transcription.whole));
    let failure: Failure | null = null;
    const file = await kept.keep([bytes], 'application/json').catch((thrown: unknown) => {
      // It is paid for and cannot be had again: it goes to the caller, with the failure.
      failure = { ...toFailure(thrown), charged: 'yes' };
      log.error('a transcription could not be kept', { kind: failure.kind });
      return undefined;
    });
    const { text, duration, isDraft } = transcription;
    const result = { text: cutText(text, excerpt), duration, ...(isDraft && { draft: true }), files: file === undefined ? [] : [file] };
    const amount = duration === undefined ? undefined : Math.max(1, Math.ceil(duration));
    return { value: { transcription, failure }, facts, result, amount };
  },
};

export interface TranscriptionOrder {
  audioUrl: string;
  language?: string | undefined;
  ignoreTimestamps?: boolean | undefined;
  fileName?: string | undefined;
  /** What Jobs calls the file, where that is not its name. */
  title?: string | undefined;
}

/** `what` names the work where the address is one of the moment; `seconds` of its sound, where they are known before. */
export function transcriptionPayment(
  { audioUrl, language, ignoreTimestamps, fileName, title }: TranscriptionOrder,
  connectionId: string,
  { what, seconds }: { what?: unknown; seconds?: number | undefined } = {},
): Order {
  const fields = {
    audio_url: audioUrl,
    language,
    file_name: fileName,
    ...(ignoreTimestamps === true && { ignore_timestamps: true }),
  };
  return {
    family: 'transcription' as const,
    path: transcriptionPath,
    body: jsonBody(fields),
    unit: 'second' as const,
    ...(seconds !== undefined && { amount: Math.max(1, Math.ceil(seconds)) }),
    summary: messages.transcribe.transcriptionOf(title ?? fileName ?? findFileName(audioUrl)),
    fingerprint: createFingerprint('transcription', connectionId, what ?? fields),
  };
}

type Transcription = Awaited<ReturnType<Services['transcription.create']>>;

export interface Transcriptions {
  services: Pick<Services, 'transcription.create'>;
  /** `noted` is called with its id before anything is sent. */
  transcribe(order: TranscriptionOrder, signal: AbortSignal, noted?: (operationId: string) => Promise<void>): Promise<Transcription>;
}

export function createTranscription(coordinator: PaidCoordinator, connectionId: () => string): Transcriptions {
  const transcribe: Transcriptions['transcribe'] = async (order, signal, noted) => {
    const payment = transcriptionPayment(order, connectionId());
    const { entry, value } = await coordinator.send(transcriptionWork, payment, signal, noted);
    const { text, duration = null, isDraft, segments } = value.transcription;
    return {
      operation: coordinator.shown(entry),
      text,
      duration,
      draft: isDraft,
      segments: segments as Transcription['segments'],
      failure: value.failure,
    };
  };
  return { transcribe, services: { 'transcription.create': (order, { signal }) => transcribe(order, signal) } };
}
