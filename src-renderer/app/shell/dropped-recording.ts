import { create } from 'zustand';
import type { Dropped } from '../../features/clone/clone-files.ts';
import { kindOfFile } from '../start/kinds.ts';

/** What can be done with a recording that was dropped on Narration. */
export type RecordingUse = 'import' | 'clone' | 'dub';

/** What was dropped, while the person is asked what it is. */
export const useDroppedRecording = create<{ dropped: Dropped | undefined }>(() => ({ dropped: undefined }));

export const closeDroppedRecording = (): void => useDroppedRecording.setState({ dropped: undefined });

/** One recording is read into the chapter, as from its menu; several, and folders, are those of a voice. Only a video is dubbed. */
export function findUses(files: readonly Pick<File, 'name' | 'type'>[], hasFolders: boolean): RecordingUse[] {
  const kinds = files.map((file) => kindOfFile(file));
  const recordings = kinds.filter((kind) => kind === 'recording' || kind === 'video').length;
  const isOne = recordings === 1 && !hasFolders;
  return [...(isOne ? (['import'] as const) : []), 'clone', ...(isOne && kinds.includes('video') ? (['dub'] as const) : [])];
}
