import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { documentFromJson } from '#shared/narration/document.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { startLocalService } from '../../helpers/local-service.ts';
import { context, idsOf, SpeechFixture } from './fixture.ts';

const program = fileURLToPath(new URL('repair-until-killed.ts', import.meta.url));
const text = 'The river was high that year. Nobody crossed it before May. We waited on the bank for a boat.';
const middle = 'Nobody crossed it before May.';
const key = 'local-repair-killed';

it('a repair that is killed after the sentence came and before it is in the take loses nothing: the next try costs nothing', async () => {
  const service = await startLocalService();
  const directory = SpeechFixture.newDirectory();
  const charges = async () => (await service.charges(key)).entries.filter((entry) => entry.state !== 'granted');
  const path = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [program, directory, service.baseUrl, key], (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') resolve((JSON.parse(stdout) as { path: string }).path);
      else reject(new Error(`It was not killed: ${stderr}`));
    });
  });
  const fixture = await SpeechFixture.open({ baseUrl: service.baseUrl, apiKey: key }, directory);
  try {
    await fixture.speech.recover();
    const project = await fixture.library.services['project.open']({ path }, context());
    expect(await charges()).toHaveLength(2);
    const chapter = project.chapters[0]!;
    const timeline = buildTimeline(documentFromJson(chapter.document), project.takes, project, fixture.connection.current().id);
    expect(timeline.blocks[0]?.take.text).toBe(text);
    const from = text.indexOf('crossed');
    const order = { projectId: project.projectId, chapterId: chapter.id, blockId: idsOf(project)[0]!, selection: { from, to: from + 3 } };
    expect(await fixture.speech.services['speech.repair-plan'](order, context())).toMatchObject({
      texts: [middle],
      characters: 0,
      credits: 0,
    });
    expect(await fixture.speech.services['speech.repair'](order, context())).toMatchObject({ reused: true, creditsUsed: 0 });
    expect(await charges()).toHaveLength(2);
    expect(await fixture.ledger.unsettled()).toEqual([]);
  } finally {
    await fixture.close();
    await service.stop();
  }
});
