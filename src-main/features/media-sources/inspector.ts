import { reachedLimits, type Inspected, type SourceFacts, type SourceKind } from '#shared/operations/sources.ts';
import { importLimits } from '#shared/wire/media-address.ts';
import { isOnThisMachine } from '../../infra/network-place.ts';
import type { ConnectionKeeper } from '../../service-client/connection.ts';
import { accessFor, findServiceOrigin } from './access.ts';
import { readFacts, sourceOfFile, sourceOfRemote } from './inspect.ts';
import { openRemote, SourceError } from './remote.ts';
import { message } from '#shared/messages/message.ts';

/** How long the inspection of an address may take, and how much may be read for it. */
export interface InspectionLimits {
  milliseconds: number;
  bytes: number;
}

/** Finds what a file or an address holds before it is paid for. */
export class SourceInspector {
  readonly #connection: ConnectionKeeper;
  readonly #limits: InspectionLimits;

  constructor(connection: ConnectionKeeper, limits: InspectionLimits) {
    this.#connection = connection;
    this.#limits = limits;
  }

  file(kind: SourceKind, path: string): Promise<Inspected> {
    return toInspected(() => readFacts(sourceOfFile(path), kind));
  }

  async remote(kind: SourceKind, address: string, signal: AbortSignal): Promise<Inspected> {
    const origin = await findServiceOrigin(this.#connection, signal);
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(this.#limits.milliseconds)]);
    return toInspected(async () => {
      const thrown: { error?: unknown } = {};
      try {
        const file = await openRemote(address, accessFor(origin, bounded), this.#limits.bytes);
        const isLocal = origin !== undefined && isOnThisMachine(origin);
        if (isLocal) checkLimits(kind, file.bytes, 0);
        const facts = await readFacts(sourceOfRemote(file, thrown), kind);
        if (isLocal) checkLimits(kind, facts.bytes, facts.seconds);
        return facts;
      } catch (failure) {
        signal.throwIfAborted();
        if (bounded.aborted) throw new SourceError('download', message('sources.lookTimedOut', this.#limits.milliseconds / 1000), false);
        // The reader's own error says less than what it met.
        throw thrown.error instanceof SourceError ? thrown.error : failure;
      }
    });
  }
}

/** What keeps a service on this machine from taking a file of `bytes` and `seconds`, as far as that is known. */
function checkLimits(kind: SourceKind, bytes: number, seconds: number): void {
  const most = reachedLimits[kind];
  if (bytes > most) throw new SourceError('download', message('sources.tooLargeForService', megabytes(most)), true);
  if (seconds > importLimits.seconds)
    throw new SourceError('inspect', message('sources.tooLongForService', importLimits.seconds / 60), true);
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** The facts, or why they are not known, as data. */
async function toInspected(read: () => Promise<SourceFacts>): Promise<Inspected> {
  try {
    return { state: 'known', facts: await read() };
  } catch (thrown) {
    if (thrown instanceof SourceError) {
      const { stage, why, final } = thrown;
      return { state: final ? 'refused' : 'unknown', stage, why };
    }
    if (thrown instanceof Error && thrown.name === 'AbortError') throw thrown;
    return { state: 'refused', stage: 'inspect', why: message('sources.unreadable') };
  }
}
