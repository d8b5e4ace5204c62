import { isDeepStrictEqual } from 'node:util';
import type { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { fail } from '#shared/failure.ts';
import { blocksOf, maximumPauseMs, type BlockAttributes } from '#shared/narration/document.ts';
import { buildTimeline, type TimelineBlock } from '#shared/narration/chapter-timeline.ts';
import { hasSeams, longestTrimMs, withTakeEdit } from '#shared/narration/edited-take.ts';
import { findNewlyStale } from '#shared/narration/made-stale.ts';
import { maximumCrossfadeMs, maximumGainDb, minimumGainDb, shortestSoundMs, type TakeEdit } from '#shared/narration/take-edit.ts';
import type { Take } from '#shared/narration/take.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import { usageError } from './output.ts';
import { estimateProject } from './project-estimate.ts';
import { callContext, openProject, selectChapters, storeEdits, type ChapterOfProject } from './project-file.ts';
import type { Work } from './run.ts';

export interface SetOptions {
  chapter?: number;
  block?: string;
  voice?: string;
  model?: string;
  /** Milliseconds. */
  pause?: number;
  /** Decibels. */
  gain?: number;
  /** Milliseconds. */
  trimStart?: number;
  trimEnd?: number;
  crossfade?: number;
}

type Change = Partial<Pick<BlockAttributes, 'voiceId' | 'modelId' | 'pauseMs' | 'takeEdits'>>;

/**
 * `project set`: the voice and model of a block, of all blocks of a chapter, or of the project; and the pause after blocks, and how their takes sound.
 * Needs no service.
 */
export async function setInProject(work: Work, file: string, options: SetOptions): Promise<void> {
  const { voiced, pause, sound } = readChange(options);
  const files = await work.projectFiles();
  const opened = await openProject(files.library, file, work.signal);
  const { project } = opened;
  // A project has a voice, and no pause: that is of its blocks.
  const isOfProject = options.chapter === undefined && options.block === undefined;
  const change = { ...(isOfProject ? {} : voiced), ...pause };
  const isOfBlocks = Object.keys({ ...change, ...sound }).length > 0;
  const selected = isOfBlocks ? selectChapters(opened, options.chapter) : [];
  const edited = edit(selected, options.block, (chapter) => {
    if (Object.keys(sound).length === 0) return () => change;
    const { blocks } = buildTimeline(chapter.document, opened.takes, opened.defaults, files.connectionId);
    return (attributes) => ({ ...change, ...editTakeOf(attributes, blocks, opened.takes, sound) });
  });
  if (options.block !== undefined && edited.named === 0)
    throw fail('not-found', message('cli.projects.noSuchBlock', options.block.slice(0, 80)), { field: '--block', next: 'fix-input' });
  if (Object.keys(sound).length > 0 && edited.heard === 0)
    throw fail('unprocessable', message('cli.projects.noTakeToEdit'), {
      field: options.block === undefined ? '' : '--block',
      next: 'fix-input',
    });
  const after = isOfProject ? { ...project, ...voiced } : project;
  const ground = { takes: opened.takes, connectionId: files.connectionId };
  const chapters = opened.chapters.map((chapter) => ({ ...chapter, document: edited.documents.get(chapter.id) ?? chapter.document }));
  const stale = opened.chapters.flatMap(({ document }, index) =>
    findNewlyStale({ document, defaults: project }, { document: chapters[index]?.document ?? document, defaults: after }, ground),
  );
  const edits = edited.changed.map(({ id, transform }) => ({ chapterId: id, steps: transform.steps }));
  await storeEdits(files.library, project, edits);
  if (isOfProject && Object.keys(voiced).length > 0)
    await files.library.services['project.update']({ projectId: project.projectId, ...voiced }, callContext(work.signal));
  const estimate = await estimateProject({ ...opened, chapters }, after, files);
  const value = { blocks: edited.named, stale: stale.length, estimate };
  await work.output.result(value, [messages.cli.projects.staleAndEstimate(stale.length, estimate.characters)]);
}

/** A model belongs to its voice: another voice begins with its own. Throws bad usage that names the option. */
function readChange(options: SetOptions): {
  voiced: Pick<Change, 'voiceId' | 'modelId'>;
  pause: Pick<Change, 'pauseMs'>;
  sound: TakeEdit;
} {
  const { voice, model, pause } = options;
  const sound = readTakeEdit(options);
  if (voice === undefined && model === undefined && pause === undefined && Object.keys(sound).length === 0)
    throw usageError(message('cli.projects.nothingToSet'), '--voice');
  for (const [option, id] of Object.entries({ '--voice': voice, '--model': model }))
    if (id !== undefined && (id === '' || id.length > 128)) throw usageError(message('cli.projects.idLength'), option);
  if (pause !== undefined && (pause < 0 || pause > maximumPauseMs))
    throw usageError(message('cli.projects.pauseRange', maximumPauseMs), '--pause');
  return {
    voiced: {
      ...(voice !== undefined && { voiceId: voice, modelId: null }),
      ...(model !== undefined && { modelId: model }),
    },
    pause: pause === undefined ? {} : { pauseMs: pause },
    sound,
  };
}

function readTakeEdit({ gain, trimStart, trimEnd, crossfade }: SetOptions): TakeEdit {
  if (gain !== undefined && (gain < minimumGainDb || gain > maximumGainDb))
    throw usageError(message('cli.projects.gainRange', minimumGainDb, maximumGainDb), '--gain');
  for (const [option, value] of Object.entries({ '--trim-start': trimStart, '--trim-end': trimEnd }))
    if (value !== undefined && (!Number.isInteger(value) || value < 0)) throw usageError(message('cli.projects.trimRange', option), option);
  if (crossfade !== undefined && (!Number.isInteger(crossfade) || crossfade < 0 || crossfade > maximumCrossfadeMs))
    throw usageError(message('cli.projects.crossfadeRange', maximumCrossfadeMs), '--crossfade');
  return {
    ...(gain !== undefined && { gainDb: gain }),
    ...(trimStart !== undefined && { trimStartMs: trimStart }),
    ...(trimEnd !== undefined && { trimEndMs: trimEnd }),
    ...(crossfade !== undefined && { crossfadeMs: crossfade }),
  };
}

/** Nothing for a block without sound. Fails with `unprocessable` where the trims would leave too little of the take. */
function editTakeOf(
  { id, takeEdits }: BlockAttributes,
  blocks: readonly TimelineBlock[],
  takes: readonly Take[],
  change: TakeEdit,
): Pick<Change, 'takeEdits'> {
  const heard = blocks.find(({ blockId }) => blockId === id)?.take;
  const take = heard && takes.find((one) => one.id === heard.id);
  if (!take) return {};
  const wanted = { ...heard.edit, ...change };
  const { trimStartMs = 0, trimEndMs = 0 } = wanted;
  const isTrimmed = change.trimStartMs !== undefined || change.trimEndMs !== undefined;
  if (isTrimmed && trimStartMs + trimEndMs > longestTrimMs(take.samples, 0))
    throw fail('unprocessable', message('cli.projects.trimTooLong', id, longestTrimMs(take.samples, 0), shortestSoundMs), {
      field: change.trimStartMs === undefined ? '--trim-end' : '--trim-start',
      next: 'fix-input',
    });
  if (change.crossfadeMs !== undefined && !hasSeams(take)) delete wanted.crossfadeMs;
  return { takeEdits: withTakeEdit(takeEdits, take.id, wanted) };
}

/** Gives the blocks, or the one of this id, what `change` says. `named`: how many it was asked of; `heard`: how many of them have a take to edit. */
function edit(
  chapters: readonly ChapterOfProject[],
  blockId: string | undefined,
  changeIn: (chapter: ChapterOfProject) => (attributes: BlockAttributes) => Change,
) {
  const documents = new Map<string, Node>();
  const changed: { id: string; transform: Transform }[] = [];
  let named = 0;
  let heard = 0;
  for (const chapter of chapters) {
    const transform = new Transform(chapter.document);
    const changeOf = changeIn(chapter);
    for (const { attributes, position } of blocksOf(chapter.document)) {
      if (blockId !== undefined && attributes.id !== blockId) continue;
      named += 1;
      const change = changeOf(attributes);
      if (change.takeEdits) heard += 1;
      for (const [name, value] of Object.entries(change))
        if (!isDeepStrictEqual(attributes[name as keyof Change], value)) transform.setNodeAttribute(position, name, value);
    }
    documents.set(chapter.id, transform.doc);
    if (transform.steps.length > 0) changed.push({ id: chapter.id, transform });
  }
  return { documents, changed, named, heard };
}
