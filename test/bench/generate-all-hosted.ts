import { Slice } from '@tiptap/pm/model';
import { ReplaceStep } from '@tiptap/pm/transform';
import { createDocument, documentFromJson } from '#shared/narration/document.ts';
import { bookParagraphs } from '../helpers/book.ts';
import { startHostedService } from '../helpers/hosted-service.ts';
import { openTestStudio } from '../helpers/studio.ts';
import type { Bench } from './run.ts';

const allowed = 8;
const texts = bookParagraphs(60, 30);

/** Milliseconds of requests under way, against those of as many as the service allows all the time, until there is nothing left to send. */
async function run(): Promise<{ ours: number; peer: number }> {
  const hosted = await startHostedService({ firstByteMs: 100, allowed, threads: 2 });
  const studio = await openTestStudio({ service: hosted });
  try {
    const { client } = studio;
    const { voices } = await client.run('voices.list', null);
    const modelId = 'alpha-s21pro-flash';
    const voice = voices.find(({ modelIds, primaryLanguage }) => modelIds.includes(modelId) && primaryLanguage.startsWith('en'));
    if (!voice) throw new Error('no voice');
    const { projectId, chapters } = await client.run('project.create', { title: 'Hosted' });
    const chapter = chapters[0]!;
    const document = createDocument(texts);
    const step = new ReplaceStep(0, documentFromJson(chapter.document).content.size, new Slice(document.content, 0, 0));
    await client.run('project.edit', { projectId, chapterId: chapter.id, version: 0, steps: [step.toJSON() as never] });
    await client.run('project.update', { projectId, voiceId: voice.voiceId, modelId });
    const blockIds: string[] = [];
    document.forEach((node) => blockIds.push(String(node.attrs['id'])));
    const { made } = await client.run('speech.generate', { projectId, chapterId: chapter.id, blockIds });
    // Those that are sent in one moment may change places on their way.
    const isInOrder =
      hosted.arrived.length === texts.length && hosted.arrived.every(({ text }, index) => Math.abs(texts.indexOf(text) - index) < allowed);
    if (made !== texts.length || !isInOrder || hosted.most() > allowed) throw new Error('Not bought once each, in order, eight at a time.');
    const busy = hosted.busy();
    return { ours: busy.used, peer: busy.allowed };
  } finally {
    await studio.close();
    await hosted.stop();
  }
}

export default {
  name: 'generate-all-hosted: requests under way at a service that allows eight, against eight all the time; milliseconds',
  atLeast: 0.85,
  run,
} satisfies Bench;
