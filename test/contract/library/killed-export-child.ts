import { openLibrary } from '#main/library/library.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { context, exportServices, firstChapter } from './helpers.ts';

/** Exports over a file and says when that is under way: whoever started it kills it then. */
const [, , directory = '', path = '', folder = ''] = process.argv;
const library = await openLibrary({
  profileDirectory: `${directory}/profile`,
  projectsDirectory: `${directory}/projects`,
  log: quietLog(),
  connectionId: () => 'local',
  recent: { list: () => [], opened: () => undefined },
});
const project = await library.services['project.open']({ path }, context());
const { promise: never } = Promise.withResolvers<never>();
let steps = 0;
const call = {
  ...context(),
  emit: () => {
    steps += 1;
    if (steps === 5) process.stdout.write('under way\n');
  },
};
const order = { projectId: project.projectId, chapterIds: [firstChapter(project).id], format: 'mp3' as const, template: 'out', folder };
// Were it to finish, the old file would be gone.
await exportServices(library)['export.run']({ ...order, overwrite: true }, call);
await never;
