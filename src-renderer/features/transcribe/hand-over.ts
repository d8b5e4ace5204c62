import { create } from 'zustand';
import { fail, type Failure, readText } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { maximumTitle, withChapter } from '#shared/narration/outline.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { KeptFile } from '#shared/operations/paid.ts';
import type { Out } from '#shared/rpc.ts';
import { blocksFrom, dubbingCues, hasTimes, type CaptionChoice, type TranscriptFormat } from '#shared/transcripts/make.ts';
import type { Segment } from '#shared/transcripts/read.ts';
import { plural } from '../../lib/format.ts';
import { announce } from '../../lib/live-region.tsx';
import { whyNoMore } from '../../core/chapter/chapters.ts';
import { closeDub, useDubs } from '../../core/dubbing-timeline/dubbing-timeline.ts';
import { awaitVideo, takeLines } from '../../core/dubbing-timeline/files.ts';
import { dubFromKept } from '../../core/dubbing-timeline/from-result.ts';
import { showDubbing } from '../../core/hand-over/dubbing-mode.ts';
import { chooseFile, download } from '../../core/files/files.ts';
import { attempt, studio, useHost } from '../../core/host/host.ts';
import { openManuscript, useProject } from '../../core/project/project.ts';
import { saveEdits, useTranscriptEdits } from './edits.ts';
import { goToPanel, useWindow } from '../../core/window/window.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';

/** What leaves the panel: a chapter of blocks, and files. */

/** How captions are made of the segments; the same for the checks that are shown and for the file. */
export const useCaptionChoice = create<CaptionChoice>(() => ({ split: true, speakers: true }));

export const whyNotNarrated = (
  { details }: Pick<ReturnType<typeof useProject.getState>, 'details'> = useProject.getState(),
): string | undefined => (details ? whyNoMore() : messages.transcribe.openAProjectFirstItsChapters);

export interface NarrationOrder {
  title: string;
  by: 'segment' | 'paragraph';
  /** Voices by the speaker's name as it is shown; who has none is spoken by the project's voice. */
  voices: Readonly<Record<string, string>>;
}

/** Adds a chapter to the open project, a block for each segment or paragraph. Sends nothing; one undo takes it back. */
export function sendToNarration({ title, by, voices }: NarrationOrder): boolean {
  const manuscript = openManuscript();
  const { outline, chapterId: after } = useProject.getState();
  if (!manuscript || whyNotNarrated() !== undefined) return false;
  const blocks = blocksFrom(useTranscriptEdits.getState().segments, by);
  if (blocks.length === 0) return false;
  const nodes = blocks.map(({ text, speaker }) => createBlock(text, { voiceId: (speaker === null ? undefined : voices[speaker]) ?? null }));
  const chapter = { id: newId(), title: title.trim().slice(0, maximumTitle) };
  manuscript.arrange(withChapter(outline, chapter, after), new Map([[chapter.id, schema.node('doc', null, nodes)]]));
  goToPanel({ panel: 'narration' });
  announce(messages.transcribe.aChapterOfUndoTakesItBack(chapter.title, plural(blocks.length, messages.transcribe.block)));
  return true;
}

const isVideo = (sound: KeptFile | null): sound is KeptFile => sound?.contentType.startsWith('video/') === true;

/** Why the transcript cannot become the lines of a dub, in words; undefined where it can. */
export const whyNotDubbed = (segments: readonly Segment[]): string | undefined =>
  hasTimes(segments) ? undefined : messages.transcribe.aDubNeedsTimesAndThis;

/** The dub that is open; a new one of the video that was transcribed; or a new one of a video that is chosen there. */
export type DubTarget = 'open' | 'own-video' | 'other-video';

/** Where the lines can go, the likeliest first. */
export const dubTargets = (sound: KeptFile | null, dubOpen: boolean): DubTarget[] => [
  ...(dubOpen ? (['open'] as const) : []),
  ...(isVideo(sound) ? (['own-video'] as const) : []),
  'other-video',
];

/** Makes lines of a dub. Sends nothing; Dubbing's undo takes it back. */
export async function sendToDubbing(target: DubTarget, name: string, sound: KeptFile | null): Promise<void> {
  const lines = { name, cues: dubbingCues(useTranscriptEdits.getState().segments) };
  showDubbing('timeline');
  useWindow.setState({ panel: 'dubbing' });
  if (target === 'open') {
    takeLines(lines);
    return;
  }
  if (useDubs.getState().dub) await closeDub();
  awaitVideo(lines);
  if (target === 'own-video' && isVideo(sound)) await dubFromKept(sound, name);
}

export type TranscriptFile = Out<Operations['transcripts.export']>;

/** Writes the open transcript to a file that the person chooses, or hands it over as a download. `undefined` when the dialog was closed. */
export async function exportTranscript(
  format: TranscriptFormat,
  name: string,
): Promise<{ ok: true; value: TranscriptFile | undefined } | { ok: false; failure: Failure }> {
  return attempt(async () => {
    await saveEdits();
    const { operationId, saving } = useTranscriptEdits.getState();
    if (operationId === undefined) throw fail('not-found', message('transcribe.noTranscriptIsOpen'));
    if (saving.state === 'failed') throw fail(saving.failure.kind, readText(saving.failure), { next: saving.failure.next });
    const { split, speakers } = useCaptionChoice.getState();
    const order = { operationId, format, split, speakers };
    const { host } = useHost.getState();
    if (host?.nativeDialogs !== true || !host.writesToChosenPath) {
      const file = await studio().run('transcripts.export', order);
      if (file.url !== null) download(file.url, file.name);
      return file;
    }
    const chosen = await chooseFile({ purpose: 'export', suggestedName: name.slice(0, 200), extension: format });
    if (!chosen.ok) throw fail(chosen.failure.kind, readText(chosen.failure), { next: chosen.failure.next });
    if (chosen.value === null) return undefined;
    // The system's own dialog has asked before a file is written over.
    return studio().run('transcripts.export', { ...order, path: chosen.value, overwrite: true });
  });
}
