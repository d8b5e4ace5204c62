import { create } from 'zustand';
import type { Operations } from '#shared/operations/index.ts';
import type { Uploading } from '#shared/operations/bucket.ts';
import type { In, Out } from '#shared/rpc.ts';
import { messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../host/client.ts';
import type { announce } from '../../lib/live-region.tsx';

/** Paid work whose files go into the person's bucket first, while they are on their way. */
export type Uploader = 'lip-sync' | 'dubbing' | 'transcription';

type Sender = 'lipSync.create' | 'dubbing.create';

export interface UploadingDependencies {
  client: StudioClient;
  announce: typeof announce;
}

/** How far the files of paid work are on their way into the bucket. */
export class UploadingStore {
  readonly store = create<Partial<Record<Uploader, Uploading>>>(() => ({}));
  readonly #deps: UploadingDependencies;
  readonly #stops = new Map<Uploader, AbortController>();

  constructor(dependencies: UploadingDependencies) {
    this.#deps = dependencies;
  }

  /** Shows how far a file is, until it is there. */
  readonly showUpload = (of: Uploader, uploading: Uploading): void => {
    const before = this.store.getState()[of];
    if (before?.name !== uploading.name) this.#deps.announce(messages.sources.uploadingToBucket(uploading.name));
    this.store.setState({ [of]: uploading.sent < uploading.bytes ? uploading : undefined });
  };

  readonly endUpload = (of: Uploader): void => this.store.setState({ [of]: undefined });

  /** Sends an order, and shows what is uploaded for it; until all of it is there, it can be stopped, and nothing is sent. */
  readonly sendWithFiles = async <Name extends Sender>(
    of: Uploader,
    name: Name,
    order: In<Operations[Name]>,
  ): Promise<Out<Operations[Name]>> => {
    const controller = new AbortController();
    this.#stops.set(of, controller);
    try {
      const call = this.#deps.client.call(name, order, { signal: controller.signal });
      for await (const uploading of call) this.showUpload(of, uploading);
      return await call.result;
    } finally {
      this.#stops.delete(of);
      this.endUpload(of);
    }
  };

  readonly stopUploading = (of: Uploader): void => this.#stops.get(of)?.abort();
}
