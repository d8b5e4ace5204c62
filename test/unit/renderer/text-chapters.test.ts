import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { blocksOf } from '#shared/narration/document.ts';
import { maximumChapters } from '#shared/narration/outline.ts';
import { projectOf } from '../../helpers/fake-project.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio } from '../../helpers/fake-studio.ts';
import { blocksOfText, isDocument, isText, textLimits } from '../../../src-renderer/core/chapter/text-chapter-files.ts';
import { textOf } from '../../../src-renderer/core/files/file-text.ts';
import { messages } from '#shared/messages/index.ts';

const stores = createFakeStores();
const { addTextChapters } = stores.textChapters;
const { connectHost } = stores.host;
const { openManuscript, openProject, showChapter, store: useProject } = stores.project;
const useWindow = stores.window.store;

it('reads a text in the character set that it was written in', async () => {
  const read = (bytes: readonly number[]): Promise<string> => textOf(new Blob([new Uint8Array(bytes)]));
  expect(await read([0x63, 0x61, 0x66, 0xc3, 0xa9])).toBe('café');
  expect(await read([0x63, 0x61, 0x66, 0xe9])).toBe('café');
  expect(await read([0xff, 0xfe, 0x63, 0, 0xe9, 0])).toBe('cé');
  expect(await read([0xfe, 0xff, 0, 0x63, 0, 0xe9])).toBe('cé');
});

it('makes blocks of paragraphs, without the marks that only a file needs', () => {
  expect(blocksOfText('\ufeffOne,\nwrapped.\n\nTwo\u0000\twith a\u00a0tab and a hy\u00adphen.\n')).toEqual([
    'One, wrapped.',
    'Two with a tab and a hyphen.',
  ]);
  expect(blocksOfText(' \n\u200b\n')).toEqual([]);
});

it('tells texts from documents by their endings', () => {
  expect(['a.TXT', 'a.text', 'a.docx', 'txt'].map(isText)).toEqual([true, true, false, false]);
  expect(['a.DOCX', 'a.md', 'a.wav', 'a.txt'].map(isDocument)).toEqual([true, true, false, false]);
});

describe('text files that are added as chapters', () => {
  const project = projectOf('project01', { chapter01: { block0001: 'One.' }, chapter02: { block0002: 'Two.' } });
  const outline = () => useProject.getState().outline.map(({ title }) => title);
  const file = (name: string, text = `${name} speaks.`): File => new File([text], name);
  const open = async (opened: unknown = project): Promise<void> => {
    fakeStudio.reset({
      'project.open': () => opened,
      'project.arrange': () => null,
      'project.update': () => null,
      'project.edit': () => ({ version: 1 }),
    });
    await connectHost();
    await openProject(project.path);
  };
  beforeEach(() => open());

  it('stand after the chapter that is shown, in the order of their names, whatever order they are given in', async () => {
    const names = ['Part 1.txt', 'Part 2.txt', 'Part 10.txt', 'Preface.text'];
    const titles = ['Part 1', 'Part 2', 'Part 10', 'Preface'];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray(names, { minLength: names.length }), fc.boolean(), async (given, isLast) => {
        await open();
        if (isLast) showChapter('chapter02');
        expect(await addTextChapters(given.map((name) => file(name)))).toBeUndefined();
        expect(outline()).toEqual(isLast ? ['chapter01', 'chapter02', ...titles] : ['chapter01', ...titles, 'chapter02']);
        const manuscript = openManuscript()!;
        const added = useProject.getState().outline.filter(({ title }) => titles.includes(title));
        expect(added.map(({ id }) => blocksOf(manuscript.document(id)).map(({ text }) => text))).toEqual(
          names.map((name) => [`${name} speaks.`]),
        );
        expect(useProject.getState().chapterId).toBe(added[0]?.id);
      }),
      { numRuns: 20 },
    );
  });

  it('are one act: one undo removes all of them; the script is shown and what was added is announced', async () => {
    expect(await addTextChapters([file('a.txt', 'One.\n\nTwo.'), file('b.txt')])).toBeUndefined();
    expect(useWindow.getState().panel).toBe('narration');
    expect(fakeStudio.announced).toEqual([messages.chapter.chaptersAdded('2 chapters', '3 blocks', 'them')]);
    openManuscript()?.undo();
    expect(outline()).toEqual(['chapter01', 'chapter02']);
  });

  it.each<[string, File[], string, string]>([
    ['holds no text', [file('a.txt'), file('b.txt', ' \n')], 'invalid-input', messages.chapter.fileEmpty('b.txt')],
    ['is too large', [file('a.txt'), file('b.txt', 'x'.repeat(textLimits.bytes + 1))], 'too-large', 'b.txt is too long'],
    ['has too many blocks', [file('a.txt', 'x\n\n'.repeat(textLimits.blocks + 1))], 'too-large', 'a.txt is too long'],
    [
      'is too long together with those before',
      [1, 2].map((at) => file(`${String(at)}.txt`, 'x'.repeat(textLimits.characters / 2 + 1))),
      'too-large',
      '2.txt is too long',
    ],
  ])('are not added where one of them %s, and the failure names it', async (_what, files, kind, message) => {
    const failure = await addTextChapters(files);
    expect(failure).toMatchObject({ kind, message: expect.stringContaining(message) as string });
    expect(outline()).toEqual(['chapter01', 'chapter02']);
    expect(fakeStudio.announced).toEqual([]);
  });

  it('are not added where the project would have more chapters than it can hold', async () => {
    const chapters = Array.from(
      { length: maximumChapters - 1 },
      (_, at) => [`chapter${String(at).padStart(4, '0')}`, { [`block${String(at).padStart(4, '0')}`]: '' }] as const,
    );
    await open(projectOf('project01', Object.fromEntries(chapters)));
    expect(await addTextChapters([file('a.txt'), file('b.txt')])).toMatchObject({ kind: 'too-large' });
    expect(outline()).toHaveLength(maximumChapters - 1);
    expect(await addTextChapters([file('a.txt')])).toBeUndefined();
    expect(outline()).toHaveLength(maximumChapters);
  });
});
