import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DesignsStore } from '../../../src-renderer/features/design/designs-store.ts';
import { createImagesVideoStores } from '../../../src-renderer/features/images-video/create-stores.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { messages } from '#shared/messages/index.ts';

const stores = createFakeStores();
const imagesVideoStores = createImagesVideoStores(stores);
const {
  changeDraft,
  changeForm,
  createCandidates,
  loadDesigns,
  loadMoreDesigns,
  openDesign,
  removeDesign,
  saveVoice,
  searchDesigns,
  startSaving,
  stopCreating,
  store: useDesigns,
} = new DesignsStore(stores);
const { connectHost } = stores.host;
const { loadGallery, makeMedia, store: useMedia } = imagesVideoStores.media;
const { addReference, changeMediaForm, placeReference, adjust, store: useMediaForm } = imagesVideoStores.form;
const useStudio = stores.studio.store;

const connection = { id: 'local', kind: 'local', name: messages.connections.localService, state: 'ready' } as const;
const design = (operationId: string, change = {}) =>
  ({
    operation: { operationId, connectionId: 'local', state: 'done', taskId: `task-${operationId}` },
    prompt: 'An old man.',
    previewText: 'Hello.',
    providers: ['alpha'],
    candidates: [],
    saves: [],
    expiresAt: null,
    marks: { removed: false, winner: null, scores: {}, revealed: false },
    ...change,
  }) as never;
const listed = (...designs: unknown[]) => ({ designs, next: null });

beforeEach(async () => {
  fakeStudio.reset({ 'designs.list': () => listed(), 'media.gallery': () => ({ items: [], next: null }) });
  await connectHost();
  useDesigns.setState({ ...useDesigns.getInitialState() });
  useMedia.setState({ ...useMedia.getInitialState() });
  useMediaForm.setState({ ...useMediaForm.getInitialState() });
  useStudio.setState({ connection, voices: { state: 'loading' } });
});

describe('a prompt to start with', () => {
  const { storyteller, villain } = messages.design.starters;

  it('takes the place of an empty prompt and of another one to start with, and sends nothing', () => {
    const taken: unknown[] = [];
    const designs = new DesignsStore({ ...stores, toast: (...toast) => void taken.push(toast) });
    for (const { text } of [storyteller, villain]) {
      designs.startWith(text);
      expect(designs.store.getState().draft.prompt).toBe(text);
    }
    expect(taken).toEqual([]);
    expect(fakeStudio.asked.filter(({ name }) => name.startsWith('designs.'))).toEqual([]);
  });

  it('gives back what somebody wrote, as long as nothing else was written since', () => {
    let undo: (() => boolean) | undefined;
    const designs = new DesignsStore({ ...stores, toast: (_title, _message, takeBack) => void (undo = takeBack) });
    designs.changeDraft({ prompt: 'My own idea' });
    designs.startWith(villain.text);
    expect(undo?.()).toBe(true);
    expect(designs.store.getState().draft.prompt).toBe('My own idea');
    designs.startWith(villain.text);
    designs.changeDraft({ prompt: `${villain.text} And tired.` });
    expect(undo?.()).toBe(false);
    expect(designs.store.getState().draft.prompt).toBe(`${villain.text} And tired.`);
  });
});

describe('candidates of a voice', () => {
  it('are asked for once while they are made, of the trimmed draft', async () => {
    const held = heldAnswer();
    fakeStudio.answers['designs.create'] = held.answer;
    changeDraft({ prompt: '  An old man. ' });
    const made = createCandidates();
    await createCandidates();
    fakeStudio.answers['designs.list'] = () => listed(design('design001'));
    held.resolve({ operation: { operationId: 'design001' }, candidates: [1, 2] });
    await made;
    expect(fakeStudio.inputs('designs.create')).toMatchObject([{ prompt: 'An old man.' }]);
    expect(useDesigns.getState()).toMatchObject({ creating: undefined, arrived: 'design001', open: { prompt: 'An old man.' } });
  });

  it('are not asked for while the draft cannot be sent, and the reason is announced', async () => {
    changeDraft({ prompt: '  ' });
    await createCandidates();
    expect(fakeStudio.inputs('designs.create')).toEqual([]);
    expect([useDesigns.getState().asked, fakeStudio.announced]).toEqual([true, [messages.shapes.isEmpty('The prompt')]]);
  });

  it('that failed keep what was asked for, to be asked for again; a stop is no failure', async () => {
    fakeStudio.answers['designs.create'] = refuse('outcome-unknown', { charged: 'unknown' });
    changeDraft({ prompt: 'An old man.' });
    await createCandidates();
    changeDraft({ prompt: 'Something else.' });
    const { createFailure } = useDesigns.getState();
    expect(createFailure).toMatchObject({ failure: { kind: 'outcome-unknown' }, order: { prompt: 'An old man.' } });
    fakeStudio.answers['designs.create'] = () => new Promise(() => undefined);
    const again = createCandidates(createFailure?.order);
    await vi.waitFor(() => expect(useDesigns.getState().creating).toBeDefined());
    stopCreating();
    await again;
    expect(fakeStudio.inputs('designs.create').map(({ prompt }) => prompt)).toEqual(['An old man.', 'An old man.']);
    expect(useDesigns.getState()).toMatchObject({ createFailure: undefined, draft: { prompt: 'Something else.' } });
  });
});

describe('a design that fails', () => {
  const draft = { prompt: 'An old man.', previewText: 'Hello.', providers: ['alpha'] } as const;

  it('takes the place of the earlier one, so that prompt, failure and history speak of one design', async () => {
    openDesign(design('design001', { prompt: 'Earlier.' }));
    const lost = design('design002', { operation: { operationId: 'design002', connectionId: 'local', state: 'unknown', taskId: null } });
    fakeStudio.answers['designs.list'] = () => listed(lost, design('design001', { prompt: 'Earlier.' }));
    fakeStudio.answers['designs.create'] = refuse('outcome-unknown', { charged: 'unknown' });
    changeDraft(draft);
    await createCandidates();
    expect(useDesigns.getState()).toMatchObject({ createFailure: {}, open: { operation: { operationId: 'design002' } } });
  });

  it('leaves the earlier one open where the service was never reached', async () => {
    openDesign(design('design001', { prompt: 'Earlier.' }));
    startSaving('candidate1');
    fakeStudio.answers['designs.create'] = refuse('unreachable');
    const unsent = design('design002', { operation: { operationId: 'design002', connectionId: 'local', state: 'failed', taskId: null } });
    fakeStudio.answers['designs.list'] = () => listed(unsent, design('design001', { prompt: 'Earlier.' }));
    changeDraft(draft);
    await createCandidates();
    expect(useDesigns.getState()).toMatchObject({ createFailure: {}, open: { prompt: 'Earlier.' }, form: { candidateId: 'candidate1' } });
  });
});

describe('the history of designs', () => {
  it('is what was searched for last, whichever answer comes last', async () => {
    const [slow, fast] = [heldAnswer(), heldAnswer()];
    fakeStudio.answers['designs.list'] = ({ search }) => (search === 'old' ? slow : fast).answer();
    searchDesigns('old');
    searchDesigns('new');
    fast.resolve(listed(design('design002')));
    slow.resolve(listed(design('design001')));
    await vi.waitFor(() => expect(useDesigns.getState().designs).toHaveLength(1));
    await new Promise((resolve) => setImmediate(resolve));
    expect(useDesigns.getState().designs).toMatchObject([{ operation: { operationId: 'design002' } }]);
  });

  it('grows page by page, keeps what is there where a page fails, and never takes an older page into a newer list', async () => {
    fakeStudio.answers['designs.list'] = ({ before }) =>
      before === undefined ? { designs: [design('design003')], next: 'design003' } : { designs: [design('design002')], next: null };
    await loadDesigns();
    fakeStudio.answers['designs.list'] = refuse('internal');
    await loadMoreDesigns();
    expect([useDesigns.getState().designs.length, fakeStudio.toasts]).toEqual([1, ['internal']]);
    const held = heldAnswer();
    fakeStudio.answers['designs.list'] = ({ before }) => (before === undefined ? listed(design('design009')) : held.answer());
    const more = loadMoreDesigns();
    await loadDesigns();
    held.resolve(listed(design('design002')));
    await more;
    expect(useDesigns.getState().designs).toMatchObject([{ operation: { operationId: 'design009' } }]);
  });

  it('notes the designs that the service no longer saves, also the open one where the search does not list it', async () => {
    const past = '2020-01-01T00:00:00.000Z';
    openDesign(design('design004', { expiresAt: past }));
    fakeStudio.answers['designs.list'] = () => ({
      designs: [design('design005', { expiresAt: past }), design('design006', { expiresAt: null })],
      next: null,
    });
    await loadDesigns();
    expect([...useDesigns.getState().expired].toSorted()).toEqual(['design004', 'design005']);
  });

  it('loses a design from sight only where main has taken it out', async () => {
    fakeStudio.answers['designs.list'] = () => listed(design('design001'));
    fakeStudio.answers['designs.mark'] = refuse('disk-full');
    await loadDesigns();
    openDesign(design('design001'));
    await removeDesign('design001', true);
    expect(useDesigns.getState()).toMatchObject({ designs: [{}], open: {} });
    fakeStudio.answers['designs.mark'] = () => null;
    fakeStudio.answers['designs.list'] = () => listed();
    await removeDesign('design001', true);
    expect(useDesigns.getState()).toMatchObject({ designs: [], open: undefined });
  });
});

describe('the language that a candidate is saved with', () => {
  const tags = ['en-US', 'en-GB', 'en-GB-scotland', 'de_AT', 'de_DE', 'fr-FR', 'multilingual', 'fr-much too long a word'];
  const voices = { state: 'ready', value: tags.map((tag) => ({ voiceId: tag, languages: [tag] })), asOf: 1, fresh: true } as never;
  const form = () => useDesigns.getState().form;
  const sent = () => fakeStudio.inputs('designs.save').map(({ language }) => language);
  beforeEach(() => {
    useStudio.setState({ voices });
    fakeStudio.answers['designs.save'] = () => ({ operation: { operationId: 'save0001' }, voiceId: 'v9' });
    fakeStudio.answers['dubs.languages'] = ({ texts }) => ({
      languages: texts.map((text) => (/\b(?:und|Eine)\b/u.test(text) ? 'de' : /\band\b/u.test(text) ? 'en' : null)),
    });
  });

  it.each([
    ['that of the text which it says', 'An innkeeper and cook', 'Kommen Sie herein und essen Sie.', 'de_DE'],
    ['that of the prompt, where the text is too short', 'Eine alte Wirtin', 'Hallo!', 'de_DE'],
    ['one that the prompt names', 'A woman who speaks French', 'Bof.', 'fr-FR'],
    ['that of the person, where neither is plain', 'Tom', 'Oh!', 'en-US'],
    ['that of the region which the prompt names', 'An old man, slow and calm. British English.', 'Come in and eat.', 'en-GB'],
    ['and by the German name of the region too', 'Eine Frau, die britisches Englisch spricht', 'Come in and eat.', 'en-GB'],
    ['and a Scottish one', 'A Scottish sailor', 'Come in and eat.', 'en-GB-scotland'],
    ['that of the region in German too', 'Eine Frau mit österreichischem Deutsch', 'Servus!', 'de_AT'],
    ['the one of the service, where no voice of it speaks that language', 'A woman who speaks Polish', 'Hm.', undefined],
  ])('is %s', async (_, prompt, previewText, language) => {
    openDesign(design('design001', { prompt, previewText }));
    startSaving('candidate1');
    await vi.waitFor(() => expect(form()?.language).toBe(language ?? ''));
    await saveVoice();
    expect(sent()).toEqual([language]);
  });

  it('is found before the form is sent, however soon that is', async () => {
    openDesign(design('design001', { previewText: 'Kommen Sie herein und essen Sie.' }));
    startSaving('candidate1');
    expect(form()?.language).toBe('');
    await saveVoice();
    expect(sent()).toEqual(['de_DE']);
  });

  it.each(['', 'fr-FR'])('is the one that a person chose meanwhile: “%s”', async (language) => {
    openDesign(design('design001', { previewText: 'Kommen Sie herein und essen Sie.' }));
    startSaving('candidate1');
    changeForm({ language });
    await saveVoice();
    expect(sent()).toEqual([language === '' ? undefined : language]);
  });

  it('can be emptied after it was found, and stays so for another candidate', async () => {
    openDesign(design('design001', { previewText: 'Kommen Sie herein und essen Sie.' }));
    startSaving('candidate1');
    await vi.waitFor(() => expect(form()?.language).toBe('de_DE'));
    changeForm({ language: '' });
    startSaving('candidate2');
    await saveVoice();
    expect(sent()).toEqual([undefined]);
  });
});

describe('saving a candidate as a voice', () => {
  it('begins with the words that it was saved with before, and is private until somebody says otherwise', () => {
    const save = (voiceId: string | null, fields: object) => ({ voiceId, fields: { candidateId: 'candidate1', ...fields } });
    const saves = [
      save('v1', { name: 'Tom', description: 'First', visibility: 'public', language: 'en-GB' }),
      save('v2', { name: 'Old Tom', visibility: 'public' }),
      save(null, { name: 'Never' }),
    ];
    openDesign(design('design004', { saves }));
    startSaving('candidate1');
    expect(useDesigns.getState().form).toMatchObject({ name: 'Old Tom', description: '', visibility: 'private', consent: false });
    openDesign(design('design002', { saves: saves.slice(0, 1) }));
    startSaving('candidate1');
    expect(useDesigns.getState().form).toMatchObject({ name: 'Tom', description: 'First', language: 'en-GB' });
    openDesign(design('design003', { saves }));
    startSaving('candidate2');
    expect(useDesigns.getState().form).toMatchObject({ name: 'Old man', description: 'An old man.' });
  });

  beforeEach(() => {
    openDesign(design('design001'));
    startSaving('candidate1');
  });

  it('needs a consent where everybody may use it, and keeps the form until it is done', async () => {
    changeForm({ visibility: 'public', name: ' Old man ', description: '' });
    expect(await saveVoice()).toBeUndefined();
    expect(fakeStudio.inputs('designs.save')).toEqual([]);
    changeForm({ consent: true });
    fakeStudio.answers['designs.save'] = refuse('service-failed');
    expect(await saveVoice()).toBeUndefined();
    expect(useDesigns.getState()).toMatchObject({ form: { name: ' Old man ' }, saving: false, saveFailure: { kind: 'service-failed' } });
    fakeStudio.answers['designs.save'] = () => ({ operation: { operationId: 'save0001' }, voiceId: 'v9' });
    expect(await saveVoice()).toBe('v9');
    expect(fakeStudio.inputs('designs.save')).toEqual(
      Array.from({ length: 2 }, () => ({ designId: 'task-design001', candidateId: 'candidate1', name: 'Old man', visibility: 'public' })),
    );
    expect(useDesigns.getState()).toMatchObject({ form: undefined, savedNow: 'save0001' });
  });

  it('is sent once, and never to another service than the design is of', async () => {
    const held = heldAnswer();
    fakeStudio.answers['designs.save'] = held.answer;
    const saved = saveVoice();
    await saveVoice();
    held.resolve({ operation: { operationId: 'save0001' }, voiceId: 'v9' });
    await saved;
    useStudio.setState({ connection: { ...connection, id: 'https://work.example', kind: 'account' } });
    startSaving('candidate1');
    expect(await saveVoice()).toBeUndefined();
    expect(fakeStudio.inputs('designs.save')).toHaveLength(1);
    expect(fakeStudio.announced.at(-1)).toContain('belongs to the local service');
  });

  it('of a design that the service has dropped says so from then on', async () => {
    fakeStudio.answers['designs.save'] = refuse('not-found', { status: 404 });
    await saveVoice();
    expect([...useDesigns.getState().expired]).toEqual(['design001']);
  });
});

describe('making candidates of a design that was made before', () => {
  it('is done only when a person says so, who is shown the price and that others come', async () => {
    fakeStudio.answers['designs.earlier'] = () => ({ operationId: 'operation1' });
    fakeStudio.answers['designs.estimate'] = () => ({ credits: 424, learnedFrom: 1 });
    changeDraft({ prompt: 'An old man.', previewText: 'Hello.' });
    const { store: useQuestion, answerQuestion } = stores.unknownPrice;
    for (const goesOn of [false, true]) {
      const made = createCandidates();
      await vi.waitFor(() =>
        expect(useQuestion.getState().question).toEqual({
          name: messages.design.createCandidates,
          takes: 'credits',
          isAgain: true,
          amount: 424,
          note: messages.design.othersAgain,
        }),
      );
      expect(fakeStudio.inputs('designs.create')).toEqual([]);
      answerQuestion(goesOn);
      await made;
    }
    expect(fakeStudio.inputs('designs.create')).toEqual([fakeStudio.inputs('designs.earlier')[0]]);
    // What was never made is not asked about on this machine.
    fakeStudio.answers['designs.earlier'] = () => ({ operationId: null });
    await createCandidates();
    expect(fakeStudio.inputs('designs.create')).toHaveLength(2);
  });
});

describe('making an image', () => {
  const model = {
    id: 'one',
    name: 'One',
    mediaType: 'image',
    available: true,
    resolutions: ['1k'],
    aspectRatios: ['1:1'],
    references: { maximum: 2, fields: ['image_url'] },
    quota: { '1k': 100 },
  } as never;
  const record = (operationId: string) => ({ kind: 'image', operation: { operationId, files: [] }, order: {} }) as never;
  beforeEach(() => {
    const ready = { state: 'ready', models: [model], notUnderstood: [], available: true } as const;
    useMedia.setState({ catalogue: { image: ready, video: { state: 'loading' } } });
    changeMediaForm({ prompt: 'a kite' });
  });

  it('is sent once, with an address that was typed and not added', async () => {
    const held = heldAnswer();
    fakeStudio.answers['media.make'] = held.answer;
    changeMediaForm({ typed: 'https://example.com/a.png' });
    const made = makeMedia();
    await makeMedia();
    held.resolve({});
    await made;
    expect(fakeStudio.inputs('media.make')).toMatchObject([{ prompt: 'a kite', references: [{ address: 'https://example.com/a.png' }] }]);
    expect(useMedia.getState()).toMatchObject({ sending: false, failure: undefined });
  });

  it('that was made before is sent again only when a person says so, on every service, and no more than once for two presses', async () => {
    fakeStudio.answers['media.earlier'] = () => ({ operationId: 'operation1' });
    fakeStudio.answers['media.make'] = () => ({});
    const { store: useQuestion, answerQuestion } = stores.unknownPrice;
    for (const goesOn of [false, true]) {
      const pressed = [makeMedia(), makeMedia()];
      await vi.waitFor(() =>
        expect(useQuestion.getState().question).toEqual({
          name: messages.imagesVideo.makeImage,
          takes: 'quota',
          isAgain: true,
          amount: 100,
        }),
      );
      expect(fakeStudio.inputs('media.make')).toEqual([]);
      answerQuestion(goesOn);
      await Promise.all(pressed);
    }
    expect(fakeStudio.inputs('media.make')).toEqual([fakeStudio.inputs('media.earlier')[0]]);
    // What was never made is not asked about on this machine, and two presses send it once.
    fakeStudio.answers['media.earlier'] = () => ({ operationId: null });
    changeMediaForm({ prompt: 'another kite' });
    await Promise.all([makeMedia(), makeMedia()]);
    expect(fakeStudio.inputs('media.make').map(({ prompt }) => prompt)).toEqual(['a kite', 'another kite']);
  });

  it('is not sent with an address that is none, nor without a prompt, nor while the service is not there', async () => {
    changeMediaForm({ typed: 'no address' });
    await makeMedia();
    expect(useMediaForm.getState()).toMatchObject({ form: { typed: 'no address' }, addressProblem: expect.any(String) as string });
    changeMediaForm({ typed: '', prompt: ' ' });
    await makeMedia();
    expect(fakeStudio.announced.at(-1)).toBe(messages.shapes.isEmpty('The prompt'));
    changeMediaForm({ prompt: 'a kite' });
    useStudio.setState({ connection: { ...connection, state: 'failed' } });
    await makeMedia();
    expect(fakeStudio.inputs('media.make')).toEqual([]);
  });

  it('keeps the form where it failed', async () => {
    fakeStudio.answers['media.make'] = refuse('payment-required');
    await makeMedia();
    expect(useMediaForm.getState()).toMatchObject({ asked: true, form: { prompt: 'a kite' } });
    expect(useMedia.getState()).toMatchObject({ sending: false, failure: { kind: 'payment-required' } });
  });

  it('refers to a picture once, in the order that a person gave', () => {
    for (const id of ['a', 'b', 'a']) addReference(record(id));
    const ids = () =>
      useMediaForm.getState().form.references.map(({ from }) => ('record' in from ? from.record.operation.operationId : ''));
    expect(ids()).toEqual(['a', 'b']);
    const [first] = useMediaForm.getState().form.references;
    placeReference(first!.id, 1);
    placeReference(first!.id, 2);
    expect(ids()).toEqual(['b', 'a']);
  });

  it('can be made of what an earlier one was, whose pictures are found in the gallery or by their address', () => {
    const references = ['a', 'gone'].map((operationId) => ({
      role: 'reference',
      address: `https://x.example/${operationId}`,
      operationId,
    }));
    const order = { prompt: 'a boat', model: 'one', references, aspectRatio: null, resolution: '1k', seconds: null, size: null };
    changeMediaForm({ aspectRatio: '4:3' });
    adjust({ kind: 'image', order } as never, (id) => (id === 'a' ? record('a') : undefined));
    expect(useMediaForm.getState()).toMatchObject({
      asked: false,
      form: { prompt: 'a boat', aspectRatio: '4:3', model: { image: 'one' } },
    });
    expect(useMediaForm.getState().form.references.map(({ from }) => from)).toEqual([
      { record: record('a') },
      { address: 'https://x.example/gone' },
    ]);
  });

  it('the gallery is the one of the reading that began last', async () => {
    const [slow, fast] = [heldAnswer(), heldAnswer()];
    const answers = [slow, fast];
    fakeStudio.answers['media.gallery'] = () => answers.shift()?.answer();
    const readings = [loadGallery(), loadGallery()];
    fast.resolve({ items: [record('new')], next: null });
    slow.resolve({ items: [record('old')], next: null });
    await Promise.all(readings);
    expect(useMedia.getState().items).toEqual([record('new')]);
  });
});
