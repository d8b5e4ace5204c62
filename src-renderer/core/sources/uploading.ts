import { create } from 'zustand';
import type { Operations } from '#shared/operations/index.ts';
import type { Uploading } from '#shared/operations/bucket.ts';
import type { In, Out } from '#shared/rpc.ts';
import { announce } from '../../lib/live-region.tsx';
import { studio } from '../host/host.ts';
import { messages } from '#shared/messages/index.ts';

/** Paid work whose files go into the person's bucket first, while they are on their way. */
export type Uploader = 'lip-sync' | 'dubbing' | 'transcription';
type Sender = 'lipSync.create' | 'dubbing.create';

export const useUploading = create<Partial<Record<Uploader, Uploading>>>(() => ({}));

const stops = new Map<Uploader, AbortController>();

/** Shows how far a file is, until it is there. */
export function showUpload(of: Uploader, uploading: Uploading): void {
  const before = useUploading.getState()[of];
  if (before?.name !== uploading.name) announce(messages.sources.uploadingToBucket(uploading.name));
  useUploading.setState({ [of]: uploading.sent < uploading.bytes ? uploading : undefined });
}

export const endUpload = (of: Uploader): void => useUploading.setState({ [of]: undefined });

/** Sends an order, and shows what is uploaded for it; until all of it is there, it can be stopped, and nothing is sent. */
export async function sendWithFiles<Name extends Sender>(
  of: Uploader,
  name: Name,
  order: In<Operations[Name]>,
): Promise<Out<Operations[Name]>> {
  const controller = new AbortController();
  stops.set(of, controller);
  try {
    const call = studio().call(name, order, { signal: controller.signal });
    for await (const uploading of call) showUpload(of, uploading);
    return await call.result;
  } finally {
    stops.delete(of);
    endUpload(of);
  }
}

export const stopUploading = (of: Uploader): void => stops.get(of)?.abort();
