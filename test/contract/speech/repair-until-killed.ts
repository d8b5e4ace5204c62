import { context, idsOf, SpeechFixture } from './fixture.ts';

/** Repairs a block, and ends without warning when the bought sentence is in the project and not in its take. Prints where the project is. */
const [directory = '', baseUrl = '', apiKey = ''] = process.argv.slice(2);
const text = 'The river was high that year. Nobody crossed it before May. We waited on the bank for a boat.';
const fixture = await SpeechFixture.open({ baseUrl, apiKey }, directory);
const project = await fixture.project([text]);
await fixture.generate(project);
fixture.library.temporaryPath = () => {
  process.stdout.write(JSON.stringify({ path: project.path }), () => process.kill(process.pid, 'SIGKILL'));
  // Nothing goes on before it is over.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
  return '';
};
const from = text.indexOf('crossed');
const order = {
  projectId: project.projectId,
  chapterId: project.chapters[0]!.id,
  blockId: idsOf(project)[0]!,
  selection: { from, to: from + 3 },
};
await fixture.speech.services['speech.repair'](order, context());
