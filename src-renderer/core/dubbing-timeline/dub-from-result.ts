import type { KeptFile } from '#shared/operations/paid.ts';
import { messages } from '#shared/messages/index.ts';
import type { DubsStore } from './dubs-store.ts';
import type { DubFilesStore } from './dub-files-store.ts';
import type { toastReason } from '../../lib/toast.tsx';

const endings: Readonly<Record<string, string>> = { 'video/mp4': 'mp4', 'video/webm': 'webm', 'video/quicktime': 'mov' };

export interface DubFromResultDependencies {
  dubs: Pick<DubsStore, 'store' | 'closeDub'>;
  dubFiles: Pick<DubFilesStore, 'addFiles'>;
  toastReason: typeof toastReason;
}

/** Opens a dub of a result. */
export class DubFromResult {
  readonly #deps: DubFromResultDependencies;

  constructor(dependencies: DubFromResultDependencies) {
    this.#deps = dependencies;
  }

  /** Opens a dub of a video that is kept on this machine; the one that was open is saved and closed. */
  readonly dubFromKept = async ({ url, contentType }: KeptFile, name: string): Promise<void> => {
    const response = await fetch(url).catch(() => undefined);
    if (!response?.ok) {
      this.#deps.toastReason(messages.dubbingTimeline.dubNotCreated, messages.dubbingTimeline.videoMissing);
      return;
    }
    if (this.#deps.dubs.store.getState().dub) await this.#deps.dubs.closeDub();
    const ending = endings[contentType] ?? 'mp4';
    const called = name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`;
    await this.#deps.dubFiles.addFiles([new File([await response.blob()], called, { type: contentType })]);
  };
}
