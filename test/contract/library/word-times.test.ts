import { afterEach, beforeEach, expect, it } from 'vitest';
import { WordTimes } from '#main/features/word-times/service.ts';
import type { LibraryService } from '#main/library/library.ts';
import { ReferenceVoice } from '#main/media/alignment/reference-voice.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import type { Take } from '#shared/narration/take.ts';
import { blocks, context, Fixture, factsOf, firstChapter, insertText } from './helpers.ts';

const text = 'Nobody in the village had seen them before, and nobody asked.';
let fixture: Fixture;
beforeEach(() => {
  fixture = new Fixture();
});
afterEach(() => fixture.close());

async function speechWav(spoken: string): Promise<Uint8Array> {
  const { samples, sampleRate } = (await ReferenceVoice.start()).speak(spoken.split(' '), 'en');
  const pcm = Int16Array.from(samples, (sample) => Math.round(sample * 32_767));
  return Buffer.concat([wavHeader(pcm.length, sampleRate), new Uint8Array(pcm.buffer)]);
}

/** A project of one block, and a take of it whose service gave no word times. */
async function makeProject(library: LibraryService, sound: Uint8Array, operationId = 'operationwords0') {
  const created = await library.services['project.create']({ title: 'Words' }, context());
  const { projectId, path } = created;
  const chapter = firstChapter(created);
  await library.services['project.edit'](
    { projectId, chapterId: chapter.id, version: chapter.version, steps: [insertText(1, text)] },
    context(),
  );
  const project = await library.services['project.open']({ path }, context());
  expect(blocks(project)[0]!.text).toBe(text);
  const arrival = await library.receive(operationId, 'wav');
  await arrival.write(sound);
  await library.addTake(await arrival.complete(factsOf(project, 0, { alignment: 'none', words: [] })));
  return project;
}

const watch = (library: LibraryService): WordTimes => new WordTimes({ takes: library.takes, voiceLanguages: () => [], log: fixture.log });

it(
  'a take that arrives without word times gets estimated ones, the window gets it again, and the project keeps them',
  { tags: ['beside'] },
  async () => {
    const takes: Take[] = [];
    const library = await fixture.open({ onTake: (_projectId, take) => takes.push(take) });
    const wordTimes = watch(library);
    const { path } = await makeProject(library, await speechWav(text));
    await wordTimes.settled();
    await wordTimes.close();
    expect(takes.map(({ alignment }) => alignment)).toEqual(['none', 'estimated']);
    await library.close();

    const { takes: stored } = await (await fixture.open()).services['project.open']({ path }, context());
    expect(stored).toEqual([takes[1]]);
    const { words, samples } = stored[0]!;
    expect(words.map((word) => word.text)).toEqual(text.split(' '));
    expect(words.every(({ estimated }) => estimated === true)).toBe(true);
    expect(words.at(-1)!.startMs).toBeGreaterThan(samples / 96);
  },
);

it('takes of a project that is opened get their words, and a recording of another text gets none', { tags: ['beside'] }, async () => {
  const library = await fixture.open();
  const right = await makeProject(library, await speechWav(text));
  await library.close();
  const takes: Take[] = [];
  const again = await fixture.open({ onTake: (_projectId, take) => takes.push(take) });
  const wordTimes = watch(again);
  await again.services['project.open']({ path: right.path }, context());
  await wordTimes.settled();
  expect(takes.map(({ alignment }) => alignment)).toEqual(['estimated']);

  takes.length = 0;
  await makeProject(again, await speechWav('The ferry leaves at nine and comes back in the dark every evening.'), 'operationwords1');
  await wordTimes.settled();
  await wordTimes.close();
  expect(takes.map(({ alignment }) => alignment)).toEqual(['none']);
});
