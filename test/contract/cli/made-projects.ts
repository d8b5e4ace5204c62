import { createDocument } from '#shared/narration/document.ts';
import type { Project } from '#shared/operations/project.ts';
import { context, firstChapter, makeTake, toneWav, type Fixture } from '../library/helpers.ts';

/** A project of these chapters’ paragraphs; the first `spoken` blocks have sound. */
export async function makeProject(fixture: Fixture, title: string, chapters: readonly string[][], spoken: number): Promise<Project> {
  const library = await fixture.open();
  const { services } = library;
  const created = await services['project.create']({ title }, context());
  const { projectId } = created;
  await services['project.update']({ projectId, voiceId: 'anna' }, context());
  const wanted = chapters.map((paragraphs, index) => ({
    id: `chapter-${title.toLowerCase()}-${index}`.replaceAll('-', ''),
    title: `Part ${index + 1}`,
    document: createDocument(paragraphs).toJSON() as never,
  }));
  const before = [{ id: firstChapter(created).id, title: firstChapter(created).title }];
  await services['project.arrange']({ projectId, before, chapters: wanted }, context());
  const project = await services['project.open']({ path: created.path }, context());
  for (let index = 0; index < spoken; index += 1)
    await makeTake(library, project, index, toneWav(48_000, 300 + 100 * index), `operation-${title}-${index}`.replaceAll('-', ''));
  await library.close();
  return project;
}
