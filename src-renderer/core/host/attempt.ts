import { toFailure, type Failure } from '#shared/failure.ts';

/** Runs something that may fail, and returns the failure as data. */
export async function attempt<T>(work: () => Promise<T>): Promise<{ ok: true; value: T } | { ok: false; failure: Failure }> {
  try {
    return { ok: true, value: await work() };
  } catch (thrown) {
    return { ok: false, failure: toFailure(thrown) };
  }
}
