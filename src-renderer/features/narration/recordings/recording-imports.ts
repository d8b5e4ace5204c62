import { FailureError } from '#shared/failure.ts';
import { blocksOf } from '#shared/narration/document.ts';
import type { BlockId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { decodeInWindow, isAac } from '../../../core/sources/window-decoding.ts';
import { removeUpload, uploadDecoded } from './decoded-upload.ts';
import { uploadFile } from '../../../core/files/upload-file.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import { chooseFiles } from '../../../lib/choose-files.ts';
import type { announce } from '../../../lib/live-region.tsx';
import type { toast, toastFailure, toastProgress } from '../../../lib/toast.tsx';

/** What decoding in this window takes of the time of an import, about. */
const decodingShare = 0.2;
/** Characters of a file's name that a take keeps. */
const maximumFileName = 255;

interface Dependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'chooseTakes' | 'flushProject'>;
  announce: typeof announce;
  toast: typeof toast;
  toastFailure: typeof toastFailure;
  toastProgress: typeof toastProgress;
  decodeInWindow: typeof decodeInWindow;
  isAac: typeof isAac;
}

/** A narrator's own recordings as takes of the chapter that is shown. */
export class RecordingImports {
  readonly #deps: Dependencies;
  /** Takes the failure of the last import off the screen: it would come back after what the next one says. */
  #hideFailure: (() => void) | undefined;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Lets a person choose the recording of these blocks; without them, of all blocks of the chapter. */
  readonly chooseRecording = (blockIds?: readonly BlockId[]): void => {
    chooseFiles('.wav,.mp3,.m4a,.mp4,.aac,.flac,.ogg,.opus,audio/*', ([file]) => {
      if (file) void this.importRecording(file, blockIds);
    });
  };

  readonly importRecording = async (file: File, blockIds?: readonly BlockId[]): Promise<void> => {
    const { project, client, announce, toast, toastFailure, toastProgress } = this.#deps;
    const { details, chapterId, document } = project.store.getState();
    if (!details || chapterId === undefined || !document) return;
    const ids = blockIds ?? blocksOf(document).map(({ attributes: { id } }) => id);
    this.#hideFailure?.();
    this.#hideFailure = undefined;
    announce(messages.recordedTakes.aligning(file.name));
    const stopping = new AbortController();
    const { signal } = stopping;
    const progress = toastProgress(messages.recordedTakes.importing(file.name), () => stopping.abort());
    let uploadId: string | undefined;
    const answer = await attempt(async () => {
      // Main aligns to the text as it has it.
      const failure = await project.flushProject();
      if (failure) throw new FailureError(failure);
      const isDecodedHere = await this.#deps.isAac(file);
      const before = isDecodedHere ? decodingShare : 0;
      const report = (fraction: number): void => progress.report(fraction * before);
      uploadId = isDecodedHere ? await this.#uploadDecoded(file, { signal, report }) : await uploadFile(file, signal);
      const fileName = file.name.slice(-maximumFileName);
      const order = { projectId: details.projectId, chapterId, blockIds: [...ids], uploadId, fileName };
      const call = client.call('take.record', order, { signal });
      for await (const { fraction } of call) progress.report(before + fraction * (1 - before));
      return call.result;
    });
    progress.hide();
    if (uploadId !== undefined) void removeUpload(uploadId);
    if (!answer.ok) {
      if (signal.aborted) announce(messages.recordedTakes.stopped);
      else this.#hideFailure = toastFailure(answer.failure);
      return;
    }
    const { takes, left } = answer.value;
    if (project.store.getState().details?.projectId === details.projectId)
      project.chooseTakes(new Map(takes.map(({ blockId, takeId }) => [blockId, takeId])));
    toast(messages.recordedTakes.imported(takes.length), left.length === 0 ? '' : messages.recordedTakes.notSaid(left.length));
  };

  /** AAC is decoded by this window, where it can; else main looks for a decoder. */
  async #uploadDecoded(file: File, followed: { signal: AbortSignal; report: (fraction: number) => void }): Promise<string> {
    return (await uploadDecoded(file, this.#deps.decodeInWindow, followed)) ?? uploadFile(file, followed.signal);
  }
}
