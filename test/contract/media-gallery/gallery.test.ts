import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Exports } from '#main/library/exports.ts';
import { RemovedResults } from '#main/library/removed-results.ts';
import { createMediaGallery } from '#main/features/media/service.ts';
import { newId } from '#shared/ids.ts';
import { mediaOperations } from '#shared/operations/media.ts';
import type { CallContext, In } from '#shared/rpc.ts';
import { imagesPath, videosPath } from '#shared/wire/media.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { chargesOf, PaidStudio } from '../paid-work/studio.ts';
import { outputsIn } from '../../helpers/outputs.ts';

type Names = keyof typeof mediaOperations;
type Handlers = ReturnType<typeof createMediaGallery>;

let service: LocalService;
let studio: PaidStudio;
let gallery: Handlers;
let key: string;
let accounts = 0;
beforeAll(async () => {
  service = await startLocalService();
});
beforeEach(async () => {
  await service.clearFaults();
  key = `local-gallery${++accounts}`;
  studio = await PaidStudio.open({ baseUrl: service.baseUrl, apiKey: key });
  const { directory, connection, ledger, kept, removed, work } = studio;
  // Copies are made without the pool, which is for sound.
  const exports = new Exports(join(directory, 'exports'), outputsIn(directory));
  gallery = createMediaGallery({ connection, ledger, kept, exports, removed, coordinator: work.coordinator });
});
afterEach(() => studio.close());
afterAll(() => service.stop());

function call<Name extends Names>(name: Name, input: In<(typeof mediaOperations)[Name]>): ReturnType<Handlers[Name]> {
  const handler = gallery[name] as (input: unknown, context: CallContext<never>) => ReturnType<Handlers[Name]>;
  const sends = (async function* () {
    // nothing is sent
  })();
  const context = { signal: new AbortController().signal, emit: () => undefined, sends };
  return handler(mediaOperations[name].in.parse(input), context);
}

const image = (prompt: string, references: In<(typeof mediaOperations)['media.make']>['references'] = []) =>
  call('media.make', { kind: 'image', prompt, model: 'beta-image-1', aspectRatio: '1:1', resolution: '1k', references });

/** What was sent, as the ledger has it. */
const sent = async (operationId: string): Promise<Record<string, unknown>> => {
  const { body } = (await studio.ledger.entry(operationId))!;
  return JSON.parse(Buffer.from(body).toString('utf8')) as Record<string, unknown>;
};

describe('the gallery', () => {
  it(
    'hides an image that was removed, over a restart too, keeps its file and its line in Jobs, and shows it again',
    { tags: ['beside'] },
    async () => {
      const { operationId, files } = await studio.over(await image('A Red Kite over the hills'));
      const other = await studio.over(await image('waves'));
      await studio.call('results.setRemoved', { id: operationId, removed: true });
      const ids = async (removed: boolean): Promise<string[]> =>
        (await call('media.gallery', { removed })).items.map(({ operation }) => operation.operationId);
      const jobs = async (removed?: boolean): Promise<string[]> =>
        (await studio.call('jobs.list', { limit: 1, ...(removed !== undefined && { removed }) })).operations.map((one) => one.operationId);
      expect([await ids(false), await ids(true)]).toEqual([[other.operationId], [operationId]]);
      expect([await jobs(), await jobs(false), await jobs(true)]).toEqual([[other.operationId], [other.operationId], [operationId]]);
      expect(await studio.kept.has(files[0]!)).toBe(true);
      expect(new RemovedResults(studio.directory, studio.log).has(operationId)).toBe(true);
      await studio.call('results.setRemoved', { id: operationId, removed: false });
      expect([await ids(false), await ids(true)]).toEqual([[other.operationId, operationId], []]);
      expect(await chargesOf(service, key)).toHaveLength(2);
    },
  );

  it('keeps prompt, model, settings and key of what was made, and finds it by its words', async () => {
    const { operationId } = await studio.over(await image('A Red Kite over the hills'));
    const other = await studio.over(
      await call('media.make', { kind: 'video', prompt: 'waves', model: 'beta-video-1', seconds: 2, size: '320x320', references: [] }),
    );
    const { items, next } = await call('media.gallery', {});
    expect([items.map(({ kind }) => kind), next]).toEqual([['video', 'image'], null]);
    expect(items[1]).toMatchObject({
      order: {
        prompt: 'A Red Kite over the hills',
        model: 'beta-image-1',
        aspectRatio: '1:1',
        resolution: '1k',
        seconds: null,
        references: [],
      },
      operation: { operationId, state: 'done', files: [{ contentType: 'image/png' }] },
    });
    expect(items[1]!.key).toBe((await studio.ledger.entry(operationId))!.idempotencyKey);
    expect((await call('media.gallery', { search: 'RED kite' })).items).toHaveLength(1);
    expect((await call('media.gallery', { kind: 'video' })).items).toMatchObject([{ operation: { operationId: other.operationId } }]);
    const first = await call('media.gallery', { limit: 1 });
    expect((await call('media.gallery', { limit: 1, before: first.next! })).items[0]!.operation.operationId).toBe(operationId);
  });

  it('knows exactly what was made before at this service, whatever was removed, and nothing that differs', async () => {
    const { operationId } = await studio.over(await image('a kite'));
    const of = (prompt: string, more = {}) =>
      call('media.earlier', {
        kind: 'image',
        prompt,
        model: 'beta-image-1',
        aspectRatio: '1:1',
        resolution: '1k',
        references: [],
        ...more,
      });
    await studio.call('results.setRemoved', { id: operationId, removed: true });
    const differing = [
      await of('a kit'),
      await of('a kite', { aspectRatio: '16:9' }),
      await of('a kite', { references: [{ operationId }] }),
    ];
    expect([await of('a kite'), ...differing].map((found) => found.operationId)).toEqual([operationId, null, null, null]);
    // Only an answer was asked for: nothing was sent.
    expect(await chargesOf(service, key)).toHaveLength(1);
  });

  it(
    'refers to its pictures in order: one is one address, several are a list, and what they were is known again',
    { tags: ['beside'] },
    async () => {
      const [one, two] = [await studio.over(await image('one')), await studio.over(await image('two'))];
      const alone = await studio.over(await image('a third', [{ operationId: one.operationId }]));
      expect(alone).toMatchObject({ state: 'done' });
      expect(await sent(alone.operationId)).toMatchObject({ image_url: expect.stringContaining('/signed/media/') as string });
      expect(await sent(alone.operationId)).not.toHaveProperty('image_urls');
      const both = await studio.over(await image('a fourth', [{ operationId: two.operationId }, { operationId: one.operationId }]));
      expect(await sent(both.operationId)).not.toHaveProperty('image_url');
      const [newest] = (await call('media.gallery', { limit: 1 })).items;
      expect(newest!.order.references).toMatchObject([
        { role: 'reference', operationId: two.operationId },
        { role: 'reference', operationId: one.operationId },
      ]);
      const film = await call('media.make', {
        kind: 'video',
        prompt: 'from one to two',
        model: 'alpha-video-1',
        seconds: 2,
        size: '320x320',
        references: [],
        firstFrame: { operationId: one.operationId },
        lastFrame: { operationId: two.operationId },
      });
      expect(await studio.over(film)).toMatchObject({ state: 'done', files: [{ contentType: 'video/mp4' }] });
      const frames = (await call('media.gallery', { limit: 1 })).items[0]!.order.references;
      expect(frames.map(({ role, operationId }) => [role, operationId])).toEqual([
        ['first-frame', one.operationId],
        ['last-frame', two.operationId],
      ]);
      // A film is no picture, and nothing is sent for one.
      const charged = (await chargesOf(service, key)).length;
      expect(await studio.failureOf(image('no', [{ operationId: film.operationId }]))).toMatchObject({
        kind: 'invalid-input',
        field: 'references.0',
      });
      expect(await chargesOf(service, key)).toHaveLength(charged);
    },
  );

  it('gives a service on this machine the file itself where its own address is gone', { tags: ['beside'] }, async () => {
    const one = await studio.over(await image('one'));
    await service.setFaults([{ on: `GET ${imagesPath}/*`, kind: 'status', status: 404, times: 9 }]);
    expect(await studio.failureOf(call('media.address', { operationId: one.operationId }))).toMatchObject({ kind: 'not-found' });
    const film = await call('media.make', {
      kind: 'video',
      prompt: 'it moves',
      model: 'alpha-video-1',
      seconds: 2,
      size: '320x320',
      references: [],
      firstFrame: { operationId: one.operationId },
    });
    expect((await sent(film.operationId))['first_frame_url']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\.png$/u);
    expect(await studio.over(film)).toMatchObject({ state: 'done' });
    await service.clearFaults();
    const { address } = await call('media.address', { operationId: one.operationId });
    expect((await fetch(address)).headers.get('content-type')).toBe('image/png');
  });

  it('an answer that is lost is the same request again, made and counted once, and its references are still known', async () => {
    const one = await studio.over(await image('one'));
    await service.setFaults([{ on: `POST ${videosPath}`, kind: 'drop-after-charge' }]);
    const film = await call('media.make', {
      kind: 'video',
      prompt: 'it moves',
      model: 'beta-video-1',
      seconds: 2,
      size: '320x320',
      references: [{ operationId: one.operationId }],
    });
    expect(await studio.over(film)).toMatchObject({ state: 'done', attempts: 2 });
    expect(await chargesOf(service, key)).toHaveLength(2);
    expect((await call('media.gallery', { limit: 1 })).items[0]!.order.references).toMatchObject([{ operationId: one.operationId }]);
  });

  it('saves a copy where a person wants it, and never over another file', async () => {
    const one = await studio.over(await image('A kite: red/blue'));
    const path = join(studio.directory, 'kite.png');
    expect(await call('media.save', { operationId: one.operationId, path })).toMatchObject({ name: 'kite.png', path, url: null });
    expect(readFileSync(path)).toEqual(await studio.bytes(one.files[0]));
    expect(await studio.failureOf(call('media.save', { operationId: one.operationId, path }))).toMatchObject({ kind: 'file-exists' });
    const handed = await call('media.save', { operationId: one.operationId });
    expect(handed).toMatchObject({ name: 'A kite red blue.png', path: null, bytes: one.files[0]!.bytes });
    expect(await studio.failureOf(call('media.save', { operationId: newId() }))).toMatchObject({ kind: 'not-found' });
  });
});
