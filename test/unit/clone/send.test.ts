import { expect, it } from 'vitest';
import { CloneSender, type ClonePaidWork } from '#main/features/clone/send.ts';
import type { CloneOrder } from '#main/features/voices/personal.ts';
import type { Recordings } from '#main/features/clone/recordings.ts';
import { emptyForm, type CloneDraft, type Recording } from '#shared/clone/recordings.ts';
import { quietLog } from '../../helpers/quiet-log.ts';

const recording = {
  id: 'recording1',
  name: 'a.wav',
  kind: 'recording',
  state: 'ready',
  bytes: 0,
  original: false,
  codec: null,
  seconds: 20,
  samples: 20 * 48_000,
  aacBytes: 0,
  cutShort: false,
  truncated: false,
  failure: null,
  trim: null,
  sendAs: 'auto',
  cleanUp: { reduceNoise: false, trimSilence: false },
  cleaned: null,
  facts: null,
} satisfies Recording;

const draft: CloneDraft = { form: { ...emptyForm, name: 'Ada', consent: true }, recordings: [recording], made: null };

const recordings: Pick<Recordings, 'settled' | 'change' | 'fileToSend'> = {
  settled: () => Promise.resolve(draft),
  change: () => Promise.resolve(draft),
  fileToSend: () => Promise.resolve({ name: 'a.wav', path: '/nowhere', done: () => Promise.resolve() }),
};

/** Paid work that begins one operation and then does what `send` does; remembers which operations it was asked to stop. */
function fakePaidWork(send: () => Promise<void>): { paidWork: ClonePaidWork; stopped: string[]; consents: string[] } {
  const stopped: string[] = [];
  const consents: string[] = [];
  const paidWork = {
    clone: async ({ consent }: CloneOrder, _signal: AbortSignal, watch?: { begun(operationId: string): void }) => {
      consents.push(consent);
      watch?.begun('operation1');
      await send();
      return { value: 'voice1' };
    },
    services: {
      'jobs.stopWaiting': ({ operationId }: { operationId: string }) => {
        stopped.push(operationId);
        return Promise.resolve();
      },
    },
  } as unknown as ClonePaidWork;
  return { paidWork, stopped, consents };
}

it('a clone that is stopped while it is sent ends its upload', async () => {
  const call = new AbortController();
  const { paidWork, stopped } = fakePaidWork(() => {
    call.abort();
    return Promise.resolve();
  });
  await new CloneSender(recordings, paidWork, quietLog()).send(undefined, call.signal, () => undefined);
  expect(stopped).toEqual(['operation1']);
});

it('a call that is stopped after its clone is over stops nothing, whether the clone was made or failed', async () => {
  const made = new AbortController();
  const succeeding = fakePaidWork(() => Promise.resolve());
  await new CloneSender(recordings, succeeding.paidWork, quietLog()).send(undefined, made.signal, () => undefined);
  made.abort();
  const failed = new AbortController();
  const failing = fakePaidWork(() => Promise.reject(new Error('refused')));
  await expect(new CloneSender(recordings, failing.paidWork, quietLog()).send(undefined, failed.signal, () => undefined)).rejects.toThrow(
    'refused',
  );
  failed.abort();
  expect([...succeeding.stopped, ...failing.stopped]).toEqual([]);
});

it('the example is cloned without anybody’s consent, and is written down as the example; a recording beside it needs the consent', async () => {
  const unconfirmed = { ...draft, form: { ...draft.form, consent: false } };
  const send = async (listed: Recording[], form = unconfirmed.form) => {
    const { paidWork, consents } = fakePaidWork(() => Promise.resolve());
    const holding = { ...recordings, settled: () => Promise.resolve({ ...unconfirmed, form, recordings: listed }) };
    const sender = new CloneSender(holding, paidWork, quietLog());
    await sender.send('recording1', new AbortController().signal, () => undefined);
    return consents;
  };
  const own = { ...recording, id: 'recording2' };
  expect(await send([recording])).toEqual(['example']);
  for (const listed of [[own], [recording, own]]) await expect(send(listed)).rejects.toMatchObject({ failure: { field: 'consent' } });
  expect(await send([recording, own], draft.form)).toEqual(['confirmed']);
});
