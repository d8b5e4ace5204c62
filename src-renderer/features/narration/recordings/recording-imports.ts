import { FailureError } from '#shared/failure.ts';
import { blocksOf } from '#shared/narration/document.ts';
import type { BlockId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import { uploadFile } from '../../../core/files/upload-file.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { announce } from '../../../lib/live-region.tsx';
import type { toast, toastFailure } from '../../../lib/toast.tsx';

interface Dependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'setBlocks' | 'flushProject'>;
  announce: typeof announce;
  toast: typeof toast;
  toastFailure: typeof toastFailure;
}

/** A narrator's own recordings as takes of the chapter that is shown. */
export class RecordingImports {
  readonly #deps: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Lets a person choose the recording of these blocks; without them, of all blocks of the chapter. */
  readonly chooseRecording = (blockIds?: readonly BlockId[]): void => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.wav,.mp3,.flac,.ogg,.opus,audio/*';
    input.addEventListener('change', () => {
      const file = input.files?.[0];
      if (file) void this.importRecording(file, blockIds);
    });
    input.click();
  };

  readonly importRecording = async (file: File, blockIds?: readonly BlockId[]): Promise<void> => {
    const { project, client, announce, toast, toastFailure } = this.#deps;
    const { details, chapterId, document } = project.store.getState();
    if (!details || chapterId === undefined || !document) return;
    const ids = blockIds ?? blocksOf(document).map(({ attributes: { id } }) => id);
    announce(messages.recordedTakes.aligning(file.name));
    const answer = await attempt(async () => {
      // Main aligns to the text as it has it.
      const failure = await project.flushProject();
      if (failure) throw new FailureError(failure);
      const uploadId = await uploadFile(file);
      return client.run('take.record', { projectId: details.projectId, chapterId, blockIds: [...ids], uploadId });
    });
    if (!answer.ok) {
      toastFailure(answer.failure);
      return;
    }
    const { takes, left } = answer.value;
    this.#unpin(chapterId, new Set(takes.map(({ blockId }) => blockId)));
    toast(messages.recordedTakes.imported(takes.length), left.length === 0 ? '' : messages.recordedTakes.notSaid(left.length));
  };

  /** A take that was chosen before would stand for its block still. Undone as one act. */
  #unpin(chapterId: string, ids: ReadonlySet<string>): void {
    const { project } = this.#deps;
    const { chapterId: shown, document } = project.store.getState();
    if (shown !== chapterId || !document) return;
    const pinned = blocksOf(document).flatMap(({ attributes: { id, takeId } }) => (takeId !== null && ids.has(id) ? [id] : []));
    if (pinned.length > 0) project.setBlocks(pinned, () => ({ takeId: null }));
  }
}
