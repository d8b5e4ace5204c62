import { openLibrary } from '#main/library/library.ts';
import { createDocument } from '#shared/narration/document.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { context } from './helpers.ts';

/**
 * Adds, moves, renames and takes out chapters as fast as it can. After each act it tells, as one line of JSON, the titles that were
 * acknowledged (`done`) and those of the act that comes (`next`). It never ends by itself.
 */
const [, , directory = '', path = ''] = process.argv;
const { services } = await openLibrary({
  profileDirectory: `${directory}/profile`,
  projectsDirectory: `${directory}/projects`,
  log: quietLog(),
  connectionId: () => 'local',
  recent: { list: () => [], opened: () => undefined },
});
const project = await services['project.open']({ path }, context());
const document = createDocument(['']).toJSON() as NonNullable<
  Parameters<(typeof services)['project.arrange']>[0]['chapters'][number]['document']
>;
let outline = project.chapters.map(({ id, title }) => ({ id, title }));
for (let act = 0; ; act += 1) {
  const [first, ...others] = outline;
  if (!first) throw new Error('a project without a chapter');
  const added = { id: `chapter${process.pid}x${act}`, title: `Added ${act}` };
  const next =
    act % 3 === 0
      ? [...outline, added]
      : act % 3 === 1
        ? [...others, { ...first, title: `Moved ${act}` }]
        : others.length > 2
          ? others
          : outline;
  const titles = (chapters: { title: string }[]): string[] => chapters.map(({ title }) => title);
  process.stdout.write(`${JSON.stringify({ done: titles(outline), next: titles(next) })}\n`);
  const chapters = next.map((entry) => (entry === added ? { ...entry, document } : entry));
  await services['project.arrange']({ projectId: project.projectId, before: outline, chapters }, context());
  outline = next;
}
