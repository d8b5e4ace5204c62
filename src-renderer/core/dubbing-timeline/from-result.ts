import type { KeptFile } from '#shared/operations/paid.ts';
import { addFiles } from './files.ts';
import { closeDub, useDubs } from './dubbing-timeline.ts';
import { toastReason } from '../../lib/toast.tsx';
import { messages } from '#shared/messages/index.ts';

const endings: Readonly<Record<string, string>> = { 'video/mp4': 'mp4', 'video/webm': 'webm', 'video/quicktime': 'mov' };

/** Opens a dub of a video that is kept on this machine; the one that was open is saved and closed. */
export async function dubFromKept({ url, contentType }: KeptFile, name: string): Promise<void> {
  const response = await fetch(url).catch(() => undefined);
  if (!response?.ok) {
    toastReason(messages.dubbingTimeline.dubNotCreated, messages.dubbingTimeline.videoMissing);
    return;
  }
  if (useDubs.getState().dub) await closeDub();
  const ending = endings[contentType] ?? 'mp4';
  const called = name.toLowerCase().endsWith(`.${ending}`) ? name : `${name}.${ending}`;
  await addFiles([new File([await response.blob()], called, { type: contentType })]);
}
