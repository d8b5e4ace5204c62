import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noCleanUp } from '#shared/clone/clean-up.ts';
import { emptyForm } from '#shared/clone/recordings.ts';
import { fail } from '#shared/failure.ts';
import { messages } from '#shared/messages/index.ts';
import { CloneStore } from '../../../src-renderer/features/clone/clone-store.ts';
import { SendStore } from '../../../src-renderer/features/clone/send-store.ts';
import { createFakeStores } from '../../helpers/fake-stores.ts';
import { fakeStudio, heldAnswer, refuse } from '../../helpers/fake-studio.ts';
import { said } from '../../helpers/said.ts';

const stores = createFakeStores();
const clone = new CloneStore(stores);
const {
  changeForm,
  loadDraft,
  moveRecording,
  putRecording,
  removeRecording,
  saveForm,
  transcribe,
  answerTranscript,
  updateRecording,
  store: useClone,
} = clone;
const drawn: unknown[] = [];
const { adopt, answerAgain, dismissLost, findLost, sendClone, stopSending, watchMade } = new SendStore({
  ...stores,
  clone,
  samples: { measureRecording: (voiceId, url) => void drawn.push([voiceId, url]) },
});
const { connectHost } = stores.host;

const state = useClone.getState;
const operation = { operationId: 'operation1', connectionId: 'local' } as never;
const lost = { 'jobs.list': () => ({ operations: [operation] }), 'jobs.lookUp': () => ({ candidates: [{ id: 'v1', name: 'Ada' }] }) };
const recording = (id: string, change = {}) =>
  ({ id, state: 'ready', samples: 100_000, trim: null, cleanUp: noCleanUp, sendAs: 'auto', ...change }) as never;
const draft = { form: { ...emptyForm, name: 'Ada' }, recordings: [], made: null };

beforeEach(async () => {
  fakeStudio.reset({ 'clone.saveForm': () => null, 'clone.draft': () => draft });
  await connectHost();
  useClone.setState({ ...useClone.getInitialState() });
  await loadDraft();
  fakeStudio.asked.length = 0;
});

describe('sending a clone', () => {
  it('saves the form as it was typed last, then sends once, however often it is asked for', async () => {
    const held = heldAnswer();
    fakeStudio.answers['clone.send'] = held.answer;
    changeForm({ name: 'Bert' });
    const sent = sendClone();
    await sendClone();
    held.resolve({ voiceId: 'v1', name: 'Bert' });
    await sent;
    await sendClone(); // it is made
    expect(fakeStudio.asked.map(({ name }) => name).filter((name) => name.startsWith('clone.'))).toEqual(['clone.saveForm', 'clone.send']);
    expect(fakeStudio.inputs('clone.saveForm')).toMatchObject([{ name: 'Bert' }]);
    expect(state()).toMatchObject({ made: { voiceId: 'v1' }, sending: undefined, sendFailure: undefined, unsaved: false });
  });

  it('says that the voice is there in Clone, and with a way to Clone in every other panel', async () => {
    fakeStudio.answers['clone.send'] = () => ({ voiceId: 'v1', name: 'Ada' });
    stores.window.store.setState({ panel: 'clone' });
    await sendClone();
    expect([fakeStudio.announced.at(-1), fakeStudio.toasts]).toEqual([messages.clone.voiceReady('Ada'), []]);
    useClone.setState({ made: null });
    stores.window.store.setState({ panel: 'voices' });
    await sendClone();
    expect(fakeStudio.toasts).toEqual([messages.clone.voiceMade('Ada')]);
  });

  it('the way to Clone is offered no longer than until Clone is shown', async () => {
    fakeStudio.answers['clone.send'] = () => ({ voiceId: 'v1', name: 'Ada' });
    stores.window.store.setState({ panel: 'voices' });
    await sendClone();
    stores.window.store.setState({ panel: 'jobs' });
    expect(fakeStudio.offeredAbout).toBe('clone-ready');
    stores.window.store.setState({ panel: 'clone' });
    expect(fakeStudio.offeredAbout).toBeUndefined();
  });

  it('gives the voice its shape by the longest recording that can be read', async () => {
    drawn.length = 0;
    fakeStudio.answers['clone.send'] = () => ({ voiceId: 'v1', name: 'Ada' });
    useClone.setState({ recordings: [recording('one'), recording('two', { samples: 200_000 }), recording('three', { samples: 0 })] });
    await sendClone();
    expect(drawn).toEqual([['v1', '/bytes/clone/two.wav']]);
  });

  it('sends nothing where the form could not be saved, and can be tried again', async () => {
    fakeStudio.answers['clone.saveForm'] = refuse('disk-full');
    changeForm({ name: 'Bert' });
    await sendClone();
    expect(fakeStudio.inputs('clone.send')).toEqual([]);
    expect(state()).toMatchObject({ sendFailure: { kind: 'disk-full' }, sending: undefined, unsaved: true, form: { name: 'Bert' } });
    fakeStudio.answers['clone.saveForm'] = () => null;
    fakeStudio.answers['clone.send'] = () => ({ voiceId: 'v1', name: 'Bert' });
    await sendClone();
    expect(state()).toMatchObject({ made: { name: 'Bert' }, sendFailure: undefined });
  });

  it('shows how far the upload is', async () => {
    const shown: unknown[] = [];
    const stop = useClone.subscribe(({ sending }) => shown.push(sending));
    fakeStudio.answers['clone.send'] = async (_input, { emit }) => {
      emit({ type: 'begun', operationId: 'operation1' });
      emit({ type: 'sent', bytes: 5, total: 10 });
      emit({ type: 'sent', bytes: 10, total: 10 });
      return Promise.resolve({ voiceId: 'v1', name: 'Ada' });
    };
    await sendClone();
    stop();
    expect(shown).toEqual(expect.arrayContaining([{ step: 'preparing' }, { step: 'uploading', bytes: 5, total: 10 }, { step: 'waiting' }]));
  });

  it('whose response is lost is checked, which its own card says: nothing is shown as on its way then', async () => {
    const shown: unknown[] = [];
    const stop = useClone.subscribe(({ sending }) => shown.push(sending?.step));
    Object.assign(fakeStudio.answers, lost);
    fakeStudio.answers['clone.send'] = (_input, { emit }) => {
      emit({ type: 'begun', operationId: 'operation1' });
      throw fail('outcome-unknown', said('Lost.'), { charged: 'unknown' });
    };
    await sendClone();
    stop();
    expect(shown.filter((step, index) => step !== shown[index - 1])).toEqual(['preparing', 'checking', undefined]);
  });

  it('asks before it sends while a clone may have been made, and is sent once where that is wanted', async () => {
    const sent = () => fakeStudio.inputs('clone.send').length;
    const cut = fail('outcome-unknown', said('Lost.'), { charged: 'unknown' });
    Object.assign(fakeStudio.answers, lost, { 'clone.send': () => ({ voiceId: 'v1', name: 'Ada' }) });
    for (const unknown of [{ sendFailure: cut.failure }, { lost: [{ operation, candidates: [], looking: false, failure: undefined }] }]) {
      useClone.setState({ ...unknown, made: null });
      const before = sent();
      await sendClone();
      expect(state().asksAgain).toBe(true);
      answerAgain(false);
      expect([state().asksAgain, sent()]).toEqual([false, before]);
      await sendClone();
      answerAgain(true);
      await vi.waitFor(() => expect(state().made).toMatchObject({ name: 'Ada' }));
      expect([state().asksAgain, sent()]).toEqual([false, before + 1]);
      useClone.setState({ lost: [], sendFailure: undefined });
    }
  });

  it('is still the example’s after that question', async () => {
    Object.assign(fakeStudio.answers, lost, { 'clone.send': () => ({ voiceId: 'v1', name: 'Ada' }) });
    useClone.setState({ lost: [{ operation, candidates: [], looking: false, failure: undefined }], made: null });
    await sendClone({ exampleId: 'reading1' });
    answerAgain(true);
    await vi.waitFor(() => expect(state().made).toMatchObject({ name: 'Ada' }));
    expect(fakeStudio.inputs('clone.send')).toEqual([{ exampleId: 'reading1' }]);
  });

  it.each([
    ['whose answer is lost', fail('outcome-unknown', said('Lost.'), { charged: 'unknown' }), 'outcome-unknown'],
    ['that was refused', fail('payment-required', said('No.')), 'payment-required'],
  ])('%s says why, and only what may have been made is looked for in the list', async (_what, failure, kind) => {
    Object.assign(fakeStudio.answers, lost, {
      'clone.send': (_input: unknown, { emit }: { emit: (event: unknown) => void }) => {
        emit({ type: 'begun', operationId: 'operation1' });
        return Promise.reject(failure);
      },
    });
    await sendClone();
    expect(state().sendFailure).toMatchObject({ kind });
    const isUnknown = failure.failure.charged === 'unknown';
    expect(fakeStudio.inputs('jobs.list')).toHaveLength(isUnknown ? 1 : 0);
    expect(state().lost).toMatchObject(isUnknown ? [{ candidates: [{ id: 'v1' }], looking: false }] : []);
  });

  it('that is stopped is no failure; it is looked for once it had begun, and not before', async () => {
    for (const begun of [false, true]) {
      Object.assign(fakeStudio.answers, lost, {
        'clone.send': (_input: unknown, { emit }: { emit: (event: unknown) => void }) => {
          if (begun) emit({ type: 'begun', operationId: 'operation1' });
          return new Promise(() => undefined);
        },
      });
      const sent = sendClone();
      await vi.waitFor(() => expect(fakeStudio.inputs('clone.send')).toHaveLength(begun ? 2 : 1));
      await new Promise((resolve) => setImmediate(resolve));
      stopSending();
      await sent;
      expect(state().sendFailure).toBeUndefined();
      expect(fakeStudio.inputs('jobs.lookUp')).toHaveLength(begun ? 1 : 0);
    }
  });
});

describe('a clone whose end is not known', () => {
  it('is looked up once, keeps what was found, and is gone when its voice is adopted', async () => {
    Object.assign(fakeStudio.answers, lost, {
      'jobs.adopt': () => null,
      'clone.adopted': () => ({ ...draft, made: { voiceId: 'v1', name: 'Ada', isAdopted: true } }),
    });
    await findLost();
    await findLost();
    expect(fakeStudio.inputs('jobs.lookUp')).toEqual([{ operationId: 'operation1' }]);
    await adopt(operation, { id: 'v1', name: 'Ada' });
    expect(state()).toMatchObject({ lost: [], made: { voiceId: 'v1' } });
  });

  it('stays, with why, where it cannot be adopted', async () => {
    Object.assign(fakeStudio.answers, lost, { 'jobs.adopt': refuse('conflict') });
    await findLost();
    await adopt(operation, { id: 'v1', name: 'Ada' });
    expect(state()).toMatchObject({ made: null, lost: [{ failure: { kind: 'conflict' } }] });
    dismissLost(operation);
    expect(state().lost).toEqual([]);
  });
});

describe('the draft of a clone', () => {
  it('is unsaved until main has what was typed last', async () => {
    const held = heldAnswer();
    fakeStudio.answers['clone.saveForm'] = held.answer;
    changeForm({ name: 'B' });
    const saved = saveForm();
    changeForm({ name: 'Be' });
    held.resolve(null);
    await saved;
    expect(state().unsaved).toBe(true);
    await saveForm();
    expect(state().unsaved).toBe(false);
  });

  it('does not bring a recording back that was removed while it was worked on', async () => {
    fakeStudio.answers['clone.remove'] = () => null;
    putRecording(recording('recording1'), true);
    putRecording(recording('recording2'), true);
    await removeRecording('recording1');
    putRecording(recording('recording1'));
    expect(state()).toMatchObject({ recordings: [{ id: 'recording2' }], selected: 'recording2' });
  });

  it('asks for consent again once no recording is left: the next may be of somebody else', async () => {
    fakeStudio.answers['clone.remove'] = () => null;
    putRecording(recording('recording1'), true);
    putRecording(recording('recording2'), true);
    changeForm({ consent: true });
    await removeRecording('recording1');
    expect(state().form.consent).toBe(true);
    await removeRecording('recording2');
    expect(state().form.consent).toBe(false);
  });

  it('shows a change of a recording at once, takes only the last answer, and takes back what failed', async () => {
    putRecording(recording('recording1'), true);
    const [first, second] = [heldAnswer(), heldAnswer()];
    const answers = [first, second];
    fakeStudio.answers['clone.update'] = () => answers.shift()?.answer();
    const changes = [updateRecording('recording1', { sendAs: 'wav' }), updateRecording('recording1', { sendAs: 'mp3' })];
    await vi.waitFor(() => expect(answers).toEqual([]));
    second.resolve(recording('recording1', { sendAs: 'mp3' }));
    first.resolve(recording('recording1', { sendAs: 'wav' }));
    await Promise.all(changes);
    expect(state().recordings).toMatchObject([{ sendAs: 'mp3' }]);
    fakeStudio.answers['clone.update'] = refuse('disk-full');
    await updateRecording('recording1', { sendAs: 'm4a' });
    expect(state()).toMatchObject({ recordings: [{ sendAs: 'mp3' }], failure: { kind: 'disk-full' } });
  });

  it.each(['transcribed', 'sent'])('is %s only once main has a trim that was made just before', async (what) => {
    putRecording(recording('recording1'), true);
    const trimmed = heldAnswer();
    Object.assign(fakeStudio.answers, {
      'clone.update': trimmed.answer,
      'clone.transcribe': () => ({ text: 'Good morning.', draft: false }),
      'clone.send': () => ({ voiceId: 'v1', name: 'Ada' }),
    });
    const trim = { from: 0, to: 50_000 };
    void updateRecording('recording1', { trim });
    const done = what === 'sent' ? sendClone() : transcribe('recording1');
    await vi.waitFor(() => expect(fakeStudio.inputs('clone.update')).toHaveLength(1));
    await new Promise((resolve) => setImmediate(resolve));
    trimmed.resolve(recording('recording1', { trim }));
    fakeStudio.asked.push({ name: 'the trim is with main', input: {} });
    await done;
    const order = fakeStudio.asked.map(({ name }) => name).filter((name) => !/saveForm|jobs|voices|studio|models/u.test(name));
    expect(order).toEqual(['clone.update', 'the trim is with main', what === 'sent' ? 'clone.send' : 'clone.transcribe']);
  });

  it('is neither transcribed nor sent where main could not take the trim that was made just before', async () => {
    putRecording(recording('recording1'), true);
    fakeStudio.answers['clone.update'] = refuse('disk-full');
    void updateRecording('recording1', { trim: { from: 0, to: 50_000 } });
    await transcribe('recording1');
    void updateRecording('recording1', { trim: { from: 0, to: 40_000 } });
    await sendClone();
    expect([...fakeStudio.inputs('clone.transcribe'), ...fakeStudio.inputs('clone.send')]).toEqual([]);
    expect(state()).toMatchObject({ transcribing: undefined, sending: undefined, failure: { kind: 'disk-full' } });
  });

  it('is sent in the order that a person gave its recordings', async () => {
    fakeStudio.answers['clone.arrange'] = () => null;
    for (const id of ['recording1', 'recording2', 'recording3']) putRecording(recording(id), true);
    await moveRecording('recording3', -1);
    await moveRecording('recording1', -1);
    expect(fakeStudio.inputs('clone.arrange')).toEqual([{ recordingIds: ['recording1', 'recording3', 'recording2'] }]);
  });

  it('keeps what a person wrote when the words of a recording come', async () => {
    fakeStudio.answers['clone.transcribe'] = () => ({ text: 'Good morning.', draft: false });
    putRecording(recording('recording1'), true);
    changeForm({ referenceText: 'Mine. ', languages: ['en'] });
    await transcribe('recording1');
    expect(state().form.referenceText).toBe('Mine.\nGood morning.');
    expect(fakeStudio.inputs('clone.transcribe')).toEqual([{ recordingId: 'recording1', language: 'en' }]);
  });

  it('takes a transcript of another part of a recording in the place of the one that nobody changed', async () => {
    const texts = ['All of it, to the end.', 'All of it.'];
    fakeStudio.answers['clone.transcribe'] = () => ({ text: texts.shift(), draft: true });
    fakeStudio.answers['clone.update'] = () => recording('recording1', { trim: { from: 0, to: 50_000 } });
    putRecording(recording('recording1'), true);
    changeForm({ referenceText: 'Mine.' });
    await transcribe('recording1');
    await updateRecording('recording1', { trim: { from: 0, to: 50_000 } });
    await transcribe('recording1');
    expect(state()).toMatchObject({ asksTranscript: undefined, form: { referenceText: 'Mine.\nAll of it.' } });
  });

  it('asks before an unchanged recording is transcribed and charged again, also after a restart', async () => {
    fakeStudio.answers['clone.transcribe'] = () => ({ text: 'All of it.', draft: true });
    putRecording(recording('recording1'), true);
    await transcribe('recording1');
    await saveForm();
    const [form] = fakeStudio.inputs('clone.saveForm');
    fakeStudio.answers['clone.draft'] = () => ({ ...draft, form, recordings: [recording('recording1')] });
    await loadDraft();
    await transcribe('recording1');
    expect(state().asksTranscript).toMatchObject({ question: 'unchanged', isEdited: false });
    answerTranscript(false);
    expect(fakeStudio.inputs('clone.transcribe')).toHaveLength(1);
    await transcribe('recording1');
    answerTranscript(true);
    await vi.waitFor(() => expect(fakeStudio.inputs('clone.transcribe')).toHaveLength(2));
    await vi.waitFor(() => expect(state().transcribing).toBeUndefined());
    expect(state().form.referenceText).toBe('All of it.');
  });

  it('asks before it replaces a transcript that a person changed, and gives that back', async () => {
    const texts = ['All off it.', 'All.'];
    fakeStudio.answers['clone.transcribe'] = () => ({ text: texts.shift(), draft: true });
    putRecording(recording('recording1'), true);
    await transcribe('recording1');
    changeForm({ referenceText: 'All of it, corrected.' });
    putRecording(recording('recording1', { trim: { from: 0, to: 50_000 } }));
    await transcribe('recording1');
    expect(state().asksTranscript).toMatchObject({ question: 'edited', isEdited: true });
    answerTranscript(true);
    await vi.waitFor(() => expect(state().form.referenceText).toBe('All.'));
    expect(fakeStudio.toasts).toHaveLength(1);
  });

  it('calls words that may be wrong a draft until somebody changes them', async () => {
    fakeStudio.answers['clone.transcribe'] = () => ({ text: 'Good mourning.', draft: true });
    putRecording(recording('recording1'), true);
    await transcribe('recording1');
    expect(state().transcriptIsDraft).toBe(true);
    changeForm({ name: 'Anna' });
    expect(state().transcriptIsDraft).toBe(true);
    changeForm({ referenceText: 'Good morning.' });
    expect(state().transcriptIsDraft).toBe(false);
  });
});

describe('a voice that was made and is there no more', () => {
  const list = (...voiceIds: string[]): void =>
    stores.studio.store.setState({
      voices: { state: 'ready', value: voiceIds.map((voiceId) => ({ voiceId, name: voiceId })) as never, asOf: 1, fresh: true },
    });
  watchMade();

  it('is shown as gone once a list of the service that had it has it no more, and not before', async () => {
    list('other');
    fakeStudio.answers['clone.send'] = () => ({ voiceId: 'v1', name: 'Ada' });
    fakeStudio.answers['voices.list'] = refuse('disconnected');
    await sendClone();
    list('other'); // the service's list is behind
    expect(state().isGone).toBe(false);
    list('other', 'v1');
    expect(state().isGone).toBe(false);
    list('other');
    expect(state().isGone).toBe(true);
    list('other', 'v1'); // the other account is connected again
    expect(state().isGone).toBe(false);
  });

  it('is shown as gone where the draft of an earlier run names it and a list that is not old lacks it', async () => {
    stores.studio.store.setState({ voices: { state: 'ready', value: [], asOf: 1, fresh: false } });
    fakeStudio.answers['clone.draft'] = () => ({ ...draft, made: { voiceId: 'v1', name: 'Ada' } });
    await loadDraft();
    expect(state().isGone).toBe(false);
    list();
    expect(state().isGone).toBe(true);
    fakeStudio.answers['clone.reopen'] = () => draft;
    await clone.reopen();
    expect(state()).toMatchObject({ made: null, isGone: false });
  });
});
