import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TranscriptStore } from '#main/features/transcripts/store.ts';
import { noEdits } from '#shared/transcripts/edits.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

const edits = { texts: { '0': 'Hello.' }, speakers: { SPEAKER_00: 'Anna' } };
const sound = { url: '/bytes/media/a.wav', contentType: 'audio/wav', bytes: 3 };

let profile: string;
let store: TranscriptStore;
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'voicewright-transcript-store-'));
  store = new TranscriptStore(profile, quietLog());
});
afterEach(() => rmSync(profile, { recursive: true, force: true }));
const afterRestart = (operationId: string) => new TranscriptStore(profile, quietLog()).read(operationId);

it('changes of one transcript at the same time are all written, each on top of the one before', async () => {
  const changes = [{ name: 'talk.wav' }, { edits: noEdits }, { sound }, { edits }];
  const answers = await Promise.all(changes.map((change) => store.change('one', change)));
  expect(answers).toEqual([
    { name: 'talk.wav', sound: null, edits: noEdits },
    { name: 'talk.wav', sound: null, edits: noEdits },
    { name: 'talk.wav', sound, edits: noEdits },
    { name: 'talk.wav', sound, edits },
  ]);
  expect(await afterRestart('one')).toEqual({ name: 'talk.wav', sound, edits });
  expect(readdirSync(join(profile, 'transcripts'))).toEqual(['one.json']);
});

it('changes of several transcripts at the same time stay apart', async () => {
  const ids = ['one', 'two', 'three'];
  await Promise.all(ids.flatMap((id) => [store.change(id, { name: id }), store.change(id, { edits })]));
  for (const id of ids) expect(await afterRestart(id)).toEqual({ name: id, sound: null, edits });
});

it('a change that fails leaves what was there, and the changes after it are written', async () => {
  await store.change('one', { name: 'talk.wav' });
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;
  const failing = store.change('one', { name: 'lost', edits: cyclic as never });
  const after = store.change('one', { sound });
  await expect(failing).rejects.toThrow();
  expect(await after).toEqual({ name: 'talk.wav', sound, edits: noEdits });
});

it('a change that cannot be written fails with the reason of the write, also where its remains cannot be removed', async () => {
  mkdirSync(join(profile, 'transcripts', 'one.json.new'));
  await expect(store.change('one', { sound })).rejects.toMatchObject({ failure: { kind: 'file-failed' } });
});
