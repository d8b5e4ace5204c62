import { existsSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Recordings } from '#main/features/clone/recordings.ts';
import { listKept } from '#shared/clone/clean-up.ts';
import { emptyForm, type Recording } from '#shared/clone/recordings.ts';
import { recordWithPauses, toWav, type RecordingWithPauses } from '../../helpers/recording-with-pauses.ts';
import { CloneFixture } from './fixture.ts';

const sentences = ['The lamp had burned since dusk.', 'Nobody in the house could say who had lit it.', 'She counted the letters twice.'];
const both = { reduceNoise: true, trimSilence: true };
const neither = { reduceNoise: false, trimSilence: false };

let fixture: CloneFixture;
/** With the noise of a room at 20 dB below the voice. */
let spoken: RecordingWithPauses;
beforeAll(async () => {
  fixture = await CloneFixture.open({ baseUrl: 'http://127.0.0.1:9', apiKey: 'local-nobody' });
  spoken = await recordWithPauses(sentences, { noise: 0.02 });
});
afterEach(() => fixture.call('clone.clear', null));
afterAll(() => fixture.close());

const cleanUp = (recording: Recording, wanted: typeof both, emit?: (event: { done: number; total: number }) => void) =>
  fixture.call('clone.cleanUp', { recordingId: recording.id, ...wanted }, emit);
const cleanedSound = async ({ id }: Recording) => {
  const bytes = new Uint8Array(await (await fixture.bytes(`${id}.cleaned`)).arrayBuffer());
  return new Int16Array(bytes.buffer, 44);
};
/** Decibels of full scale. */
const levelOf = (sound: Int16Array): number =>
  10 * Math.log10(sound.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / sound.length);

describe('a recording that is cleaned up', () => {
  it('loses its noise and its long pauses, no word and nothing of the file; switched off, it is as it was', async () => {
    const before = await fixture.add('read.wav', spoken.wav);
    const progress: number[] = [];
    const after = await cleanUp(before, both, ({ done, total }) => progress.push(done / total));
    expect(progress.at(-1)).toBe(1);
    const { kept } = after.cleaned!;
    for (const { from, to } of spoken.words)
      expect([...listKept(kept)].some((stretch) => stretch.from <= from && to <= stretch.to)).toBe(true);
    expect([...listKept(kept)]).toHaveLength(3);
    expect(after.facts!.seconds).toBeLessThan(before.seconds - 5);
    expect(after.facts!.noiseDb!).toBeLessThan(before.facts!.noiseDb! - 10);
    const sound = await cleanedSound(after);
    expect(sound.length).toBe(Math.round(after.facts!.seconds * 48_000));
    // What is heard of it in ranges is the same, from whatever byte.
    const range = await fixture.bytes(`${after.id}.cleaned`, { headers: { Range: 'bytes=100001-200002' } });
    expect(Buffer.from(await range.arrayBuffer()).equals(Buffer.from(sound.buffer, 100_001, 100_002))).toBe(true);
    // The voice is where it was, and as loud.
    const word = spoken.words[1]!;
    expect(
      Math.abs(levelOf(sound.subarray(word.from - kept[0]!, word.to - kept[0]!)) - levelOf(spoken.samples.subarray(word.from, word.to))),
    ).toBeLessThan(1);
    expect(Math.abs(after.cleaned!.loudness.after! - after.cleaned!.loudness.before!)).toBeLessThan(1);

    // What is heard is what is sent.
    const recordings = new Recordings(fixture.studio.directory, fixture.studio.log);
    const file = await recordings.fileToSend(after);
    expect(file.name).toBe('read.wav');
    expect(readFileSync(file.path).subarray(44).equals(Buffer.from(sound.buffer, 44))).toBe(true);
    await file.done();
    await recordings.close();

    expect(readFileSync(`${fixture.studio.directory}/clone/${after.id}.original`).equals(Buffer.from(spoken.wav))).toBe(true);
    const again = await cleanUp(after, neither);
    expect(again).toEqual(before);
    expect((await fixture.bytes(`${after.id}.cleaned`)).status).toBe(404);
  });

  it('is not sent as it came, keeps its settings through a crash, and follows its trim', async () => {
    const added = await fixture.add('read.wav', spoken.wav);
    await fixture.call('clone.update', { recordingId: added.id, sendAs: 'as-is' });
    const cleaned = await cleanUp(added, { reduceNoise: false, trimSilence: true });
    expect(cleaned.sendAs).toBe('auto');
    fixture.crash();
    expect((await fixture.call('clone.draft', null)).recordings).toEqual([cleaned]);
    const end = spoken.words[5]!.to + 48_000;
    const trimmed = await fixture.call('clone.update', { recordingId: added.id, trim: { from: 24_000, to: end } });
    const stretches = [...listKept(trimmed.cleaned!.kept)];
    expect(stretches).toHaveLength(1);
    expect(stretches[0]!.from).toBeGreaterThan(24_000);
    expect(stretches[0]!.to).toBeLessThan(end);
    expect(trimmed.cleaned!.revision).not.toBe(cleaned.cleaned!.revision);
    // No louder, no softer: nothing but silence went.
    expect(trimmed.cleaned!.loudness.after).toBe(trimmed.cleaned!.loudness.before);
  });

  it.each([
    ['silence', new Int16Array(96_000)],
    ['noise', Int16Array.from({ length: 96_000 }, (_, at) => Math.round(6_000 * Math.sin(at * at)))],
    ['a tone', Int16Array.from({ length: 96_000 }, (_, at) => Math.round(9_000 * Math.sin(at / 20)))],
    ['a tenth of a second', new Int16Array(4_800)],
  ])('of %s alone has no speech to be trimmed to: that is said, and it stays as it was', async (_, samples) => {
    const added = await fixture.add('nothing.wav', toWav(samples));
    await expect(cleanUp(added, { reduceNoise: false, trimSilence: true })).rejects.toMatchObject({
      failure: { kind: 'invalid-input', text: { id: 'clone.noSpeechFound' }, field: 'trimSilence', charged: 'no' },
    });
    expect((await fixture.call('clone.draft', null)).recordings).toEqual([added]);
    // Its noise can be reduced all the same.
    expect((await cleanUp(added, { reduceNoise: true, trimSilence: false })).cleaned!.kept).toEqual([0, samples.length]);
  });

  it('keeps its trim where another would leave no speech', async () => {
    const cleaned = await cleanUp(await fixture.add('read.wav', spoken.wav), both);
    await expect(fixture.call('clone.update', { recordingId: cleaned.id, trim: { from: 0, to: 48_000 } })).rejects.toMatchObject({
      failure: { text: { id: 'clone.noSpeechFound' } },
    });
    expect((await fixture.call('clone.draft', null)).recordings).toEqual([cleaned]);
  });

  it(
    'whose listening is stopped is as it was, leaves nothing, and can be begun again; meanwhile it is not sent',
    { tags: ['beside'] },
    async () => {
      const long = await fixture.add(
        'long.wav',
        toWav(Int16Array.from({ length: 48_000 * 90 }, (_, at) => spoken.samples[at % spoken.samples.length]!)),
      );
      const left = () => ['reduced', 'voice'].filter((ending) => existsSync(`${fixture.studio.directory}/clone/${long.id}.${ending}`));
      const stopped = fixture.stoppable('clone.cleanUp', { recordingId: long.id, ...both }, (stop) => stop());
      await expect(stopped).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
      expect(left()).toEqual([]);
      expect((await fixture.call('clone.draft', null)).recordings).toEqual([long]);

      await fixture.call('clone.saveForm', { ...emptyForm, name: 'Anna', consent: true });
      let seen: Promise<unknown> | undefined;
      const work = cleanUp(long, both, () => {
        seen ??= Promise.allSettled([cleanUp(long, neither), cleanUp(long, both), fixture.call('clone.send', {})]);
      });
      const done = await work;
      expect(done.cleaned?.kept.length).toBeGreaterThan(10);
      const refused = { status: 'rejected', reason: { failure: { kind: 'conflict', text: { id: 'clone.stillCleaning' }, charged: 'no' } } };
      expect(await seen).toMatchObject([{ status: 'fulfilled' }, refused, refused]);
      expect(left()).toEqual(['reduced', 'voice']);
      await fixture.call('clone.remove', { recordingId: long.id });
      expect(left()).toEqual([]);
    },
  );

  it('that is removed while it is listened to leaves nothing', async () => {
    const long = await fixture.add('long.wav', toWav(new Int16Array(48_000 * 60)));
    let removed: Promise<unknown> | undefined;
    const work = cleanUp(long, both, () => {
      removed ??= fixture.call('clone.remove', { recordingId: long.id });
    });
    await expect(work).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    await removed;
    for (const ending of ['pcm', 'reduced', 'voice'])
      expect(existsSync(`${fixture.studio.directory}/clone/${long.id}.${ending}`)).toBe(false);
  });

  it('without a decoder here is refused by name', async () => {
    const file = new Uint8Array(readFileSync(new URL('../../fixtures/sound/sweep.m4a', import.meta.url)));
    const added = await fixture.add('sweep.m4a', file);
    await expect(cleanUp(added, both)).rejects.toMatchObject({ failure: { text: { id: 'clone.cannotCleanUp' }, field: 'recordingId' } });
  });
});
