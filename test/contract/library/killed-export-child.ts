import { openLibrary } from '#main/library/library.ts';
import type { ExportFormat } from '#shared/masters/export-order.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { context, exportServices } from './helpers.ts';

/** Exports over files, pauses in the middle of the first one, or once it is whole, and says so: the test that started it kills it then. */
const [, , directory = '', path = '', folder = '', format = 'mp3', pauseAt = 'middle'] = process.argv;
const library = await openLibrary({
  profileDirectory: `${directory}/profile`,
  projectsDirectory: `${directory}/projects`,
  log: quietLog(),
  connectionId: () => 'local',
  recent: { list: () => [], opened: () => undefined },
});
const project = await library.services['project.open']({ path }, context());
const { promise: never } = Promise.withResolvers<never>();
const { promise: underWay, resolve: isUnderWay } = Promise.withResolvers<null>();
let steps = 0;
const call = {
  ...context(),
  emit: (event: unknown) => {
    steps += 1;
    const { type } = event as { type: string };
    if (pauseAt === 'middle' ? steps === 2 : type === 'file') isUnderWay(null);
    if (type === 'paused') process.stdout.write('under way\n');
  },
  sends: (async function* () {
    await underWay;
    yield { type: 'pause' as const };
  })(),
};
const order = { projectId: project.projectId, chapterIds: project.chapters.map(({ id }) => id), template: 'out', folder };
// Were it to finish, the old file would be gone.
await exportServices(library)['export.run']({ ...order, format: format as ExportFormat, overwrite: true }, call);
await never;
