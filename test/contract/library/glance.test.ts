import { afterEach, beforeEach, expect, it } from 'vitest';
import { context, Fixture, insertText, makeTake, firstChapter, toneWav } from './helpers.ts';

let fixture: Fixture;
beforeEach(() => (fixture = new Fixture()));
afterEach(() => fixture.close());

it('a recent project is looked at open or closed, and shows what it sounds like and how far it has come', async () => {
  const library = await fixture.open();
  const { services } = library;
  const project = await services['project.create']({ title: 'Book' }, context());
  const { projectId, path } = project;
  const glance = () => services['project.glance']({ path }, context());
  expect(await glance()).toEqual({ words: 0, seconds: 0, finished: 0, peaks: [] });
  await services['project.edit'](
    { projectId, chapterId: firstChapter(project).id, version: 0, steps: [insertText(1, 'The lamp burns.')] },
    context(),
  );
  await services['project.update']({ projectId, voiceId: 'anna' }, context());
  await makeTake(library, await services['project.open']({ path }, context()), 0, toneWav(48_000), 'operation1');
  const seen = await glance();
  expect(seen).toMatchObject({ words: 3, finished: 100 });
  expect(seen.seconds).toBeGreaterThan(0);
  expect(Math.max(...seen.peaks)).toBe(1);
  await services['project.close']({ projectId }, context());
  expect(await glance()).toEqual(seen);
  expect(await glance()).toEqual(seen);
});

it('no other file is looked at', async () => {
  const { services } = await fixture.open();
  await expect(services['project.glance']({ path: '/etc/hostname' }, context())).rejects.toMatchObject({
    failure: { kind: 'not-found', field: 'path' },
  });
});
