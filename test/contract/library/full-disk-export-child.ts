import { toFailure } from '#shared/failure.ts';
import { openLibrary } from '#main/library/library.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { context, exportServices } from './helpers.ts';

/** Runs where no file can grow past a limit, as on a full disk: exports over files that are there, and says why each was refused, as JSON. */
const [, , directory = '', path = '', folder = ''] = process.argv;
const library = await openLibrary({
  profileDirectory: `${directory}/profile`,
  projectsDirectory: `${directory}/projects`,
  log: quietLog(),
  connectionId: () => 'local',
  recent: { list: () => [], opened: () => undefined },
});
const { projectId, chapters } = await library.services['project.open']({ path }, context());
const order = { projectId, chapterIds: chapters.map(({ id }) => id), template: 'out', folder, overwrite: true };
const answers: Record<string, string> = {};
for (const format of ['wav', 'mp3', 'm4b', 'epub', 'html', 'rpp', 'otio'] as const)
  answers[format] = await exportServices(library)
    ['export.run']({ ...order, format }, context())
    .then(
      () => 'done',
      (thrown: unknown) => toFailure(thrown).kind,
    );
process.stdout.write(JSON.stringify(answers));
process.exit(0); // as it would be killed: nothing is tidied up
