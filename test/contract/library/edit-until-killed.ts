import { openLibrary } from '#main/library/library.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { context, factsOf, firstChapter, insertText, toneWav } from './helpers.ts';

/**
 * Edits a project as fast as it can, tells each edit once it was acknowledged, and now and then makes a take. It never ends by itself.
 * Edit `n` puts the word `n` before all others.
 */
const [, , directory = '', path = ''] = process.argv;
const { services, ...library } = await openLibrary({
  profileDirectory: `${directory}/profile`,
  projectsDirectory: `${directory}/projects`,
  log: quietLog(),
  connectionId: () => 'local',
  recent: { list: () => [], opened: () => undefined },
});
const project = await services['project.open']({ path }, context());
const chapter = firstChapter(project);
process.stdout.write(`version ${chapter.version}\n`);
for (let version = chapter.version; ; version += 1) {
  await services['project.edit'](
    { projectId: project.projectId, chapterId: chapter.id, version, steps: [insertText(1, `${version} `)] },
    context(),
  );
  process.stdout.write(`edit ${version + 1}\n`);
  if (version % 10 === 5) {
    const operationId = `operation${version}`;
    const arrival = await library.receive(operationId, 'wav');
    const sound = toneWav(24_000 + version);
    await arrival.write(sound.slice(0, 20_000));
    process.stdout.write(`arriving ${operationId}\n`);
    await arrival.write(sound.slice(20_000));
    const result = await arrival.complete(factsOf(project, 0, { fingerprint: operationId }));
    process.stdout.write(`paid ${operationId}\n`);
    await library.addTake(result);
    process.stdout.write(`take ${operationId}\n`);
  }
}
