import type { Node } from '@tiptap/pm/model';
import { fail, type Failure } from '#shared/failure.ts';
import { newId, type ChapterId } from '#shared/ids.ts';
import { assignParagraphs, type CastBlock } from '#shared/manuscript/cast.ts';
import { keepText, type ImportedChapter } from '#shared/manuscript/imported-text.ts';
import { describeChapter, withCharacter } from '#shared/manuscript/revise.ts';
import type { ManuscriptSource } from '#shared/manuscript/sources.ts';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import { castWithVoices, findByName, type Character } from '#shared/narration/cast.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { maximumChapters, withChapters } from '#shared/narration/outline.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import { nearCastColours } from '../../../core/voices/speaker-colour.ts';
import { number } from '../../../lib/format.ts';
import { isFreeTitle } from '../../../lib/project-names.ts';
import { castDraft, type ManuscriptDraft } from './manuscript-draft.ts';
import { hasText, isPlanOf, type ProjectNow, type UpdatePlan } from './update-plan.ts';

/** Puts into the open project what a person has accepted in the preview. Sends nothing. */

type OpenProject = Pick<ProjectStore, 'store' | 'openManuscript' | 'updateProject' | 'showChapter' | 'reviseProject'>;

/** Puts the second version in place as one act; one undo takes it back, with the characters that came with it. `names`: of its files. Gives why it could not. */
export async function applyPlan(
  project: OpenProject,
  plan: UpdatePlan,
  { now, names }: { now: ProjectNow; names: string },
): Promise<Failure | undefined> {
  const { details } = project.store.getState();
  if (!details || !isPlanOf(plan, now)) return fail('conflict', message('manuscript.projectChanged')).failure;
  if (plan.chapters.length > maximumChapters) return tooManyChapters();
  const before = { cast: [...details.cast], sources: [...details.sources] };
  const { sources, texts } = keepText(plan.sources, plan.imported);
  const after = { cast: [...plan.cast], sources };
  const known = new Map(now.chapters.map(({ id, document }) => [id, document]));
  return project.reviseProject({
    ...after,
    texts,
    outline: plan.chapters.map(({ id, title }) => ({ id, title })),
    documents: new Map(plan.chapters.flatMap(({ id, document }) => (known.get(id) === document ? [] : [[id, document]]))),
    aside: { kind: 'project', before, after },
    name: message('manuscript.updateFrom', names),
  });
}

interface AddedChapter {
  id: ChapterId;
  title: string;
  /** The name of its file. */
  source: string;
  document: Node;
}

/**
 * Adds the chosen chapters after the one that is shown, or in place of one that is empty; one undo takes them back. Gives what was added, none where nothing
 * is chosen, or why it could not.
 */
export async function addChapters(
  project: OpenProject,
  now: ProjectNow,
  {
    draft,
    voices,
    title,
    narrator,
  }: { draft: ManuscriptDraft; voices: Readonly<Record<string, string>>; title: string; narrator: string | null },
): Promise<{ added: AddedChapter[] } | { failure: Failure }> {
  const manuscript = project.openManuscript();
  const { details, outline, chapterId } = project.store.getState();
  if (!manuscript || !details) return { added: [] };
  const {
    names,
    chapters,
    sources: files,
  } = castDraft(
    draft,
    details.cast.map(({ name }) => name),
  );
  if (chapters.length === 0) return { added: [] };
  if (outline.length + chapters.length > maximumChapters) return { failure: tooManyChapters() };
  const cast = castWithVoices(details.cast, names, voices, nearCastColours(details.voiceId ?? narrator));
  const added = chapters.map(({ title: heading, blocks }, index) => ({
    id: newId(),
    title: heading.trim() || messages.chapter.defaultTitle,
    source: files[index] ?? '',
    document: schema.node('doc', null, createBlocks(blocks, cast)),
  }));
  // A project that was begun empty, and that nobody has given a name, is the one of this text.
  const isUnnamed = isFreeTitle(messages.start.newTitle, details.title) && !hasText(now) && title !== '';
  const { sources, texts } = keepText(withSources(details.sources, added, draft), importedOf(draft, added, { cast, known: details.cast }));
  const failure = await project.updateProject(
    {
      cast,
      sources,
      ...(isUnnamed && { title }),
    },
    texts,
  );
  if (failure) return { failure };
  const shown = chapterId === undefined ? undefined : manuscript.document(chapterId);
  const isEmpty = shown?.textContent.trim() === '';
  const entries = added.map(({ id, title: heading }) => ({ id, title: heading }));
  const grown = withChapters(outline, entries, { at: chapterId, isEmpty });
  manuscript.arrange(grown, new Map(added.map(({ id, document }) => [id, document])));
  return { added };
}

/** The files of the project with those that chapters were added from, last. */
function withSources(sources: readonly ManuscriptSource[], added: readonly AddedChapter[], draft: ManuscriptDraft): ManuscriptSource[] {
  const names = [...new Set(added.map(({ source }) => source))];
  const grown = names.map((name) => {
    const known = sources.find((source) => source.name === name);
    const ids = added.filter(({ source }) => source === name).map(({ id }) => id);
    return { ...known, ...draft.facts[name], name, chapterIds: [...(known?.chapterIds ?? []), ...ids] };
  });
  return [...sources.filter(({ name }) => !names.includes(name)), ...grown];
}

/** What the files say, without the speakers that a person found in it, and the blocks that its paragraphs became. */
function importedOf(
  draft: ManuscriptDraft,
  added: readonly AddedChapter[],
  { cast, known }: { cast: readonly Character[]; known: readonly Character[] },
): ImportedChapter[] {
  const { chapters } = castDraft({ ...draft, attributed: [] }, known.map(({ name }) => name)); // prettier-ignore
  return added.map(({ id, title, source, document }, index) =>
    describeChapter(
      { id, title, file: source, document },
      (chapters[index]?.blocks ?? []).map((block) => withCharacter(block, cast)),
    ),
  );
}

function createBlocks(blocks: readonly CastBlock[], cast: readonly Character[]): Node[] {
  const paragraphIds = assignParagraphs(blocks);
  return blocks.map(({ text, pauseMs, speaker, voiceId = null }, index) => {
    const characterId = speaker === undefined ? null : (findByName(cast, speaker)?.id ?? null);
    return createBlock(text, { pauseMs, voiceId, characterId, paragraphId: paragraphIds[index] ?? null });
  });
}

const tooManyChapters = (): Failure => fail('too-large', message('chapter.tooManyChapters', number(maximumChapters))).failure;
