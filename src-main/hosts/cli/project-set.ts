import type { Node } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { fail } from '#shared/failure.ts';
import { blocksOf, maximumPauseMs, type BlockAttributes } from '#shared/narration/document.ts';
import { findNewlyStale } from '#shared/narration/made-stale.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import { usageError } from './output.ts';
import { estimateProject } from './project-estimate.ts';
import { callContext, openProject, selectChapters, storeSteps, type ChapterOfProject } from './project-file.ts';
import type { Work } from './run.ts';

export interface SetOptions {
  chapter?: number;
  block?: string;
  voice?: string;
  model?: string;
  /** Milliseconds. */
  pause?: number;
}

type Change = Partial<Pick<BlockAttributes, 'voiceId' | 'modelId' | 'pauseMs'>>;

/** `project set`: the voice and model of a block, of all blocks of a chapter, or of the project; and the pause after blocks. Needs no service. */
export async function setInProject(work: Work, file: string, options: SetOptions): Promise<void> {
  const { voiced, pause } = readChange(options);
  const files = await work.projectFiles();
  const opened = await openProject(files.library, file, work.signal);
  const { project } = opened;
  // A project has a voice, and no pause: that is of its blocks.
  const isOfProject = options.chapter === undefined && options.block === undefined;
  const edited = edit(selectChapters(opened, options.chapter), options.block, { ...(isOfProject ? {} : voiced), ...pause });
  if (options.block !== undefined && edited.named === 0)
    throw fail('not-found', message('cli.projects.noSuchBlock', options.block.slice(0, 80)), { next: 'fix-input' });
  const after = isOfProject ? { ...project, ...voiced } : project;
  const ground = { takes: opened.takes, connectionId: files.connectionId };
  const chapters = opened.chapters.map((chapter) => ({ ...chapter, document: edited.documents.get(chapter.id) ?? chapter.document }));
  const stale = opened.chapters.flatMap(({ document }, index) =>
    findNewlyStale({ document, defaults: project }, { document: chapters[index]?.document ?? document, defaults: after }, ground),
  );
  for (const { id, transform } of edited.changed)
    await storeSteps(files.library, project, { chapterId: id, steps: transform.steps }, work.signal);
  if (isOfProject && Object.keys(voiced).length > 0)
    await files.library.services['project.update']({ projectId: project.projectId, ...voiced }, callContext(work.signal));
  const estimate = await estimateProject({ ...opened, chapters }, after, files);
  const value = { blocks: edited.named, stale: stale.length, estimate };
  await work.output.result(value, [messages.cli.projects.staleAndEstimate(stale.length, estimate.characters)]);
}

/** A model belongs to its voice: another voice begins with its own. Throws bad usage that names the option. */
function readChange({ voice, model, pause }: SetOptions): { voiced: Pick<Change, 'voiceId' | 'modelId'>; pause: Pick<Change, 'pauseMs'> } {
  if (voice === undefined && model === undefined && pause === undefined) throw usageError(message('cli.projects.nothingToSet'), '--voice');
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
  };
}

/** Gives the blocks, or the one of this id, what `change` says. `named`: how many it was said of. */
function edit(chapters: readonly ChapterOfProject[], blockId: string | undefined, change: Change) {
  const documents = new Map<string, Node>();
  const changed: { id: string; transform: Transform }[] = [];
  let named = 0;
  for (const { id, document } of Object.keys(change).length === 0 ? [] : chapters) {
    const transform = new Transform(document);
    for (const { attributes, position } of blocksOf(document)) {
      if (blockId !== undefined && attributes.id !== blockId) continue;
      named += 1;
      for (const [name, value] of Object.entries(change))
        if (attributes[name as keyof Change] !== value) transform.setNodeAttribute(position, name, value);
    }
    documents.set(id, transform.doc);
    if (transform.steps.length > 0) changed.push({ id, transform });
  }
  return { documents, changed, named };
}
