import { fail, type Failure, readText } from '#shared/failure.ts';
import { message } from '#shared/messages/message.ts';

/** Hands a file over to main, which keeps it until the studio ends. Answers its id; throws why main did not take it. */
export async function uploadFile(file: Blob, signal?: AbortSignal): Promise<string> {
  let response: Response;
  try {
    response = await fetch('/bytes/upload', { method: 'POST', body: file, ...(signal && { signal }) });
  } catch (cause) {
    if (signal?.aborted) throw fail('cancelled', message('transcribe.stopped'), { cause });
    throw fail('file-failed', message('transcribe.fileNotRead'), { cause, next: 'retry' });
  }
  const answer = (await response.json().catch(() => ({}))) as { uploadId?: string; failure?: Failure };
  if (answer.failure) throw fail(answer.failure.kind, readText(answer.failure), { next: answer.failure.next });
  if (!response.ok || answer.uploadId === undefined) throw fail('file-failed', message('transcribe.fileRefused'), { next: 'retry' });
  return answer.uploadId;
}
