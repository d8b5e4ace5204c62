import { flushSync } from 'react-dom';
import { closeDub } from '../../core/dubbing-timeline/dubbing-timeline.ts';
import { addFiles, reportUnused } from '../../core/dubbing-timeline/files.ts';
import { showDubbing } from '../../core/hand-over/dubbing-mode.ts';
import { createProject, openProject } from '../../core/project/project.ts';
import { useStudio } from '../../core/studio/studio.ts';
import { goToPanel, useWindow } from '../../core/window/window.ts';
import { addDropped } from '../../features/clone/stores.ts';
import { droppedIn, type Dropped } from '../../features/clone/clone-files.ts';
import { openManuscripts } from '../../features/narration/stores.ts';
import { beginTranscript, changeForm, takeFiles } from '../../features/transcribe/stores.ts';
import { freeTitle } from '../../lib/project-names.ts';
import { toastFailure, toastReason } from '../../lib/toast.tsx';
import { focusZone } from '../../ui/drop-zone.tsx';
import type { Failure } from '#shared/failure.ts';
import { sampleText } from '#shared/narration/sample.ts';
import { messages } from '#shared/messages/index.ts';
import { chooseDropped, kindOfFile, type FileKind } from './kinds.ts';

const report = (failure: Failure | undefined): void => {
  if (failure) toastFailure(failure);
};

/** A new project with an empty script, which takes the focus. */
export const write = async (): Promise<void> => {
  const taken = useStudio.getState().recent.map(({ title }) => title);
  report(await createProject({ title: freeTitle(messages.start.newTitle, taken) }));
};

/** The sample of before, where it is among the recent projects; else a new one. */
export async function openSample(): Promise<void> {
  const { title: wanted } = sampleText();
  const known = useStudio.getState().recent.find(({ title, missing }) => title === wanted && !missing);
  report(await (known ? openProject(known.path) : createProject({ title: wanted, sample: true })));
}

/** Shows a panel at the place for its files, which takes the focus. */
function begin(panel: 'clone' | 'dubbing' | 'transcribe', fills: string): void {
  flushSync(() => useWindow.setState({ panel, intent: undefined }));
  focusZone(fills);
}

/** Dubbing before there is a video. The dub that was open is saved, and in the list. */
export async function beginDub(): Promise<void> {
  showDubbing('timeline');
  await closeDub();
  begin('dubbing', messages.dubbing.videoToDub);
}

/** Transcribe before there is a recording, or with that which was chosen before. */
export function beginTranscription(): void {
  beginTranscript();
  begin('transcribe', 'recording');
}

export const beginClone = (): void => begin('clone', messages.clone.dropRecordings);

export const importManuscripts = (files: readonly File[]): void => void openManuscripts(files, 'new');

/** A video, or with its captions. */
export function dubVideo(files: readonly File[]): void {
  if (files.length === 0) return;
  showDubbing('timeline');
  // First: the panel opens no dub of before over what comes, or over why nothing does.
  void addFiles(files);
  useWindow.setState({ panel: 'dubbing' });
}

export function transcribeRecording([recording]: readonly File[]): void {
  if (!recording) return;
  useWindow.setState({ panel: 'transcribe' });
  changeForm({ source: 'file' });
  void takeFiles([recording]);
}

export function cloneVoice(dropped: Dropped): void {
  goToPanel({ panel: 'clone' });
  void addDropped(dropped);
}

/** Names what was dropped and cannot be opened, and says what can. */
export function explainUnopened(files: readonly Pick<File, 'name'>[], note: string): void {
  const [first] = files;
  toastReason(first ? messages.start.notOpened(first.name, files.length - 1) : messages.start.nothingOpened, note);
}

/** What a drop on the Start screen opens. Folders are recordings of a voice. What is not used is named. */
export function openDropped(transfer: DataTransfer): void {
  const dropped = droppedIn(transfer);
  const { kind, files, unused } = chooseDropped(dropped.files, dropped.folders.length > 0);
  if (kind === 'manuscript') importManuscripts(files);
  else if (kind === 'video') dubVideo(files);
  else if (kind === 'voice') cloneVoice(dropped);
  else if (kind === 'recording') transcribeRecording(files);
  else explainUnopened(dropped.files, messages.start.nothingOpenedNote);
  reportUnused(unused, toastReason);
}

/** A drop on one of the ways to begin: what that takes goes there, and anything else where it belongs. */
export function dropOn(kind: FileKind, take: (dropped: Dropped) => void): (transfer: DataTransfer) => void {
  return (transfer) => {
    const dropped = droppedIn(transfer);
    const isTaken = dropped.files.some((file) => kindOfFile(file) === kind) || (kind === 'recording' && dropped.folders.length > 0);
    if (!isTaken) {
      openDropped(transfer);
      return;
    }
    const files = dropped.files.filter((file) => kindOfFile(file) === kind);
    const others = dropped.files.filter((file) => !files.includes(file));
    if (kind === 'video') dubVideo([...files, ...others]);
    else {
      take({ ...dropped, files });
      reportUnused(others, toastReason);
    }
  };
}
