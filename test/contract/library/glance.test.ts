import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
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
  expect(await glance()).toEqual({ words: 0, seconds: 0, finished: 0, openPickups: 0, peaks: [] });
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
  expect(seen.openPickups).toBe(0);
  const { chapterId, blockId, takeId } = await onlyTake(services, path);
  const mark = { chapterId, blockId, takeId, startMs: 100, endMs: 200, text: '', score: 1, note: '', by: 'person' } as const;
  const [open, accepted] = [
    { state: 'open', kind: 'mark' },
    { state: 'accepted', kind: 'other-words' },
  ] as const;
  await services['pickups.change'](
    {
      projectId,
      put: [
        { id: newId(), ...mark, ...open },
        { id: newId(), ...mark, ...accepted },
      ],
      removed: [],
    },
    context(),
  );
  Object.assign(seen, { openPickups: 1 });
  expect(await glance()).toEqual(seen);
  await services['project.close']({ projectId }, context());
  expect(await glance()).toEqual(seen);
  expect(await glance()).toEqual(seen);
});

async function onlyTake({ 'project.open': open }: Awaited<ReturnType<Fixture['open']>>['services'], path: string) {
  const project = await open({ path }, context());
  const [take] = project.takes;
  return { chapterId: firstChapter(project).id, blockId: take?.blockId ?? '', takeId: take?.id ?? '' };
}

it('no other file is looked at', async () => {
  const { services } = await fixture.open();
  await expect(services['project.glance']({ path: '/etc/hostname' }, context())).rejects.toMatchObject({
    failure: { kind: 'not-found', field: 'path' },
  });
});
