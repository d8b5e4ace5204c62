import { fail, type Failure } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';

/** Hands a file over to main, which keeps it until the studio ends. Answers its id; throws why main did not take it. */
export async function uploadFile(file: Blob, signal?: AbortSignal): Promise<string> {
  let response: Response;
  try {
    response = await fetch('/bytes/upload', { method: 'POST', body: file, ...(signal && { signal }) });
  } catch (cause) {
    if (signal?.aborted) throw fail('cancelled', messages.transcribe.stopped, { cause });
    throw fail('file-failed', messages.transcribe.fileNotRead, { cause, next: 'retry' });
  }
  const answer = (await response.json().catch(() => ({}))) as { uploadId?: string; failure?: Failure };
  if (answer.failure) throw fail(answer.failure.kind, answer.failure.message, { next: answer.failure.next });
  if (!response.ok || answer.uploadId === undefined) throw fail('file-failed', messages.transcribe.fileRefused, { next: 'retry' });
  return answer.uploadId;
}
