import { readFileSync } from 'node:fs';
import { toFailure } from '#shared/failure.ts';
import { openLibrary } from '#main/library/library.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { context, exportServices, factsOf, firstChapter, insertText } from './helpers.ts';

/**
 * Runs where no file can grow past a limit, as on a full disk: edits, receives and exports until each is refused, and
 * tells what happened as one line of JSON.
 */
const [, , directory = '', path = '', soundPath = ''] = process.argv;
const { services, ...library } = await openLibrary({
  profileDirectory: `${directory}/profile`,
  projectsDirectory: `${directory}/projects`,
  log: quietLog(),
  connectionId: () => 'local',
  recent: { list: () => [], opened: () => undefined },
});
const kindOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (thrown: unknown) => toFailure(thrown).kind,
  );
const project = await services['project.open']({ path }, context());
const { projectId } = project;
const chapterId = firstChapter(project).id;

let version = firstChapter(project).version;
let edit = 'done';
while (edit === 'done') {
  edit = await kindOf(services['project.edit']({ projectId, chapterId, version, steps: [insertText(1, 'x'.repeat(50_000))] }, context()));
  if (edit === 'done') version += 1;
}

const sound = readFileSync(soundPath);
const arrival = await library.receive('operation0001', 'wav');
let written = 0;
let write = 'done';
for (let at = 0; at < sound.length && write === 'done'; at += 65_536) {
  const part = sound.subarray(at, at + 65_536);
  write = await kindOf(arrival.write(part));
  if (write === 'done') written += part.length;
}
const kept = await arrival.interrupted(factsOf(project, 0));
const exported = await kindOf(
  exportServices({ services, ...library })['export.run'](
    { projectId, chapterIds: [chapterId], format: 'wav', template: 'out', folder: directory },
    context(),
  ),
);
const create = await kindOf(services['project.create']({ title: 'Small', path: `${directory}/small.voicewright` }, context()));
process.stdout.write(`${JSON.stringify({ version, edit, written, write, kept: kept?.bytes, state: kept?.state, exported, create })}\n`);
process.exit(0); // as it would be killed: nothing is tidied up
