import { fail } from '#shared/failure.ts';
import { blocksOf } from '#shared/narration/document.ts';
import {
  compileQuery,
  expressionLimitMs,
  findInTexts,
  maximumFindCharacters,
  maximumMatches,
  replaceMatches,
  type FindOrder,
  type Match,
} from '#shared/narration/find.ts';
import { findNewlyStale } from '#shared/narration/made-stale.ts';
import { withTitle, type Outline } from '#shared/narration/outline.ts';
import { replaceInChapter } from '#shared/narration/replace-in-chapter.ts';
import { blockFingerprint, spokenOf } from '#shared/narration/shape.ts';
import { message } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import { ThreadClient } from '../../infra/thread-call.ts';
import { threadUrl } from '../../infra/threads.ts';
import type { FindThread } from './find-thread.ts';
import { usageError } from './output.ts';
import { openProject, storeEdits, type ProjectAtHand } from './project-file.ts';
import type { Work } from './run.ts';
import type { ProjectFiles } from './session.ts';

export interface ReplaceOptions {
  find: string;
  with: string;
  regex?: true;
  matchCase?: true;
  wholeWord?: true;
  dryRun?: true;
}

type Chapters = ReturnType<typeof replaceIn>['chapters'];

/** `project replace`: over the texts and titles of all chapters, as the window does it. Needs no service. */
export async function replaceInProject(work: Work, file: string, options: ReplaceOptions): Promise<void> {
  const order = readOrder(options);
  const files = await work.projectFiles();
  const opened = await openProject(files.library, file, work.signal);
  const texts = [...new Set(opened.chapters.flatMap(({ title, document }) => [title, ...blocksOf(document).map(({ text }) => text)]))];
  const lists = await findAll({ ...order, texts });
  const found = new Map(texts.map((text, index) => [text, lists[index] ?? []]));
  const { chapters, outline, matches, blocks } = replaceIn(opened, (text) => found.get(text) ?? []);
  if (matches > maximumMatches) throw fail('too-large', message('cli.projects.tooManyMatches', maximumMatches), { next: 'fix-input' });
  const { stale, estimate } = estimateStale(chapters, opened, files.connectionId);
  const dryRun = options.dryRun === true;
  if (!dryRun) await store(files, opened, { chapters, outline });
  const value = { matches, blocks, stale, dryRun, estimate };
  await work.output.result(value, [messages.cli.projects.replaced(matches, blocks, stale, dryRun ? 'dry' : 'done')]);
}

/** What the options ask for. Throws bad usage that names the option. */
function readOrder(options: ReplaceOptions): Omit<FindOrder, 'texts'> {
  const { find: text, with: template } = options;
  if (text === '' || text.length > maximumFindCharacters)
    throw usageError(message('cli.projects.findLength', maximumFindCharacters), '--find');
  if (template.length > maximumFindCharacters) throw usageError(message('cli.projects.withLength', maximumFindCharacters), '--with');
  const query = {
    text,
    matchCase: options.matchCase === true,
    wholeWords: options.wholeWord === true,
    isExpression: options.regex === true,
  };
  const compiled = compileQuery(query);
  if ('problem' in compiled) throw usageError(message('cli.projects.invalidExpression', compiled.problem), '--find');
  return { query, template };
}

/** The matches in each text. An expression runs in a thread, and is ended with it where it takes too long. */
async function findAll(order: FindOrder): Promise<readonly (readonly Match[])[]> {
  if (!order.query.isExpression) {
    const found = findInTexts(order);
    return 'lists' in found ? found.lists : [];
  }
  const options = { name: 'find', onUnexpected: () => undefined, patienceMs: expressionLimitMs };
  const thread = new ThreadClient<FindThread>(threadUrl('find-thread'), options);
  try {
    await thread.call('ready');
    return await thread.call('find', order);
  } catch (thrown) {
    throw thread.alive ? thrown : fail('unprocessable', message('cli.projects.expressionTooSlow', expressionLimitMs / 1000));
  } finally {
    await thread.close();
  }
}

/** The project after replacing, and what was found. */
function replaceIn({ chapters: all }: ProjectAtHand, matchesIn: (text: string) => readonly Match[]) {
  const before: Outline = all.map(({ id, title }) => ({ id, title }));
  let outline = before;
  let [matches, blocks] = [0, 0];
  const chapters = all.flatMap(({ id, title, document }) => {
    const inTitle = matchesIn(title);
    matches += inTitle.length;
    outline = withTitle(outline, id, replaceMatches(title, inTitle));
    const transform = replaceInChapter(document, (_blockId, text) => {
      const found = matchesIn(text);
      matches += found.length;
      blocks += found.length > 0 ? 1 : 0;
      return found;
    });
    return transform.steps.length === 0 ? [] : [{ id, transform }];
  });
  return { chapters, outline, matches, blocks };
}

/** The blocks whose sound is of an earlier text then, and what generating them would send: the same text for the same voice is sent once. */
function estimateStale(chapters: Chapters, { takes, defaults }: ProjectAtHand, connectionId: string) {
  let stale = 0;
  const characters = new Map<string, number>();
  for (const { transform } of chapters) {
    const ids = new Set(
      findNewlyStale({ document: transform.before, defaults }, { document: transform.doc, defaults }, { takes, connectionId }),
    );
    stale += ids.size;
    for (const block of blocksOf(transform.doc)) {
      const fingerprint = ids.has(block.attributes.id) ? blockFingerprint(block, defaults, connectionId) : undefined;
      if (fingerprint !== undefined) characters.set(fingerprint, spokenOf(block, defaults).text.length);
    }
  }
  const sum = [...characters.values()].reduce((total, each) => total + each, 0);
  // Prices are learned by the studio that generates; the command line has no price of its own to go by.
  return { stale, estimate: { characters: sum, credits: sum === 0 ? 0 : null } };
}

async function store(
  { library }: ProjectFiles,
  { project, chapters: all }: ProjectAtHand,
  { chapters, outline }: { chapters: Chapters; outline: Outline },
): Promise<void> {
  const titles = outline.filter(({ title }, index) => title !== all[index]?.title);
  const edits = chapters.map(({ id, transform }) => ({ chapterId: id, steps: transform.steps }));
  await storeEdits(library, project, edits, titles);
}
