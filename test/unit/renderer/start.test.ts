import { beforeEach, describe, expect, it } from 'vitest';
import type { Glance } from '#shared/operations/project.ts';
import { chooseDropped, kindOfFile, kindOfType, kindsOfTypes } from '../../../src-renderer/app/start/kinds.ts';
import { GlancesStore } from '../../../src-renderer/app/start/glances-store.ts';
import { barHeights } from '../../../src-renderer/ui/sound-picture.tsx';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, refuse } from '../../helpers/fake-studio.ts';

describe('what a dropped file is to the Start screen', () => {
  it.each([
    ['Book.DOCX', '', 'manuscript'],
    ['lines.srt', '', 'manuscript'],
    ['film.mov', 'video/quicktime', 'video'],
    ['voice.webm', 'audio/webm', 'recording'],
    ['film.webm', 'video/webm', 'video'],
    ['anna.wav', 'audio/wav', 'recording'],
    ['noname', 'audio/ogg', 'recording'],
    ['picture.png', 'image/png', undefined],
  ])('%s (%s) is %s', (name, type, kind) => {
    expect(kindOfFile({ name, type })).toBe(kind);
  });

  it('is known by its type alone while it is dragged, and unknown where that says nothing', () => {
    expect(['application/epub+zip', 'text/plain', 'video/mp4', 'audio/mpeg', '', 'image/png'].map(kindOfType)).toEqual([
      'manuscript',
      'manuscript',
      'video',
      'recording',
      undefined,
      undefined,
    ]);
  });

  it('is of no known kind while it is dragged with something whose type says nothing', () => {
    expect([...kindsOfTypes(['text/markdown', 'text/plain'])]).toEqual(['manuscript']);
    expect([...kindsOfTypes(['text/markdown', 'audio/mpeg'])]).toEqual(['manuscript', 'recording']);
    expect([...kindsOfTypes(['text/markdown', ''])]).toEqual([]);
  });
});

describe('files that are dropped together', () => {
  const file = (name: string) => ({ name, type: '' });
  const [film, other, lines, book, voice, picture] = ['film.mp4', 'other.mov', 'film.srt', 'book.docx', 'anna.wav', 'a.png'].map(file);
  const choose = (names: readonly ({ name: string; type: string } | undefined)[], hasFolders = false) =>
    chooseDropped(
      names.flatMap((one) => one ?? []),
      hasFolders,
    );

  it('are a video with its captions, in any order', () => {
    expect(choose([lines, film])).toEqual({ kind: 'video', files: [film, lines], unused: [] });
    expect(choose([film, voice, picture])).toEqual({ kind: 'video', files: [film, voice, picture], unused: [] });
    expect(choose([film, other, lines])).toEqual({ kind: 'video', files: [film, other, lines], unused: [] });
  });

  it('are a manuscript where one is no captions, and captions alone are one; what is not used is known', () => {
    expect(choose([film, book, lines])).toEqual({ kind: 'manuscript', files: [book, lines], unused: [film] });
    expect(choose([lines])).toEqual({ kind: 'manuscript', files: [lines], unused: [] });
  });

  it('are recordings of a voice with their folders, and else one recording', () => {
    expect(choose([voice], true)).toEqual({ kind: 'voice', files: [voice], unused: [] });
    expect(choose([voice, file('b.wav')])).toEqual({ kind: 'recording', files: [voice], unused: [file('b.wav')] });
    expect(choose([picture])).toEqual({ kind: undefined, files: [], unused: [] });
  });
});

describe('glances at recent projects', () => {
  const glance = (seconds: number): Glance => ({ words: 10, seconds, finished: 50, openPickups: 0, peaks: [0.5, 1] });
  const listed = (...paths: string[]) => paths.map((path) => ({ path, missing: path.startsWith('/gone') }));
  const { client, connectHost } = (() => {
    const { client, host } = createFakeStores();
    return { client, connectHost: host.connectHost };
  })();

  beforeEach(async () => {
    fakeStudio.reset({ 'project.glance': ({ path }) => glance(path.length) });
    await connectHost();
    fakeStudio.asked.length = 0;
  });

  it('are taken one after the other in the order of the list; a missing file is not asked for, a failed one has none', async () => {
    const store = new GlancesStore({ client });
    fakeStudio.answers['project.glance'] = ({ path }) => (path === '/b' ? refuse('file-failed')() : glance(1));
    await store.look(listed('/a', '/gone', '/b', '/c'));
    expect(fakeStudio.inputs('project.glance')).toEqual([{ path: '/a' }, { path: '/b' }, { path: '/c' }]);
    expect([...store.store.getState().glances]).toEqual([
      ['/a', glance(1)],
      ['/b', null],
      ['/c', glance(1)],
    ]);
  });

  it('stay in sight while they are taken again, and go with what is not listed any more', async () => {
    const store = new GlancesStore({ client });
    await store.look(listed('/a', '/b'));
    const again = store.look(listed('/b'));
    expect([...store.store.getState().glances.keys()]).toEqual(['/b']);
    await again;
  });

  it('are not taken further once the list is closed', async () => {
    const store = new GlancesStore({ client });
    const looking = store.look(listed('/a', '/b', '/c'));
    store.stopLooking();
    await looking;
    expect(fakeStudio.inputs('project.glance').length).toBeLessThan(2);
    expect(store.store.getState().glances.size).toBe(0);
  });
});

it('a picture of a sound has as many bars as it is drawn with, the loudest at full height, silence as a dot', () => {
  expect(barHeights([0, 1, 0.5, 0.5], 2)).toEqual([1, 1]);
  expect(barHeights([0, 0, 0.5, 1], 2)).toEqual([0.03, 1]);
  expect(barHeights([0.2], 3)).toEqual([1, 1, 1]);
  expect(barHeights([], 2)).toEqual([0.03, 0.03]);
});
