import { fail } from '#shared/failure.ts';
import { findByName, maximumName, type Character } from '#shared/narration/cast.ts';
import { blocksOf } from '#shared/narration/document.ts';
import { characterOf } from '#shared/narration/shape.ts';
import { findNewlyStale } from '#shared/narration/made-stale.ts';
import { messages } from '#shared/messages/index.ts';
import { message } from '#shared/messages/message.ts';
import { usageError } from './output.ts';
import { estimateProject } from './project-estimate.ts';
import { callContext, openProject, type ProjectAtHand } from './project-file.ts';
import type { Work } from './run.ts';

export interface CastOptions {
  /** `NAME=ID`, each. */
  assign?: string[];
}

/** `project cast`: who speaks in a project, and with which voice. Needs no service. */
export async function showCast(work: Work, file: string, { assign = [] }: CastOptions): Promise<void> {
  const wanted = assign.map((text) => parseAssignment(text, '--assign'));
  const files = await work.projectFiles();
  const opened = await openProject(files.library, file, work.signal);
  const { project, takes, chapters } = opened;
  const cast = wanted.reduce(assignVoice, project.cast);
  const after = { ...project, cast };
  const ground = { takes, connectionId: files.connectionId };
  const stale = chapters.flatMap(({ document }) => findNewlyStale({ document, defaults: project }, { document, defaults: after }, ground));
  if (wanted.length > 0) await files.library.services['project.update']({ projectId: project.projectId, cast }, callContext(work.signal));
  const characters = describeCast({ ...opened, project: after });
  const estimate = await estimateProject(opened, after, files);
  await work.output.result({ cast: characters, stale: stale.length, estimate }, [
    ...characters.map(({ name, voiceId, blocks }) =>
      [name, voiceId ?? messages.cli.projects.noVoice, messages.cli.projects.blocks(blocks)].join('\t'),
    ),
    messages.cli.projects.staleAndEstimate(stale.length, estimate.characters),
  ]);
}

/** The characters in the order of the project, with the blocks that name them. */
export function describeCast({ project, chapters }: Pick<ProjectAtHand, 'project' | 'chapters'>) {
  const counts = new Map<string, number>();
  for (const { document } of chapters)
    for (const { attributes } of blocksOf(document)) {
      const id = characterOf(attributes, project)?.id;
      if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  return project.cast.map(({ id, name, voiceId }) => ({ name, voiceId, blocks: counts.get(id) ?? 0 }));
}

export interface Assignment {
  name: string;
  voiceId: string;
}

/** A name may have an equals sign, an id has none. */
export function parseAssignment(text: string, option: string): Assignment {
  const at = text.lastIndexOf('=');
  const [name, voiceId] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 1 || name === '' || name.length > maximumName || voiceId === '' || voiceId.length > 128)
    throw usageError(message('cli.projects.assignTakesNameAndVoice', option, text.slice(0, 80)), option);
  return { name, voiceId };
}

function assignVoice(cast: Character[], { name, voiceId }: Assignment): Character[] {
  const known = findByName(cast, name);
  if (!known) throw fail('not-found', message('cli.projects.noSuchCharacter', name.slice(0, 80)), { next: 'none' });
  return cast.map((character) => (character === known ? recast(known, voiceId) : character));
}

/** The model belongs to the voice. */
export const recast = (character: Character, voiceId: string): Character =>
  character.voiceId === voiceId ? character : { ...character, voiceId, modelId: null };
