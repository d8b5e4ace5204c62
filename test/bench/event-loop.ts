import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { openTestStudio, type TestStudio } from '../helpers/studio.ts';
import type { Bench } from './run.ts';

const idleMs = 5_000;

/** The 99th percentile of main's event-loop delay while something goes on, in milliseconds. */
export async function delayWhile(work: () => Promise<unknown>): Promise<number> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await work();
  histogram.disable();
  return histogram.percentile(99) / 1e6;
}

/** The first voice, as soon as the service has started. */
export async function someVoice(client: TestStudio['client']): Promise<string> {
  for (;;) {
    const voice = (await client.run('voices.list', null).catch(() => undefined))?.voices[0]?.voiceId;
    if (voice !== undefined) return voice;
    await delay(100);
  }
}

async function run(): Promise<{ ours: number; peer: number }> {
  const fixture = await openTestStudio();
  try {
    const { client } = fixture;
    const voice = await someVoice(client);
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
    await fixture.close();
  }
}

/**
 * Reported without a limit: what idle is on a machine under load says little about a machine at rest. Main's own thread carries frames,
 * bodies and timers; each database (the project's, the ledger's) has a thread of its own, as `node:sqlite` is synchronous, and sound is
 * decoded, resampled and measured in a pool of them.
 */
export default { name: 'event-loop delay of main (p99) while a chapter is generated, against idle; milliseconds', run } satisfies Bench;
