import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { openTestStudio } from '../helpers/studio.ts';
import type { Bench } from './run.ts';

const idleMs = 5_000;

/** The 99th percentile of main's event-loop delay while something goes on, in milliseconds. */
async function delayWhile(work: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await work();
  histogram.disable();
  return histogram.percentile(99) / 1e6;
}

async function run(): Promise<{ ours: number; peer: number }> {
  const desk = await openTestStudio();
  try {
    const { client } = desk;
    let voice: string | undefined;
    while (voice === undefined) {
      await delay(100);
      voice = (await client.run('voices.list', null).catch(() => undefined))?.voices[0]?.voiceId;
    }
    const project = await client.run('project.create', { title: 'Bench', sample: true });
    const { projectId, chapters } = project;
    await client.run('project.update', { projectId, voiceId: voice });
    const chapter = chapters[0];
    if (!chapter) throw new Error('no chapter');
    const { content } = chapter.document as { content: { attrs: { id: string } }[] };
    const blockIds = content.map((block) => block.attrs.id);
    const peer = await delayWhile(() => delay(idleMs));
    const ours = await delayWhile(async () => {
      const call = client.call('speech.generate', { projectId, chapterId: chapter.id, blockIds });
      let takes = 0;
      for await (const event of call) if (event.type === 'take') takes += 1;
      const { made } = await call.result;
      if (made !== blockIds.length || takes !== made) throw new Error(`Only ${made} of ${blockIds.length} blocks were made.`);
    });
    return { ours, peer };
  } finally {
    await desk.close();
  }
}

/** Reported without a limit: what idle is on a machine under load says little about a machine at rest. */
export default { name: 'event-loop delay of main (p99) while a chapter is generated, against idle; milliseconds', run } satisfies Bench;
