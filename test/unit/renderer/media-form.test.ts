import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { MediaModel } from '#shared/catalogue/media.ts';
import { messages } from '#shared/messages/index.ts';
import type { MediaRecord } from '#shared/operations/media.ts';
import {
  chosenModel,
  mediaProblems,
  MediaFormStore,
  quotaOf,
  rolesOf,
  settled,
  withRoles,
  type MediaForm,
  type Reference,
} from '../../../src-renderer/features/images-video/form-store.ts';

const model = (change: Partial<MediaModel> = {}): MediaModel => ({
  id: 'one',
  name: 'One',
  mediaType: 'image',
  available: true,
  resolutions: ['1k', '2k'],
  aspectRatios: ['1:1'],
  references: { maximum: 2, resolutions: ['1k'], fields: ['image_url', 'image_urls'] },
  quota: { '1k': 100, '2k': 300 },
  ...change,
});
const frames = model({
  mediaType: 'video',
  sizes: ['640x360'],
  seconds: [2, 6],
  quota: { perSecond: 10 },
  references: { maximum: 2, fields: ['first_frame_url', 'last_frame_url'] },
});
const form = (change: Partial<MediaForm> = {}): MediaForm => ({
  kind: 'image',
  prompt: 'a kite',
  model: { image: null, video: null },
  references: [],
  typed: '',
  aspectRatio: '16:9',
  resolution: '1k',
  seconds: 4,
  size: '1280x720',
  ...change,
});
const reference = (id: string, role: Reference['role'] = 'reference'): Reference => ({
  id,
  role,
  from: { address: `https://example.com/${id}.png` },
});

const zeros = { createdAt: 0, updatedAt: 0, attempts: 1, amount: 1, creditsUsed: 0, quotaUsed: 400, status: 200 };
const nothing = {
  latencyMs: null,
  modelId: null,
  refundedCredits: null,
  refundedQuota: null,
  serviceRequestId: null,
  code: null,
  taskId: null,
  projectId: null,
  failure: null,
  result: null,
};
const mediaRecord: MediaRecord = {
  kind: 'image',
  key: 'voicewright-1',
  order: { prompt: 'A kite', model: 'one', aspectRatio: '1:1', resolution: '1k', seconds: null, size: null, references: [] },
  operation: {
    operationId: 'operation1',
    family: 'image',
    summary: 'Image',
    state: 'done',
    unit: 'request',
    connectionId: 'local',
    requestId: 'operation1',
    files: [],
    actions: [],
    ...zeros,
    ...nothing,
  },
};

const formStore = (keep: (input: unknown) => unknown = () => Promise.reject(new Error('nothing is kept'))) =>
  new MediaFormStore({ announce: () => undefined, client: { run: (_name: string, input: unknown) => keep(input) } as never });

describe('the form of an image or a video', () => {
  it('takes what the model offers where it does not offer what was chosen', () => {
    expect(settled(form(), model())).toMatchObject({ aspectRatio: '1:1', resolution: '1k' });
    expect(settled(form({ kind: 'video' }), frames)).toMatchObject({ seconds: 2, size: '640x360' });
    // A catalogue that says nothing leaves what was chosen.
    expect(settled(form(), undefined)).toMatchObject({ aspectRatio: '16:9', seconds: 4 });
    const models = [model({ id: 'gone', available: false }), model()];
    expect(chosenModel(form(), models)?.id).toBe('one');
    expect(chosenModel(form({ model: { image: 'gone', video: null } }), models)?.id).toBe('gone');
  });

  it('names what a model does not take of references, and nothing while they fit', () => {
    const of = (change: Partial<MediaForm>, used: MediaModel) => mediaProblems({ form: form(change), asked: true }, used).references;
    const two = [reference('a'), reference('b')];
    expect(of({ references: two }, model())).toBeUndefined();
    expect(of({ references: [...two, reference('c')] }, model())).toBe(messages.imagesVideo.tooManyReferences('One', '2 references', '3'));
    expect(of({ references: two, resolution: '2k' }, model())).toBe(messages.imagesVideo.referencesOnlyAt('One', '1k'));
    // They are kept and not sent: nothing is wrong with them.
    const takesNone = model({ references: { maximum: 0, fields: [] } });
    expect(of({ references: two }, takesNone)).toBeUndefined();
    expect(withRoles(two, takesNone)).toEqual([]);
    const five = ['a', 'b', 'c', 'd', 'e'].map((id) => reference(id));
    expect(of({ references: five }, model({ references: { maximum: 9, fields: ['image_urls'] } }))).toContain('up to 4 references');
    const both = [reference('a', 'last-frame'), reference('b', 'last-frame')];
    expect(of({ kind: 'video', references: both }, frames)).toBe(messages.imagesVideo.duplicateFrame('last'));
  });

  it('keeps the references where the kind changes: an image becomes the first frame of a video', () => {
    const { store, changeMediaForm, addAddress } = formStore();
    changeMediaForm({ typed: 'https://example.com/a.png' });
    addAddress();
    changeMediaForm({ kind: 'video' });
    const { references } = store.getState().form;
    expect(withRoles(references, frames)).toMatchObject([{ role: 'first-frame', from: { address: 'https://example.com/a.png' } }]);
    changeMediaForm({ kind: 'image' });
    expect(store.getState().form.references).toEqual(references);
    // What was wrong with an address is said of that kind alone.
    changeMediaForm({ typed: 'nowhere' });
    addAddress();
    expect(store.getState().addressProblem).toBeDefined();
    changeMediaForm({ kind: 'video' });
    expect(store.getState().addressProblem).toBeUndefined();
  });

  it('keeps the references over a restart, as it keeps the prompt', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
    const references: Reference[] = [
      reference('a'),
      {
        id: 'b',
        role: 'first-frame',
        from: { address: 'https://example.com/b.png', shown: { name: 'b.png', url: '/bytes/sources/b.png' } },
      },
      { id: 'c', role: 'reference', from: { record: mediaRecord } },
    ];
    formStore().changeMediaForm({ kind: 'video', prompt: 'Waves', references });
    expect(formStore().store.getState().form).toMatchObject({ kind: 'video', prompt: 'Waves', references });
    // What an earlier version kept has no references.
    kept.set('media-prompt', JSON.stringify({ kind: 'video', prompt: 'Waves' }));
    expect(formStore().store.getState().form).toMatchObject({ prompt: 'Waves', references: [] });
    vi.unstubAllGlobals();
  });

  it('refers to files of this machine in order, and says of each that cannot be used why', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ uploadId: 'upload1' }))));
    const kept: unknown[] = [];
    const store = formStore((input) => {
      kept.push(input);
      return Promise.resolve({ address: `http://127.0.0.1:1/${String(kept.length)}.png`, name: '', bytes: 1, url: '/bytes/sources/1.png' });
    });
    const [png, jpeg] = [Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d), Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)];
    await store.addFiles([new File([png], 'kite.png'), new File(['x'], 'notes.txt'), new File([jpeg], 'sea.JPG')]);
    expect(kept).toMatchObject([
      { kind: 'image', name: 'kite.png' },
      { kind: 'image', name: 'sea.JPG' },
    ]);
    expect(store.store.getState().form.references.map(({ from }) => from)).toEqual([
      { address: 'http://127.0.0.1:1/1.png', shown: { name: 'kite.png', url: '/bytes/sources/1.png' } },
      { address: 'http://127.0.0.1:1/2.png', shown: { name: 'sea.JPG', url: '/bytes/sources/1.png' } },
    ]);
    expect(store.store.getState()).toMatchObject({ adding: undefined, fileProblem: expect.stringContaining('notes.txt') as string });
    await store.addFiles([new File([], 'empty.png')]);
    expect(store.store.getState().fileProblem).toBe(messages.sources.fileEmpty('empty.png'));
    await store.addFiles([new File(['only text'], 'text.png')]);
    expect(store.store.getState().fileProblem).toBe(messages.imagesVideo.notAPicture('text.png'));
    expect(kept).toHaveLength(2);
    vi.unstubAllGlobals();
  });

  it('gives references the role that their place has where the model has no other', () => {
    expect(rolesOf(frames)).toEqual(['first-frame', 'last-frame']);
    expect(withRoles([reference('a'), reference('b')], frames).map(({ role }) => role)).toEqual(['first-frame', 'last-frame']);
    expect(withRoles([reference('a', 'last-frame')], frames).map(({ role }) => role)).toEqual(['last-frame']);
    expect(withRoles([reference('a', 'last-frame')], model()).map(({ role }) => role)).toEqual(['reference']);
  });

  it('gives each reference a role that the model has, and leaves one alone that it has', () => {
    const fields = ['first_frame_url', 'last_frame_url', 'reference_image_urls', 'image_url'];
    const roles = fc.constantFrom<Reference['role']>('reference', 'first-frame', 'last-frame');
    fc.assert(
      fc.property(fc.subarray(fields, { minLength: 1 }), fc.array(roles, { maxLength: 6 }), (taken, given) => {
        const used = model({ references: { maximum: 4, fields: taken } });
        const known = rolesOf(used);
        const found = withRoles(
          given.map((role, at) => reference(String(at), role)),
          used,
        ).map(({ role }) => role);
        expect(found.filter((role) => !known.includes(role))).toEqual([]);
        for (const [at, role] of given.entries()) if (known.includes(role)) expect(found[at]).toBe(role);
      }),
    );
  });

  it('knows what it takes of the quota, or that nobody said', () => {
    expect(quotaOf(form({ resolution: '2k' }), model())).toBe(300);
    expect(quotaOf(form({ kind: 'video', seconds: 6 }), frames)).toBe(60);
    expect(quotaOf(form(), model({ quota: {} }))).toBeNull();
    expect(quotaOf(form(), undefined)).toBeNull();
  });

  it('asks for a prompt only once somebody has asked for the picture', () => {
    expect(mediaProblems({ form: form({ prompt: ' ' }), asked: false }, model())).toEqual({});
    expect(mediaProblems({ form: form({ prompt: ' ' }), asked: true }, model())).toEqual({ prompt: messages.shapes.isEmpty('The prompt') });
  });
});
