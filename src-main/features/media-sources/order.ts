import { fail } from '#shared/failure.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { Out } from '#shared/rpc.ts';
import { isSigned, withoutSignatures } from '#shared/signed-address.ts';
import { dubbingRequest } from '#shared/wire/dubbing.ts';
import { lipSyncRequest } from '#shared/wire/lip-sync.ts';
import { findFileName } from '../../paid-requests/family.ts';
import type { LedgerEntry } from '../../paid-requests/ledger/types.ts';
import { parseJson } from '../../service-client/answers.ts';
import type { LastingAddresses } from '../bucket/reachable.ts';
import { keptNameIn } from '../bucket/uploads.ts';
import { message } from '#shared/messages/message.ts';

/** What a lip sync or a dubbing was asked to be made of. Fails with `not-found` for any other entry. */
export async function readSourceOrder(
  entry: LedgerEntry | undefined,
  addresses: Pick<LastingAddresses, 'of'>,
): Promise<Out<Operations['source.order']>> {
  const body = parseJson(Buffer.from(entry?.body ?? new Uint8Array()).toString('utf8'));
  const lipSync = entry?.family === 'lip-sync' ? lipSyncRequest.safeParse(body).data : undefined;
  if (lipSync)
    return {
      videoUrl: await toShownAddress(lipSync.video_url, addresses),
      audioUrl: await toShownAddress(lipSync.audio_url, addresses),
      videoExtension: lipSync.video_extension ?? false,
      text: null,
      voiceId: null,
      modelId: null,
      speed: null,
      language: null,
      fitAudioToVideo: false,
    };
  const dubbing = entry?.family === 'dubbing' ? dubbingRequest.safeParse(body).data : undefined;
  if (!dubbing) throw fail('not-found', message('sources.noSuchJob'), { field: 'operationId' });
  return {
    videoUrl: await toShownAddress(dubbing.video_url, addresses),
    audioUrl: null,
    videoExtension: false,
    text: dubbing.text,
    voiceId: dubbing.reference_id,
    modelId: dubbing.model_id ?? null,
    speed: dubbing.speed ?? null,
    language: dubbing.language ?? null,
    fitAudioToVideo: dubbing.fit_audio_to_video,
  };
}

/** The file of this machine that an address of the bucket was made of; another signed address only as far as it may be shown. */
async function toShownAddress(address: string, addresses: Pick<LastingAddresses, 'of'>): Promise<string> {
  if (!isSigned(address)) return address;
  const name = keptNameIn(address);
  return name === undefined ? withoutSignatures(address) : addresses.of(name, findFileName(address));
}
