import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ReferenceVoice } from '#main/media/alignment/reference-voice.ts';
import { wavHeader } from '#shared/sound/wav-header.ts';
import { createDocument } from '#shared/narration/document.ts';
import { context, Fixture, factsOf, firstChapter } from '../library/helpers.ts';
import { start, valueOf } from './command-line.ts';

const texts = [
  'It was late in the evening when the two travellers came down from the hills.',
  'Nobody in the village had seen them before, and nobody asked where they came from.',
  'They paid for their supper, slept by the fire, and were gone before the bells rang.',
  'The baker had seen their lamp on the road at four in the morning.',
];
let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'voicewright-cli-proof-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('project proof counts the blocks with text, and names a long pause at its place in the chapter and nothing in the clean takes', async () => {
  const voice = await ReferenceVoice.start();
  const library = await new Fixture(join(folder, 'studio')).open();
  const { services } = library;
  const created = await services['project.create']({ title: 'Proof' }, context());
  const { projectId, path } = created;
  await services['project.update']({ projectId, voiceId: 'anna' }, context());
  const document = createDocument([...texts, 'Not spoken yet.']).toJSON() as never;
  const { id, title } = firstChapter(created);
  await services['project.arrange'](
    { projectId, before: [{ id, title }], chapters: [{ id: 'chapterproof0', title: 'One', document }] },
    context(),
  );
  const project = await services['project.open']({ path }, context());
  let firstSeconds = 0;
  for (const [index, text] of texts.entries()) {
    const { samples, sampleRate } = voice.speak(text.split(' '), 'en');
    if (index === 0) firstSeconds = samples.length / sampleRate;
    const pause = index === 1 ? 3 * sampleRate : 0;
    const pcm = Int16Array.from(
      [...samples.subarray(0, sampleRate), ...new Float32Array(pause), ...samples.subarray(sampleRate)],
      (sample) => Math.round(sample * 32_767),
    );
    const arrival = await library.receive(`operationproof${index}`, 'wav');
    await arrival.write(Buffer.concat([wavHeader(pcm.length, sampleRate), new Uint8Array(pcm.buffer)]));
    await library.addTake(await arrival.complete(factsOf(project, index, { alignment: 'none', words: [] })));
  }
  await library.close();

  const ended = await start(['project', 'proof', path, '--chapter', '1', '--json'], { profile: join(folder, 'profile'), env: {} }).ended;
  expect([ended.stderr, ended.code]).toEqual(['', 0]);
  const { checked, pickups } = valueOf(ended) as {
    checked: number;
    pickups: { chapter: number; kind: string; startMs: number; score: number }[];
  };
  expect(checked).toBe(5);
  expect(pickups).toMatchObject([{ chapter: 1, kind: 'silence', text: '' }]);
  expect(pickups[0]!.startMs).toBeGreaterThan(firstSeconds * 1000 + 500);
  expect(pickups[0]!.score).toBeGreaterThan(0);
});
