import { type MediaOrder, type ReferenceRole } from '#shared/operations/media.ts';
import { withoutSignatures } from '#shared/signed-address.ts';
import { imageRequest, videoRequest } from '#shared/wire/media.ts';
import type { LedgerEntry } from '../../paid-requests/ledger/types.ts';
import { keptNameIn } from '../bucket/uploads.ts';

/** The permission to fetch a file of the person's bucket is not shown. */
const formatAddress = (address: string): string => (keptNameIn(address) === undefined ? address : withoutSignatures(address));

/** What was asked for, read from what was sent; undefined where that cannot be read. */
export function readMediaOrder({ family, body }: LedgerEntry): MediaOrder | undefined {
  let sent: unknown;
  try {
    sent = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
  const named = (role: ReferenceRole, ...addresses: readonly (string | undefined)[]) =>
    addresses.flatMap((address) => (address === undefined ? [] : [{ role, address: formatAddress(address), operationId: null }]));
  if (family === 'image') {
    const { data } = imageRequest.safeParse(sent);
    if (data === undefined) return undefined;
    const { prompt, model, aspect_ratio: aspectRatio, resolution, image_url, image_urls = [] } = data;
    const references = named('reference', image_url, ...image_urls);
    return { prompt, model, aspectRatio, resolution, seconds: null, size: null, references };
  }
  const { data } = videoRequest.safeParse(sent);
  if (data === undefined) return undefined;
  const { prompt, model, seconds, size, first_frame_url, last_frame_url, reference_image_urls = [] } = data;
  const references = [
    ...named('first-frame', first_frame_url),
    ...named('last-frame', last_frame_url),
    ...named('reference', ...reference_image_urls),
  ];
  return { prompt, model, aspectRatio: null, resolution: null, seconds, size, references };
}
