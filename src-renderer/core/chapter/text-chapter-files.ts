import { cutText } from '#shared/cut-text.ts';
import { fail, type Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { createDocument } from '#shared/narration/document.ts';
import { maximumChapters, maximumTitle, withChapter, type Outline } from '#shared/narration/outline.ts';
import { paragraphsOf } from '#shared/narration/paragraphs.ts';
import { cleanText } from '#shared/plain-text.ts';
import { number, plural } from '../../lib/format.ts';
import { attempt } from '../host/attempt.ts';
import { textOf } from '../files/file-text.ts';
import { messages } from '#shared/messages/index.ts';
import type { ProjectStore } from '../project/project-store.ts';
import type { WindowStore } from '../window/window-store.ts';
import type { announce } from '../../lib/live-region.tsx';
import { message } from '#shared/messages/message.ts';

/** Of all files that are given at once, and of each: what is longer is no chapter. */
export const textLimits = { characters: 1_000_000, blocks: 5000, bytes: 4_000_000 } as const;

export const isText = (name: string): boolean => /\.(?:txt|text)$/iu.test(name);

/** What people write scripts in and is not read here. */
export const isDocument = (name: string): boolean => /\.(?:docx?|odt|rtf|md|markdown|pdf|epub|pages|html?|fountain)$/iu.test(name);

export const documentAdvice = messages.chapter.txtOnly;

/** The paragraphs of a text that is read aloud: no marks that only a file needs, and no control characters. */
export const blocksOfText = (text: string): string[] =>
  paragraphsOf(cleanText(text))
    .map((line) => line.replaceAll(/[^\S\u202f\u3000]+/gu, ' ').trim())
    .filter((line) => line !== '');

export interface TextChaptersDependencies {
  project: Pick<ProjectStore, 'openManuscript' | 'store' | 'showChapter'>;
  window: Pick<WindowStore, 'goToPanel'>;
  announce: typeof announce;
}

/** Chapters made of text files. */
export class TextChapters {
  readonly #deps: TextChaptersDependencies;

  constructor(dependencies: TextChaptersDependencies) {
    this.#deps = dependencies;
  }

  /**
   * Adds a chapter for each text file after the one that is shown, called as its file, in the order of their names. Sends nothing; one undo takes all of
   * them back. Where one of them cannot be read, none is added, and the failure names it.
   */
  readonly addTextChapters = async (files: readonly File[]): Promise<Failure | undefined> => {
    const done = await attempt(async () => {
      const ordered = [...files].sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
      let left: number = textLimits.characters;
      const read: { title: string; blocks: string[] }[] = [];
      for (const file of ordered) {
        if (file.size > textLimits.bytes) throw tooLarge(file.name);
        const blocks = blocksOfText(await textOf(file));
        left -= blocks.reduce((sum, block) => sum + block.length, 0);
        if (left < 0 || blocks.length > textLimits.blocks) throw tooLarge(file.name);
        if (blocks.length === 0) throw fail('invalid-input', message('chapter.fileEmpty', file.name), { next: 'choose-file' });
        read.push({ title: titleOf(file.name), blocks });
      }
      const manuscript = this.#deps.project.openManuscript();
      const { outline, chapterId } = this.#deps.project.store.getState();
      if (!manuscript) throw fail('not-found', message('chapter.openProjectFirst'));
      if (outline.length + read.length > maximumChapters)
        throw fail('too-large', message('chapter.tooManyChapters', number(maximumChapters)));
      const added = read.map(({ title, blocks }) => ({ id: newId(), title, document: createDocument(blocks) }));
      let [grown, after]: [Outline, typeof chapterId] = [outline, chapterId];
      for (const { id, title } of added) {
        grown = withChapter(grown, { id, title }, after);
        after = id;
      }
      manuscript.arrange(grown, new Map(added.map(({ id, document }) => [id, document])));
      this.#deps.window.goToPanel({ panel: 'narration' });
      const [first] = added;
      if (first) this.#deps.project.showChapter(first.id);
      const blocks = read.reduce((sum, one) => sum + one.blocks.length, 0);
      this.#deps.announce(
        messages.chapter.chaptersAdded(
          plural(added.length, messages.chapter.chapter),
          plural(blocks, messages.chapter.block),
          added.length === 1 ? 'it' : 'them',
        ),
      );
    });
    return done.ok ? undefined : done.failure;
  };

  /** Lets a person choose text files, which become chapters; `failed` is called where they do not. */
  readonly chooseTextChapters = (failed: (failure: Failure) => void): void => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = '.txt,.text,text/plain';
    input.addEventListener('change', () => {
      void this.addTextChapters([...(input.files ?? [])]).then((failure) => failure && failed(failure));
    });
    input.click();
  };
}

const tooLarge = (name: string) =>
  fail('too-large', message('chapter.fileTooLong', name, number(textLimits.characters), number(textLimits.blocks)), {
    next: 'choose-file',
  });

function titleOf(name: string): string {
  const words = name
    .replace(/\.[^.]*$/u, '')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim();
  return cutText(words, maximumTitle) || messages.chapter.defaultTitle;
}
