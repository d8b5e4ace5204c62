import { setTimeout as delay } from 'node:timers/promises';
import { blocksOf, documentFromJson } from '#shared/narration/document.ts';
import type { Operations } from '#shared/operations/index.ts';
import type { In } from '#shared/rpc.ts';
import { openTestStudio } from '../helpers/studio.ts';
import { delayWhile, someVoice } from './event-loop.ts';
import type { Bench } from './run.ts';

const streams = 16;
const idleMs = 5_000;
const blocksEach = 2;

/** Sixteen projects that are spoken at the same time, a block after another each. */
async function run(): Promise<{ ours: number; peer: number }> {
  const fixture = await openTestStudio();
  try {
    const { client } = fixture;
    await someVoice(client);
    const { voices } = await client.run('voices.list', null);
    const chapters: In<Operations['speech.generate']>[] = [];
    for (let index = 0; index < streams; index++) {
      const { projectId, chapters: made } = await client.run('project.create', { title: `Bench ${index}`, sample: true });
      // No two of them ask for the same work, which would be made once.
      await client.run('project.update', { projectId, voiceId: voices[index]!.voiceId });
      const { id: chapterId, document } = made[0]!;
      const blockIds = blocksOf(documentFromJson(document))
        .slice(0, blocksEach)
        .map(({ attributes }) => attributes.id);
      chapters.push({ projectId, chapterId, blockIds });
    }
    const peer = await delayWhile(() => delay(idleMs));
    const ours = await delayWhile(async () => {
      await Promise.all(chapters.map((chapter) => client.run('speech.generate', chapter)));
    });
    return { ours, peer };
  } finally {
    await fixture.close();
  }
}

/** Reported without a limit, as the event-loop delay of one chapter is. */
export default { name: 'event-loop delay of main (p99) under sixteen streams, against idle; milliseconds', run } satisfies Bench;
