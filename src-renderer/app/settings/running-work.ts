import { messages } from '#shared/messages/index.ts';
import type { Uploading } from '#shared/operations/bucket.ts';
import type { SlotState } from '../../core/sources/sources-store.ts';

/** What the panels have under way in this window. */
export interface WindowWork {
  isExporting: boolean;
  isGenerating: boolean;
  isSpeaking: boolean;
  /** Files on their way into the bucket. */
  uploading: readonly (Uploading | undefined)[];
  /** Places that are given files. */
  slots: readonly Pick<SlotState, 'busy'>[];
  /** The recording that Transcribe is given. */
  recording: string | undefined;
}

/** What a reload of the window would stop, in words. */
export function listRunning({ isExporting, isGenerating, isSpeaking, uploading, slots, recording }: WindowWork): string[] {
  const names = messages.window.runningWork;
  const isUploading =
    uploading.some((one) => one !== undefined) || slots.some(({ busy }) => busy?.what === 'file') || recording === 'uploading';
  return [
    ...(isExporting ? [names.export] : []),
    ...(isGenerating ? [names.generation] : []),
    ...(isUploading ? [names.upload] : []),
    ...(isSpeaking ? [names.live] : []),
  ];
}
