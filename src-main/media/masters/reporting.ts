import { message } from '#shared/messages/message.ts';
import { errorCode, fileFailure } from '../../infra/files.ts';

/** What the disk says goes to the caller of a thread as a failure. */
export async function reporting<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    throw fileFailure(thrown, message('library.theExport'));
  }
}
