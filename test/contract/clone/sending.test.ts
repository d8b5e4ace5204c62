import { writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { isOnThisMachine } from '#main/infra/network-place.ts';
import { message, type Message } from '#shared/messages/message.ts';
import { FailureError, type Failure } from '#shared/failure.ts';
import { speechPath } from '#shared/wire/speech.ts';
import { localCloneLanguage } from '#shared/wire/voice-creation.ts';
import { voicesV1Path } from '#shared/wire/voices.ts';
import { startLocalService, type LocalService } from '../../helpers/local-service.ts';
import { allVoices, call, voiceFor } from '../local-service/support.ts';
import { soundOf } from '../local-service/voices/voice-support.ts';
import { chargesOf } from '../paid-work/studio.ts';
import { CloneFixture } from './fixture.ts';

let service: LocalService;
let fixture: CloneFixture;
let key: string;
let accounts = 0;
let wav: Uint8Array<ArrayBuffer>;
const said = 'Good morning. This is a test of the studio.';
const form = {
  name: 'Anna',
  description: '',
  referenceText: '',
  languages: [] as string[],
  spokenIn: [],
  visibility: 'private' as const,
  consent: true,
  samePerson: [] as string[],
  transcripts: [],
};
const create = `POST ${voicesV1Path}`;

beforeAll(async () => {
  service = await startLocalService();
  const { voiceId } = await voiceFor(service, 'en', 'alpha');
  wav = new Uint8Array(await (await call(service, 'POST', speechPath, { body: { text: said, voiceId, format: 'wav' } })).arrayBuffer());
});
beforeEach(async () => {
  await service.clearFaults();
  key = `local-clones${++accounts}`;
  fixture = await CloneFixture.open({ baseUrl: service.baseUrl, apiKey: key });
  await fixture.call('clone.saveForm', form);
});
afterEach(() => fixture.close());
afterAll(() => service.stop());

async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const thrown: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(thrown instanceof FailureError)) throw new Error('It did not fail as it should.');
  return thrown.failure;
}

it('a draft becomes a voice, its upload is counted to the last byte, and the draft knows the voice', async () => {
  const { id } = await fixture.add('anna.wav', wav);
  await fixture.call('clone.update', { recordingId: id, trim: { from: 4_800, to: 96_000 } });
  const events: { type: string; bytes?: number; total?: number }[] = [];
  const made = await fixture.call('clone.send', {}, (event) => events.push(event));
  expect((await fixture.call('clone.draft', null)).made).toEqual(made);
  // The service reports no charge for a clone; the balance fell by it.
  const [charge] = await chargesOf(service, key);
  expect(charge?.credits).toBeGreaterThan(0);
  expect(made.charge).toEqual({ credits: charge?.credits, isByBalance: true });
  const sent = events.filter(({ type }) => type === 'sent');
  expect(events.map(({ type }) => type).slice(0, 2)).toEqual(['preparing', 'begun']);
  expect(sent.at(-1)?.bytes).toBe(sent.at(-1)?.total);
  // What was sent is the stretch, as WAV; the form around it is small.
  expect(sent.at(-1)?.total).toBeGreaterThan(44 + 91_200 * 2);
  expect(sent.at(-1)?.total).toBeLessThan(44 + 91_200 * 2 + 2_000);
  expect((await call(service, 'GET', `/api/open/v3/voices/${made.voiceId}`, { key })).status).toBe(200);
});

it('the languages of the form are those of the voice, and without one it speaks what the form says that the local service takes', async () => {
  await fixture.add('anna.wav', wav);
  const spoken = [];
  for (const languages of [['de-DE', 'en-GB'], []]) {
    await fixture.call('clone.saveForm', { ...form, languages, languagesAreChosen: false });
    const { voiceId } = await fixture.call('clone.send', {});
    const voice = (await (await call(service, 'GET', `/api/open/v3/voices/${voiceId}`, { key })).json()) as Record<string, unknown>;
    spoken.push([voice['primaryLanguage'], voice['languages']]);
    await fixture.call('clone.reopen', null);
    await fixture.call('clone.saveForm', form);
  }
  expect(spoken).toEqual([
    ['de-DE', ['de-DE', 'en-GB']],
    [localCloneLanguage, [localCloneLanguage]],
  ]);
});

it('a trim that is still measured when the draft is sent is in what is sent', async () => {
  const { id } = await fixture.add('anna.wav', wav);
  const trimmed = fixture.call('clone.update', { recordingId: id, trim: { from: 4_800, to: 96_000 } });
  const events: { type: string; total?: number }[] = [];
  await fixture.call('clone.send', {}, (event) => events.push(event));
  await trimmed;
  expect(events.find(({ type }) => type === 'sent')?.total).toBeLessThan(44 + 91_200 * 2 + 2_000);
});

it('what may not be sent is named with its field, nothing leaves, and the form stays as it was', async () => {
  expect(await failureOf(fixture.call('clone.send', {}))).toMatchObject({ kind: 'invalid-input', field: 'recordings' });
  const broken = await fixture.add('fake.wav', new Uint8Array(Buffer.from('no sound at all '.repeat(9))));
  expect(await failureOf(fixture.call('clone.send', {}))).toMatchObject({ field: 'recordings.0' });
  await fixture.call('clone.remove', { recordingId: broken.id });
  for (let count = 0; count < 6; count += 1) await fixture.add(`${count}.wav`, wav);
  expect(await failureOf(fixture.call('clone.send', {}))).toMatchObject({
    field: 'recordings',
    text: message('clone.atMostRecordings', 5),
  });
  for (const [wrong, field, id] of [
    [{ ...form, name: 'x'.repeat(10_000) }, 'name', 'clone.textTooLong'],
    [{ ...form, name: 'An\u0000na' }, 'name', 'clone.nameControlCharacters'],
    [{ ...form, name: '  ' }, 'name', 'clone.needsName'],
    [{ ...form, description: 'x'.repeat(1_001) }, 'description', 'clone.textTooLong'],
  ] as const) {
    await fixture.call('clone.saveForm', wrong);
    expect(await failureOf(fixture.call('clone.send', {}))).toMatchObject({
      kind: 'invalid-input',
      field,
      charged: 'no',
      text: expect.objectContaining({ id }) as Message,
    });
    expect((await fixture.call('clone.draft', null)).form).toEqual(wrong);
  }
  expect(await chargesOf(service, key)).toEqual([]);
});

it('a voice is not cloned without consent, private or public, and a new clone asks for it again', async () => {
  await fixture.add('anna.wav', wav);
  for (const visibility of ['private', 'public'] as const) {
    await fixture.call('clone.saveForm', { ...form, visibility, consent: false });
    expect(await failureOf(fixture.call('clone.send', {}))).toMatchObject({ kind: 'invalid-input', field: 'consent', charged: 'no' });
  }
  expect(await chargesOf(service, key)).toEqual([]);
  await fixture.call('clone.saveForm', form);
  expect((await fixture.call('clone.draft', null)).form.consent).toBe(true);
  expect((await fixture.call('clone.clear', null)).form.consent).toBe(false);
});

it(
  'recordings of two speakers are not sent as one voice until one is removed or the person says that it is one',
  { tags: ['beside'] },
  async () => {
    const spoken = async (voiceId: string, text: string): Promise<Uint8Array<ArrayBuffer>> => {
      const answer = await call(service, 'POST', speechPath, { body: { text, voiceId, format: 'wav' } });
      return new Uint8Array(await answer.arrayBuffer());
    };
    const texts = [
      'The harbour lay silent under a thin mist, and only the oldest of the fishermen had come down to the boats before dawn.',
      'She opened the letter slowly, read it twice, and then put it back into the drawer without saying a single word.',
      'Nobody in the village could remember a winter as long as this one, or a spring that had kept them waiting for so many weeks.',
    ] as const;
    const voices = (await allVoices(service)).filter(
      ({ primaryLanguage, modelIds }) => primaryLanguage.startsWith('en') && modelIds[0]?.startsWith('alpha') === true,
    );
    const pitches = await Promise.all(
      voices.slice(0, 6).map(async ({ voiceId }) => ({ voiceId, ...(await soundOf('wav', await spoken(voiceId, said))) })),
    );
    const [low, high] = [
      pitches.toSorted((one, other) => one.hertz - other.hertz)[0]!,
      pitches.toSorted((one, other) => other.hertz - one.hertz)[0]!,
    ];
    await fixture.add('first.wav', await spoken(low.voiceId, texts[0]));
    await fixture.add('second.wav', await spoken(low.voiceId, texts[1]));
    const other = await fixture.add('other.wav', await spoken(high.voiceId, texts[2]));
    expect(await failureOf(fixture.call('clone.send', {}))).toMatchObject({
      kind: 'invalid-input',
      field: 'recordings.2',
      charged: 'no',
      message: '“other.wav” sounds like another speaker than “first.wav”. Remove one of them, or confirm that they are the same person.',
    });
    const charges = (await chargesOf(service, key)).length;
    await fixture.call('clone.saveForm', { ...form, samePerson: [other.id] });
    expect(await fixture.call('clone.send', {})).toMatchObject({ name: 'Anna' });
    expect(await chargesOf(service, key)).toHaveLength(charges + 1);
  },
);

it('a draft of an earlier version, which had no consent to keep, is read as one without it', async () => {
  const { name, description, referenceText, languages, visibility } = form;
  const earlier = { name, description, referenceText, languages, visibility };
  const path = `${fixture.studio.directory}/clone/draft.json`;
  writeFileSync(path, JSON.stringify({ form: earlier, recordings: [], made: null, clips: {} }));
  fixture.crash();
  expect((await fixture.call('clone.draft', null)).form).toEqual({ ...form, consent: false });
});

it('a 402, a 413 and a 409 are reported as what they are, charge nothing, and lose nothing', async () => {
  const recording = await fixture.add('anna.wav', wav);
  for (const [status, code, kind] of [
    [402, 'ERR_INSUFFICIENT_CREDITS', 'payment-required'],
    [413, 'ERR_PAYLOAD_TOO_LARGE', 'too-large'],
    [409, 'ERR_REQUEST_ID_CONFLICT', 'conflict'],
  ] as const) {
    await service.setFaults([{ on: create, kind: 'status', status, code }]);
    expect(await failureOf(fixture.call('clone.send', {}))).toMatchObject({ kind, charged: 'no', code });
  }
  expect((await fixture.call('clone.draft', null)).recordings).toEqual([recording]);
  expect(await chargesOf(service, key)).toEqual([]);
});

it('a clone whose answer is lost is never sent again, found by its name and time, and adopted', { tags: ['beside'] }, async () => {
  await fixture.add('anna.wav', wav);
  await service.setFaults([{ on: create, kind: 'drop-after-charge' }]);
  expect(await failureOf(fixture.call('clone.send', {}))).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown' });
  const { operationId } = await fixture.studio.newest();
  const { candidates } = await fixture.studio.call('jobs.lookUp', { operationId });
  expect(candidates).toMatchObject([{ name: 'Anna' }]);
  const [found] = candidates;
  await fixture.studio.call('jobs.adopt', { operationId, id: found?.id ?? '' });
  const draft = await fixture.call('clone.adopted', { voiceId: found?.id ?? '', name: 'Anna' });
  expect(draft.made).toEqual({ voiceId: found?.id, name: 'Anna', isAdopted: true });
  expect(await chargesOf(service, key)).toHaveLength(1);
});

it('the words of a recording come from a service on this machine, and from no other', async () => {
  const { id } = await fixture.add('anna.wav', wav);
  expect(await fixture.call('clone.canTranscribe', null)).toEqual({ reason: null });
  expect(await fixture.call('clone.transcribe', { recordingId: id })).toEqual({ text: said, draft: false });
  // The transcript can be heard, whatever becomes of the draft.
  const { operationId } = await fixture.studio.newest();
  expect(fixture.keptSounds).toEqual([{ operationId, name: 'anna.wav', bytes: wav.byteLength }]);
  expect(
    ['http://127.0.0.1:80', 'http://localhost:8080', 'http://[::1]:1', 'https://127.0.0.1.example', 'https://speech.example'].map(
      isOnThisMachine,
    ),
  ).toEqual([true, true, true, false, false]);
});
