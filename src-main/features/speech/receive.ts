import { fail, toFailure, FailureError } from '#shared/failure.ts';
import type { Arrival, PaidResult, ResultFacts } from '../../library/types.ts';
import { chargedFor, readFacts, UnmadeError, type MakingEvent, type MakingTools, type Operation, type Seen } from './operation.ts';
import type { Flight } from './single-flight.ts';
import { message } from '#shared/messages/message.ts';

/**
 * Takes sound in: `fill` writes it, `timing` says what is known of its words. What arrived of a sound that does not become
 * whole is kept as incomplete, and goes out with the failure.
 */
export async function receive(
  operation: Operation,
  tools: MakingTools,
  seen: Seen,
  fill: (arrival: Arrival) => Promise<void>,
  timing: (whole: boolean) => Pick<ResultFacts, 'alignment' | 'words'>,
): Promise<PaidResult> {
  const factsNow = (whole: boolean): ResultFacts => ({
    ...readFacts(operation),
    requestId: seen.requestId ?? operation.requestId,
    creditsUsed: whole ? (seen.creditsUsed ?? null) : null,
    ignoredParameters: seen.ignoredParameters ?? [],
    ...timing(whole),
  });
  let arrival: Arrival | undefined;
  let filled = false;
  let kept: PaidResult | undefined;
  try {
    arrival = await tools.library.receive(operation.operationId, operation.format);
    await fill(arrival);
    filled = true;
    const result = await arrival.complete(factsNow(true));
    if (result.state === 'complete') return result;
    kept = result;
    throw fail('damaged', message('speech.soundEndsEarly'));
  } catch (thrown) {
    if (!(thrown instanceof FailureError) && toFailure(thrown).kind === 'internal')
      tools.log.error('a sound could not be taken in', { operationId: operation.operationId, error: String(thrown) });
    if (!filled)
      kept = await arrival?.interrupted(factsNow(false)).catch((reason: unknown) => {
        tools.log.error('what arrived could not be kept yet', { operationId: operation.operationId, kind: toFailure(reason).kind });
        return undefined;
      });
    // Once the service has done its part, what went wrong here makes it no cheaper. Before that, what it reserved may be refunded.
    const charged = filled || seen.taken === true ? chargedFor(seen) : 'unknown';
    throw new UnmadeError({ ...toFailure(thrown), charged }, kept);
  }
}

/** Writes what is read, and tells as soon as something can be heard. */
export async function pour(body: AsyncIterable<Uint8Array>, arrival: Arrival, flight: Flight<MakingEvent>): Promise<void> {
  let bytes = 0;
  for await (const chunk of body) {
    await arrival.write(chunk);
    if (bytes === 0) flight.tell({ type: 'receiving', liveUrl: arrival.liveUrl });
    bytes += chunk.byteLength;
  }
  if (bytes === 0) throw fail('bad-response', message('speech.noSoundInResponse'));
  flight.tell({ type: 'received' });
}
