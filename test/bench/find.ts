import { projectOf } from '../helpers/fake-project.ts';
import { median } from '../helpers/median.ts';
import { Manuscript } from '../../src-renderer/core/project/project-editor.ts';
import { FindStore } from '../../src-renderer/features/narration/find/find-store.ts';
import type { Bench } from './run.ts';

const rounds = 15;
const chapters = 20;
const blocks = 100;
/** With the 20 chapters of 100 blocks, 100,000 words. */
const wordsInABlock = 50;

/** Words that stand apart by their number; the sought one is in the last block alone, so that the first result is the last that there is. */
function book() {
  const text = (chapter: number, block: number): string =>
    Array.from({ length: wordsInABlock }, (_, word) => `word${(chapter * 31 + block * 7 + word) % 977}`).join(' ');
  return Object.fromEntries(
    Array.from({ length: chapters }, (_, chapter) => [
      `chapter${String(chapter).padStart(3, '0')}`,
      Object.fromEntries(
        Array.from({ length: blocks }, (__, block) => {
          const isLast = chapter === chapters - 1 && block === blocks - 1;
          return [`block${String(chapter * blocks + block).padStart(5, '0')}`, `${text(chapter, block)}${isLast ? ' Lighthouse' : ''}`];
        }),
      ),
    ]),
  );
}

const milliseconds = (work: () => void): number => {
  const from = performance.now();
  work();
  return performance.now() - from;
};

/** The window’s own search over the book, without a window. */
function createFind(): FindStore {
  const project = projectOf('project01', book());
  const nothing = (): void => undefined;
  const refuse = () => Promise.reject(new Error('Nothing is saved here.'));
  const manuscript = new Manuscript({
    stored: project,
    arrange: refuse,
    send: refuse,
    reload: refuse,
    onSaveState: nothing,
    onOutline: nothing,
    onBothWritten: nothing,
    onAside: () => undefined,
    onReversed: nothing,
    now: () => performance.now(),
    later: () => nothing,
  });
  const state = { details: project, outline: manuscript.outline, chapterId: manuscript.outline[0]?.id, selected: [], takes: [] };
  const store = { getState: () => state, subscribe: () => nothing, setState: nothing };
  const parts = {
    client: {},
    project: { store, openManuscript: () => manuscript, showChapter: nothing, flushProject: () => Promise.resolve(undefined) },
    studio: { store },
    window: { store },
    announce: nothing,
    toastFailure: nothing,
    findApart: () => Promise.resolve({ end: 'stopped' as const }),
  };
  return new FindStore(parts as never);
}

const bench: Bench = {
  name: 'first results of find over 100,000 words, against a plain scan of the same text (lower case, includes); ms',
  atMost: 3,
  run: async () => {
    const find = createFind();
    find.openFind('find');
    const whole = Object.values(book())
      .flatMap((texts) => Object.values(texts))
      .join('\n');
    const scan = (): void => {
      if (!whole.toLowerCase().includes('lighthouse')) throw new Error('The scan found nothing.');
    };
    const search = async (): Promise<number> => {
      find.changeQuery({ text: '' });
      const from = performance.now();
      find.changeQuery({ text: 'lighthouse' });
      while (find.store.getState().matches.length === 0) await new Promise((resolve) => setImmediate(resolve));
      return performance.now() - from;
    };
    const [ours, peer]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      peer.push(milliseconds(scan));
      ours.push(await search());
    }
    find.closeFind();
    return { ours: median(ours), peer: median(peer) };
  },
};
export default bench;
