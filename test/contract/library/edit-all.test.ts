import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LibraryService } from '#main/library/library.ts';
import { ProjectFile } from '#main/library/project-file.ts';
import { createDocument } from '#shared/narration/document.ts';
import { newId } from '#shared/ids.ts';
import type { Project } from '#shared/operations/project.ts';
import { context, Fixture, insertText } from './helpers.ts';

let fixture: Fixture;
let library: LibraryService;
let project: Project;
beforeEach(async () => {
  fixture = new Fixture();
  library = await fixture.open();
  const { projectId, path, chapters } = await library.services['project.create']({ title: 'Two chapters' }, context());
  const before = chapters.map(({ id, title }) => ({ id, title }));
  const added = { id: newId(), title: 'Second', document: createDocument(['Second.']).toJSON() as never };
  await library.services['project.arrange']({ projectId, before, chapters: [...before, added] }, context());
  project = await library.services['project.open']({ path }, context());
});
afterEach(() => fixture.close());

const reopened = async (): Promise<Project> => {
  await library.services['project.close']({ projectId: project.projectId }, context());
  return library.services['project.open']({ path: project.path }, context());
};
const edits = (steps = insertText(1, 'New. ')) => project.chapters.map(({ id, version }) => ({ chapterId: id, version, steps: [steps] }));

it('an edit of several chapters and their titles is stored as a whole', async () => {
  const titles = [{ id: project.chapters[1]!.id, title: 'Renamed' }];
  await library.editAll(project.projectId, { chapters: edits(), titles });
  const after = await reopened();
  expect(after.chapters.map(({ document }) => JSON.stringify(document).includes('New. '))).toEqual([true, true]);
  expect(after.chapters.map(({ title }) => title)).toEqual([project.chapters[0]!.title, 'Renamed']);
});

it('an edit of which one part cannot be made changes nothing in any chapter', async () => {
  const [first, second] = edits();
  const wrong = { ...second!, steps: [insertText(9_999, 'x')] };
  await expect(library.editAll(project.projectId, { chapters: [first!, wrong], titles: [] })).rejects.toMatchObject({
    failure: { kind: 'invalid-input' },
  });
  const late = { ...second!, version: 7 };
  await expect(library.editAll(project.projectId, { chapters: [first!, late], titles: [] })).rejects.toMatchObject({
    failure: { kind: 'conflict' },
  });
  expect((await reopened()).chapters).toEqual(project.chapters);
});

it('an edit that the disk refuses at its second chapter has stored nothing of the first', async () => {
  const [first, second] = project.chapters;
  await library.services['project.close']({ projectId: project.projectId }, context());
  const file = new ProjectFile(project.path);
  try {
    // A step of this version is there already: the second insert fails, as any write may.
    file.appendSteps([{ chapterId: second!.id, version: second!.version, steps: [JSON.stringify(insertText(1, 'There. '))] }]);
    const step = JSON.stringify(insertText(1, 'New. '));
    const both = [first!, second!].map(({ id, version }) => ({ chapterId: id, version, steps: [step] }));
    expect(() => file.appendSteps(both, [{ id: first!.id, title: 'Renamed' }])).toThrow();
    expect(file.read().chapters.map(({ title, steps }) => [title, steps.length])).toEqual([
      [first!.title, 0],
      [second!.title, 1],
    ]);
  } finally {
    file.close();
  }
});

const text = (...paragraphs: string[]) => createDocument(paragraphs).toJSON() as never;
const outline = ({ chapters }: Pick<Project, 'chapters'>) => chapters.map(({ id, title }) => ({ id, title }));

it('a revision is stored as a whole, goes on from there, and can be taken back by steps and outline', async () => {
  const { projectId } = project;
  const [first, second] = project.chapters;
  const third = { id: newId(), title: 'Third' };
  const kept = { id: second!.id, title: 'Renamed' };
  const sources = [{ name: 'book.docx', chapterIds: [second!.id, third.id] }];
  const chapters = [
    { ...kept, version: second!.version, document: text('Revised.') },
    { ...third, document: text('New.') },
  ];
  await library.services['project.revise']({ projectId, before: outline(project), chapters, cast: [], sources }, context());
  const now = await library.services['project.open']({ path: project.path }, context());
  expect([outline(now), now.sources, now.chapters[0]!.version]).toEqual([[kept, third], sources, second!.version + 1]);
  // What undo does: the chapter that went is back, and steps go on from the version of the revision.
  await library.services['project.arrange']({ projectId, before: [kept, third], chapters: outline(project) }, context());
  const edit = { projectId, chapterId: second!.id, version: second!.version + 1, steps: [insertText(1, 'New. ')] };
  await library.services['project.edit'](edit, context());
  const after = await reopened();
  expect(outline(after)).toEqual(outline(project));
  expect(after.chapters[0]!.document).toEqual(first!.document);
  expect(JSON.stringify(after.chapters[1]!.document)).toContain('New. Revised.');
});

it('a revision of another outline or version, or with a part that is no chapter, changes nothing', async () => {
  const { projectId } = project;
  const [first, second] = project.chapters.map(({ id, title, version }) => ({ id, title, version, document: text('Revised.') }));
  const before = outline(project);
  const revise = (chapters: Parameters<(typeof library.services)['project.revise']>[0]['chapters'], on = before) =>
    library.services['project.revise']({ projectId, before: on, chapters, cast: [], sources: [{ name: 'x', chapterIds: [] }] }, context());
  await expect(revise([first!, { ...second!, version: 7 }])).rejects.toMatchObject({ failure: { kind: 'conflict', field: 'version' } });
  await expect(revise([first!, second!], before.toReversed())).rejects.toMatchObject({ failure: { kind: 'conflict', field: 'before' } });
  await expect(revise([first!, first!])).rejects.toMatchObject({ failure: { kind: 'invalid-input', field: 'chapters.1.id' } });
  await expect(revise([first!, { ...second!, document: { type: 'doc' } }])).rejects.toMatchObject({
    failure: { kind: 'invalid-input', field: 'chapters.1.document' },
  });
  const after = await reopened();
  expect([after.chapters, after.sources]).toEqual([project.chapters, []]);
});
