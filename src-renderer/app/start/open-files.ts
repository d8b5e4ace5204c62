import { addFiles } from '../../core/dubbing-timeline/files.ts';
import { showDubbing } from '../../core/hand-over/dubbing-mode.ts';
import { createProject, openProject } from '../../core/project/project.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { goToPanel, useWindow } from '../../core/window/window.ts';
import { addDropped } from '../../features/clone/stores.ts';
import { droppedIn, type Dropped } from '../../features/clone/clone-files.ts';
import { openManuscripts } from '../../features/narration/stores.ts';
import { changeForm, takeFiles } from '../../features/transcribe/stores.ts';
import { toastFailure, toastReason } from '../../lib/toast.tsx';
import type { Failure } from '#shared/failure.ts';
import { sampleTitle } from '#shared/narration/sample.ts';
import { messages } from '#shared/messages/index.ts';
import { kindOfFile, type FileKind } from './kinds.ts';

const report = (failure: Failure | undefined): void => {
  if (failure) toastFailure(failure);
};

/** A new project with an empty script, which takes the focus. */
export const write = async (): Promise<void> => report(await createProject({ title: messages.start.newTitle }));

/** The sample of before, where it is among the recent projects; else a new one. */
export async function openSample(): Promise<void> {
  const known = useStudio.getState().recent.find(({ title, missing }) => title === sampleTitle && !missing);
  report(await (known ? openProject(known.path) : createProject({ title: sampleTitle, sample: true })));
}

export const importManuscripts = (files: readonly File[]): void => void openManuscripts(files, 'new');

export function dubVideo([video]: readonly File[]): void {
  if (!video) return;
  showDubbing('timeline');
  useWindow.setState({ panel: 'dubbing' });
  void addFiles([video]);
}

export function transcribeRecording([recording]: readonly File[]): void {
  if (!recording) return;
  useWindow.setState({ panel: 'transcribe' });
  changeForm({ source: 'file' });
  void takeFiles([recording]);
}

export function cloneVoice(dropped?: Dropped): void {
  goToPanel({ panel: 'clone' });
  if (dropped) void addDropped(dropped);
}

/** What a drop on the Start screen opens: the first kind of these that it has. Folders are recordings of a voice. */
export function openDropped(transfer: DataTransfer): void {
  const dropped = droppedIn(transfer);
  const of = (kind: FileKind): File[] => dropped.files.filter((file) => kindOfFile(file) === kind);
  const [manuscripts, videos, recordings] = [of('manuscript'), of('video'), of('recording')];
  if (manuscripts.length > 0) importManuscripts(manuscripts);
  else if (videos.length > 0) dubVideo(videos);
  else if (dropped.folders.length > 0) cloneVoice(dropped);
  else if (recordings.length > 0) transcribeRecording(recordings);
  else toastReason(messages.start.nothingOpened, messages.start.nothingOpenedNote);
}

/** A drop on one of the ways to begin: what that takes goes there, and anything else where it belongs. */
export function dropOn(kind: FileKind, take: (dropped: Dropped) => void): (transfer: DataTransfer) => void {
  return (transfer) => {
    const dropped = droppedIn(transfer);
    const isTaken = dropped.files.some((file) => kindOfFile(file) === kind) || (kind === 'recording' && dropped.folders.length > 0);
    if (isTaken) take({ ...dropped, files: dropped.files.filter((file) => kindOfFile(file) === kind) });
    else openDropped(transfer);
  };
}
