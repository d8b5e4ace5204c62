import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ledgerLimits } from '#main/paid-requests/ledger/limits.ts';
import { guarded, openStore } from '#main/paid-requests/ledger/store.ts';
import type { NewOperation, OperationQuery } from '#main/paid-requests/ledger/types.ts';
import { newId } from '#shared/ids.ts';
import { fail, toFailure } from '#shared/failure.ts';
import { said } from '../../helpers/said.ts';

let folder: string;
let path: string;
let now: number;
const open = () => guarded(path, () => openStore(path, () => now));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'voicewright-ledger-'));
  path = join(folder, 'ledger.sqlite');
  now = 1000;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function operation(change: Partial<NewOperation> = {}): NewOperation {
  const operationId = newId();
  return {
    operationId,
    family: 'aligned',
    connectionId: 'local',
    accountId: 'user-1',
    origin: 'http://127.0.0.1:1',
    method: 'POST',
    path: '/api/open/v3/speech/tts/aligned',
    body: Buffer.from('{"text":"ä"}'),
    idempotencyKey: `k-${operationId}`,
    requestId: `r-${operationId}`,
    fingerprint: 'f1',
    modelId: 'alpha-s1',
    contentType: 'application/json',
    summary: '“ä”',
    amount: 10,
    unit: 'character',
    format: 'wav',
    purpose: { projectId: 'projectaaaaaaaa', chapterId: 'chapteraaaaaaaa', blockId: 'blockaaaaaaaaaa' },
    ...change,
  };
}

it('what work cost is known by day, family and project; what was not charged is no usage, and an unknown charge is counted', () => {
  const store = open();
  const make = (
    at: Date,
    change: Partial<NewOperation>,
    credits: number | null,
    state: 'done' | 'failed' = 'done',
    { charged, quotaUsed }: { charged?: 'no' | 'yes'; quotaUsed?: number } = {},
  ): void => {
    now = at.getTime();
    const one = operation(change);
    store.begin(one);
    const failure = charged && fail('service-unavailable', said('Gone.'), { charged }).failure;
    store.settle(one.operationId, state, {
      ...(credits !== null && { creditsUsed: credits }),
      ...(failure && { failure }),
      ...(quotaUsed !== undefined && { result: { quotaUsed } }),
    });
  };
  const [monday, tuesday] = [new Date(2026, 2, 2, 23, 50), new Date(2026, 2, 3, 0, 10)];
  make(new Date(2026, 1, 1), {}, 99);
  make(monday, {}, 5);
  make(tuesday, {}, 7);
  make(tuesday, {}, 2);
  make(tuesday, {}, null);
  make(tuesday, { family: 'image', purpose: null, format: null }, 30, 'done', { quotaUsed: 400 });
  make(tuesday, {}, null, 'failed', { charged: 'no' });
  make(tuesday, {}, null, 'failed', { charged: 'yes' });
  make(tuesday, { connectionId: 'other' }, 50);
  make(tuesday, { family: 'profile-update', purpose: null, format: null }, null);
  const speech = { family: 'aligned', projectId: 'projectaaaaaaaa' };
  const { family, modelId, unit, amount } = operation({});
  // Done, and failed after it was charged.
  const unreported = { connectionId: 'local', family, modelId, unit, amount: 2 * amount, operations: 2, isInDoubt: false };
  expect(store.usage('local', new Date(2026, 2, 1).getTime(), 10)).toEqual([
    { day: '2026-03-03', family: 'image', projectId: '', credits: 30, inDoubt: 0, operations: 1, quota: 400, unreported: [] },
    { ...speech, day: '2026-03-03', credits: 9, inDoubt: 0, operations: 4, quota: 0, unreported: [unreported] },
    { ...speech, day: '2026-03-02', credits: 5, inDoubt: 0, operations: 1, quota: 0, unreported: [] },
  ]);
  expect(store.usage('local', 0, 1)).toHaveLength(1);
  const since = { connectionId: 'local', from: new Date(2026, 2, 1).getTime(), limit: 1 };
  expect(store.sum({ ...since, families: ['aligned'] })).toEqual({
    operations: 6,
    credits: 14,
    inDoubt: 0,
    quota: 0,
    unreported: [unreported],
  });
  expect(store.sum(since)).toMatchObject({ quota: 400 });
  store.close();
});

it('credits that may not have been charged are no part of what was charged, and a reported refund is part of neither', () => {
  const store = open();
  const end = (credits: number | undefined, failure: { charged: 'unknown' | 'yes'; refunded?: true } | undefined): void => {
    const one = operation();
    store.begin(one);
    store.settle(one.operationId, failure === undefined ? 'done' : 'failed', {
      creditsUsed: credits,
      ...(failure && { failure: fail('service-failed', said('It failed.'), failure).failure }),
    });
  };
  end(10, undefined);
  end(20, { charged: 'yes' });
  end(215, { charged: 'unknown' });
  end(150, { charged: 'unknown', refunded: true });
  end(undefined, { charged: 'unknown' });
  end(undefined, { charged: 'unknown', refunded: true });
  expect(store.sum({ limit: 1 })).toMatchObject({ credits: 30, inDoubt: 215, unreported: [{ operations: 1, isInDoubt: true }] });
  expect(store.usage('local', 0, 10)).toMatchObject([{ credits: 30, inDoubt: 215, unreported: [{ operations: 1, isInDoubt: true }] }]);
  expect(store.spent('local', 'user-1', 0)).toMatchObject({ credits: 30, inDoubt: 215 });
  store.close();
});

it('an operation under way grows with what it takes, and never shrinks or changes after its end', () => {
  const store = open();
  const live = operation({ family: 'realtime-reliable', amount: 10 });
  store.begin(live);
  const amount = () => store.entry(live.operationId)?.amount;
  store.grown(live.operationId, 25);
  expect(amount()).toBe(25);
  store.grown(live.operationId, 12);
  expect(amount()).toBe(25);
  expect(store.spent('local', 'user-1', 0).open).toMatchObject([{ standing: 'open', amount: 25, operations: 1 }]);
  store.settle(live.operationId, 'done', { amount: 30 });
  store.grown(live.operationId, 99);
  expect(amount()).toBe(30);
  store.close();
});

it('a line of a dub stands under its dub with the dub’s name, and what was written before dubs were named reads as it did', () => {
  const before = open();
  const [book, line] = [operation(), operation({ family: 'job', purpose: null, format: null })];
  for (const one of [book, line]) {
    before.begin(one);
    before.settle(one.operationId, 'done', { creditsUsed: one === book ? 2 : 3 });
  }
  before.close();
  const file = new DatabaseSync(path);
  file.exec('ALTER TABLE operations DROP COLUMN dub_name; PRAGMA user_version = 6;');
  file.close();
  const store = open();
  const dub = { id: 'dubaaaaaaaaaaaa', name: 'Café' };
  const named = operation({ family: 'job', purpose: null, format: null, dub });
  store.begin(named);
  store.settle(named.operationId, 'done', { creditsUsed: 5 });
  expect(store.entry(named.operationId)).toMatchObject({ purpose: null, dub });
  expect(store.list({ projectId: dub.id, limit: 10 }).map(({ operationId }) => operationId)).toEqual([named.operationId]);
  expect(store.entry(book.operationId)).toMatchObject({ purpose: book.purpose });
  for (const old of [book, line]) expect(store.entry(old.operationId)?.dub).toBeUndefined();
  expect(store.projects()).toEqual(
    expect.arrayContaining([
      { projectId: book.purpose?.projectId, operations: 1, lastAt: 1000 },
      { projectId: dub.id, projectName: 'Café', operations: 1, lastAt: 1000 },
    ]),
  );
  expect(store.usage('local', 0, 10).map(({ projectId, projectName, credits }) => [projectId, projectName, credits])).toEqual([
    [dub.id, 'Café', 5],
    ['', undefined, 3],
    [book.purpose?.projectId, undefined, 2],
  ]);
  store.close();
});

it('work for dubs is found besides the families that are asked for, in the list and in its sum alike', () => {
  const store = open();
  const line = operation({ family: 'job', purpose: null, format: null, dub: { id: 'dubaaaaaaaaaaaa', name: 'Café' } });
  const video = operation({ family: 'dubbing', purpose: null, format: null });
  for (const [one, creditsUsed] of [
    [operation({ family: 'job' }), 2],
    [line, 3],
    [video, 5],
  ] as const) {
    store.begin(one);
    store.settle(one.operationId, 'done', { creditsUsed });
  }
  const found = (query: Omit<OperationQuery, 'limit'>) => ({
    ids: store.list({ ...query, limit: 10 }).map(({ operationId }) => operationId),
    credits: store.sum({ ...query, limit: 10 }).credits,
  });
  expect(found({ families: ['dubbing'] })).toEqual({ ids: [video.operationId], credits: 5 });
  expect(found({ families: ['dubbing'], forDubs: true })).toEqual({ ids: [video.operationId, line.operationId], credits: 8 });
  expect(found({ families: ['dubbing'], forDubs: true, states: ['failed'] })).toEqual({ ids: [], credits: 0 });
  store.close();
});

it('a search finds what its text says, and besides what has one of the voices or projects that are called so', () => {
  const store = open();
  const bodies = {
    native: '{"text":"sea","voiceId":"voice-1"}',
    reference: '{"text":"sea","reference_id":"voice-1"}',
    compatible: '{"input":"sea","voice":"voice-1"}',
    other: '{"text":"sea","voiceId":"voice-2"}',
    mute: '{"text":"sea"}',
    broken: '{"voiceId":"voice-1"',
    /** An id within a text is no voice. */
    spoken: '{"text":"voiceId voice-1"}',
  };
  const made = new Map<string, string>();
  const begin = (name: string, change: Partial<NewOperation>): void => {
    const one = operation({ purpose: null, format: null, summary: 'sea', ...change });
    store.begin(one);
    made.set(one.operationId, name);
  };
  for (const [name, body] of Object.entries(bodies)) begin(name, { body: Buffer.from(body) });
  begin('form', { contentType: 'multipart/form-data; boundary=b', body: Buffer.from('--b voice-1') });
  begin('clone', { family: 'voice-create', contentType: 'multipart/form-data; boundary=b', body: Buffer.from('--b') });
  const [clone = ''] = [...made].findLast(([, name]) => name === 'clone') ?? [];
  store.settle(clone, 'done', { result: { voiceId: 'voice-1' } });
  begin('project', { purpose: { projectId: 'projectbbbbbbbb', chapterId: 'chapteraaaaaaaa', blockId: 'blockaaaaaaaaaa' } });
  begin('dub', { dub: { id: 'dubaaaaaaaaaaaa', name: 'Béatrice' } });
  const found = (query: Partial<OperationQuery>) => {
    const names = store.list({ ...query, limit: 50 }).map(({ operationId }) => made.get(operationId));
    expect(store.sum({ ...query, limit: 1 }).operations).toBe(names.length);
    return names.sort();
  };
  expect(found({ text: 'beatrice' })).toEqual(['dub']);
  const ofVoice = ['clone', 'compatible', 'native', 'reference'];
  expect(found({ text: 'beatrice', voiceIds: ['voice-1', 'voice-9'] })).toEqual([...ofVoice, 'dub'].sort());
  expect(found({ text: 'nobody', voiceIds: ['voice-1'], projectIds: ['projectbbbbbbbb'] })).toEqual([...ofVoice, 'project'].sort());
  expect(found({ text: 'nobody', voiceIds: ['voice-1'], families: ['voice-create'] })).toEqual(['clone']);
  expect(found({ text: 'nobody', voiceIds: [], projectIds: [] })).toEqual([]);
  expect(found({ voiceIds: ['voice-1'] })).toHaveLength(made.size);
  store.close();
});

it('which operation made a job or a voice is known however many came after it', () => {
  const store = open();
  const job = operation({ family: 'lip-sync' });
  const clone = operation({ family: 'voice-create' });
  store.together(() => {
    store.begin(job);
    store.accepted(job.operationId, 'job 1', {});
    store.begin(clone);
    store.settle(clone.operationId, 'done', { result: { voiceId: 'voice 1' } });
    for (let count = 0; count < 300; count++) {
      const later = operation({ family: 'lip-sync' });
      store.begin(later);
      store.accepted(later.operationId, `later ${count}`, {});
    }
  });
  expect(store.made(['job 1', 'voice 1', 'of nobody'])).toEqual(
    expect.arrayContaining([
      { id: 'job 1', operationId: job.operationId },
      { id: 'voice 1', operationId: clone.operationId },
    ]),
  );
  expect(store.made(['of nobody'])).toEqual([]);
  expect(store.made([])).toEqual([]);
  store.close();
});

describe('the ledger’s file', () => {
  it('gives back exactly what was written, after it was closed and opened', () => {
    const one = operation();
    const store = open();
    store.begin(one);
    store.close();
    const again = open();
    const [entry] = again.pending();
    expect(entry).toMatchObject({
      ...one,
      body: expect.anything() as unknown,
      state: 'sending',
      attempts: 1,
      firstSentAt: 1000,
      failure: null,
    });
    expect(Buffer.from(entry!.body)).toEqual(one.body);
    again.close();
  });

  it('does not change what is final, no matter who asks', () => {
    const store = open();
    for (const state of ['done', 'failed'] as const) {
      const one = operation();
      store.begin(one);
      store.settle(one.operationId, state, { creditsUsed: 5 });
      expect(() => store.settle(one.operationId, 'unknown', {})).toThrow(/final state/u);
      expect(() => store.resending(one.operationId)).toThrow(/final state/u);
      expect(() => store.accepted(one.operationId, 't', {})).toThrow(/final state/u);
      expect(store.entry(one.operationId)).toMatchObject({ state, creditsUsed: 5 });
    }
    store.close();
  });

  it('does not change what was sent and does not forget an operation', () => {
    const store = open();
    store.begin(operation());
    store.close();
    const raw = new DatabaseSync(path);
    for (const sql of ["UPDATE operations SET body = x'00'", "UPDATE operations SET account_id = 'other'", 'DELETE FROM operations'])
      expect(() => raw.exec(sql)).toThrow();
    raw.close();
  });

  it('keeps a large body whole until the end, and its size and digest from then on', () => {
    const store = open();
    const body = Buffer.alloc(ledgerLimits.bodyBytes + 1, 7);
    const one = operation({ body });
    store.begin(one);
    store.settle(one.operationId, 'unknown', {});
    expect(store.entry(one.operationId)).toMatchObject({ body: new Uint8Array(body), bodyBytes: null });
    store.settle(one.operationId, 'done', {});
    const digest = createHash('sha256').update(body).digest('hex');
    expect(store.entry(one.operationId)).toMatchObject({ body: new Uint8Array(0), bodyBytes: body.length, bodyDigest: digest });
    store.close();
  });

  it('forgets, when it is opened, the oldest of what is over and left nothing, and nothing else whatever it holds', () => {
    const kinds = ['done', 'failed', 'unknown', 'sending', 'with a result'] as const;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...kinds), { maxLength: 20 }), fc.integer({ min: 0, max: 8 }), (all, most) => {
        rmSync(path, { force: true });
        const store = open();
        const begun = all.map((kind) => ({ kind, ...operation() }));
        for (const { kind, ...one } of begun) {
          store.begin(one);
          if (kind === 'with a result') store.settle(one.operationId, 'done', { result: { voiceId: 'v' } });
          else if (kind !== 'sending') store.settle(one.operationId, kind, {});
        }
        store.close();
        const over = begun.filter(({ kind }) => kind === 'done' || kind === 'failed');
        const gone = over.slice(0, Math.max(0, over.length - most)).filter((one) => one !== begun.at(-1));
        const again = openStore(path, () => now, most);
        expect(begun.filter(({ operationId }) => again.entry(operationId) === undefined)).toEqual(gone);
        expect(gone.flatMap(({ operationId }) => again.events(operationId))).toEqual([]);
        again.close();
      }),
      { numRuns: 25 },
    );
  });

  it('counts what is over and was never priced among what a day has cost, and what failed not', () => {
    const store = open();
    const [session, failed] = [operation({ amount: 40 }), operation({ amount: 7 })];
    for (const one of [session, failed]) store.begin(one);
    store.settle(session.operationId, 'done', { amount: 55 });
    store.settle(failed.operationId, 'failed', {});
    expect(store.spent('local', 'user-1', 0)).toMatchObject({ credits: 0, open: [{ amount: 55, unit: 'character' }] });
    store.close();
  });

  it('refuses a second operation under the same key', () => {
    const store = open();
    const one = operation();
    store.begin(one);
    expect(() => store.begin(operation({ idempotencyKey: one.idempotencyKey }))).toThrow();
    store.close();
  });

  it('of a group that is written together leaves out the refused one, and keeps the others', () => {
    const store = open();
    const [one, same, other] = [operation(), operation(), operation()];
    const refusals: unknown[] = [];
    store.together(() => {
      for (const each of [one, { ...same, idempotencyKey: one.idempotencyKey }, other])
        try {
          store.begin(each);
        } catch (thrown) {
          refusals.push(thrown);
        }
      store.settle(one.operationId, 'done', { creditsUsed: 3 });
    });
    expect(refusals).toHaveLength(1);
    store.close();
    const again = open();
    expect(again.entry(one.operationId)).toMatchObject({ state: 'done', creditsUsed: 3 });
    expect(again.entry(same.operationId)).toBeUndefined();
    expect(again.entry(other.operationId)).toMatchObject({ state: 'sending' });
    expect(again.events(same.operationId)).toEqual([]);
    again.close();
  });

  it('of a group that cannot be written keeps nothing, and writes the next', () => {
    const store = open();
    const [one, next] = [operation(), operation()];
    expect(() =>
      store.together(() => {
        store.begin(one);
        throw new Error('the disk is gone');
      }),
    ).toThrow('the disk is gone');
    expect(store.entry(one.operationId)).toBeUndefined();
    store.together(() => store.begin(next));
    store.close();
    const again = open();
    expect(again.entry(next.operationId)).toMatchObject({ state: 'sending' });
    again.close();
  });

  it('closed within a group keeps what the group wrote', () => {
    const store = open();
    const one = operation();
    store.together(() => {
      store.begin(one);
      store.close();
    });
    const again = open();
    expect(again.entry(one.operationId)).toMatchObject({ state: 'sending' });
    again.close();
  });

  it('keeps what was learned earlier when a later change says nothing of it', () => {
    const store = open();
    const one = operation({ family: 'job' });
    store.begin(one);
    now = 1500;
    store.accepted(one.operationId, 'task-1', { creditsUsed: 7, quotaRemaining: 3, serviceRequestId: 's' });
    expect(store.pending()).toMatchObject([{ state: 'waiting', taskId: 'task-1', latencyMs: 500 }]);
    expect(() => store.resending(one.operationId)).toThrow(); // a job that was taken is not created again
    store.settle(one.operationId, 'done', { status: 200 });
    expect(store.entry(one.operationId)).toMatchObject({
      state: 'done',
      taskId: 'task-1',
      creditsUsed: 7,
      serviceRequestId: 's',
      status: 200,
    });
    store.close();
  });

  it('goes on with the newest open operation of a work, on the same account only', () => {
    const store = open();
    const one = operation();
    store.begin(one);
    store.settle(one.operationId, 'unknown', { failure: fail('outcome-unknown', said('lost')).failure });
    expect(store.open('f1', 'local', 'user-1')?.operationId).toBe(one.operationId);
    expect(store.open('f1', 'local', 'user-2')).toBeUndefined();
    expect(store.open('f1', 'https://other.example', 'user-1')).toBeUndefined();
    now = 2000;
    const two = operation();
    store.begin(two);
    store.settle(two.operationId, 'done', {});
    expect(store.open('f1', 'local', 'user-1')).toBeUndefined();
    store.close();
  });

  it('finds works that were charged in vain, and those with an unknown outcome, until they are sent again, on the same service only', () => {
    const store = open();
    const send = (fingerprint: string, charged: 'yes' | 'no' | 'unknown' | 'done', connectionId = 'local'): void => {
      const sent = operation({ fingerprint, connectionId });
      const { operationId } = sent;
      store.begin(sent);
      const failure = {
        failure: fail('bad-response', said('The response was lost.'), { charged: charged === 'done' ? 'no' : charged }).failure,
      };
      if (charged === 'done') store.settle(operationId, 'done', { creditsUsed: 3 });
      else store.settle(operationId, charged === 'unknown' ? 'unknown' : 'failed', failure);
    };
    send('lost', 'yes');
    send('refused', 'no');
    send('open', 'unknown');
    send('made', 'yes');
    send('made', 'done');
    send('elsewhere', 'yes', 'other');
    const works = ['elsewhere', 'lost', 'made', 'never sent', 'open', 'refused'];
    expect(store.chargedInVain(works, 'local')).toEqual(['lost']);
    expect(store.chargedInVain(works, 'other')).toEqual(['elsewhere']);
    const unknown = (connectionId: string, account?: string) =>
      store.unknown(works, connectionId, account).map((entry) => entry.fingerprint);
    expect([unknown('local'), unknown('local', 'user-1'), unknown('local', 'user-2'), unknown('other')]).toEqual([
      ['open'],
      ['open'],
      [],
      [],
    ]);
    send('open', 'done');
    expect(unknown('local')).toEqual([]);
    store.close();
  });

  it('lists what nobody knows the end of until the block is made again; not what a person stopped', () => {
    const store = open();
    const lost = operation();
    const stopped = operation({ purpose: { projectId: 'p', chapterId: 'c', blockId: 'stopped' } });
    store.begin(lost);
    store.begin(stopped);
    store.settle(lost.operationId, 'unknown', { failure: fail('outcome-unknown', said('lost')).failure });
    store.settle(stopped.operationId, 'unknown', { failure: fail('cancelled', said('Stopped.')).failure });
    expect(store.unsettled().map((entry) => entry.operationId)).toEqual([lost.operationId]);
    const ids = [lost.operationId, stopped.operationId];
    expect(store.requestedAgain(ids)).toEqual([]);
    const list = (query: Partial<OperationQuery>) => store.list({ ...query, limit: 10 }).map(({ operationId }) => operationId);
    expect([list({ operationIds: [lost.operationId] }), list({ exceptIds: [lost.operationId] })]).toEqual([
      [lost.operationId],
      [stopped.operationId],
    ]);
    store.begin(operation());
    expect(store.unsettled()).toEqual([]);
    expect(store.requestedAgain(ids)).toEqual([lost.operationId]);
    store.close();
  });

  it('knows what came last by what was written last, also when the clock was set back in between', () => {
    const store = open();
    const [lost, later] = [operation(), operation()];
    now = 5000;
    store.begin(lost);
    store.settle(lost.operationId, 'unknown', {});
    now = 1000;
    store.begin(later);
    expect(store.pending().map(({ operationId }) => operationId)).toEqual([later.operationId]);
    expect(store.unsettled()).toEqual([]);
    expect(store.open('f1', 'local', 'user-1')).toMatchObject({ operationId: later.operationId });
    store.close();
  });

  it('learns a price by model and service from what was finished, and says from how much', () => {
    const store = open();
    for (const [amount, creditsUsed] of [
      [10, 20],
      [30, 60],
    ] as const) {
      const one = operation({ amount });
      store.begin(one);
      store.settle(one.operationId, 'done', { creditsUsed });
    }
    store.begin(operation({ amount: 1_000_000 }));
    expect(store.price('local', { unit: 'character', modelId: 'alpha-s1' })).toEqual({ creditsPerUnit: 2, samples: 2 });
    expect(store.price('local', { unit: 'character', modelId: 'other' })).toBeUndefined();
    expect(store.price('https://other.example', { unit: 'character', modelId: 'alpha-s1' })).toBeUndefined();
    store.close();
  });

  it('learns the price of a family from the balance where no charge was reported, and only from work that had the account for itself', () => {
    const store = open();
    const clone = (change: Partial<NewOperation> = {}, creditsUsed?: number): string => {
      const begun = operation({
        family: 'voice-create',
        modelId: null,
        unit: 'request',
        amount: 1,
        purpose: null,
        format: null,
        ...change,
      });
      store.begin(begun);
      now += 10;
      store.settle(begun.operationId, 'done', creditsUsed === undefined ? {} : { creditsUsed });
      return begun.operationId;
    };
    const price = () => store.price('local', { unit: 'request', family: 'voice-create' });
    let since = now;
    expect(store.balanceFell(clone(), { since, credits: 500 })).toBe(true);
    expect(price()).toEqual({ creditsPerUnit: 500, samples: 1 });

    since = now += 1000;
    const two = [clone(), clone()];
    expect(two.map((id) => store.balanceFell(id, { since, credits: 1000 }))).toEqual([false, false]);
    since = now += 1000;
    const speech = operation();
    store.begin(speech);
    expect(store.balanceFell(clone(), { since, credits: 700 })).toBe(false);
    store.settle(speech.operationId, 'done', { creditsUsed: 200 });

    since = now += 1000;
    store.begin(operation({ accountId: 'user-2' }));
    expect(store.balanceFell(clone(), { since, credits: 600 })).toBe(true);
    expect(price()).toEqual({ creditsPerUnit: 550, samples: 2 });
    since = now += 1000;
    expect(store.balanceFell(clone({}, 400), { since, credits: 400 })).toBe(false);
    expect(price()).toEqual({ creditsPerUnit: 400, samples: 1 });
    store.close();
  });

  it('is readable by its owner alone', () => {
    open().close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('a file that is not the ledger', () => {
  const failureOf = (): ReturnType<typeof toFailure> => {
    try {
      open().close();
    } catch (thrown) {
      return toFailure(thrown);
    }
    throw new Error('It was opened.');
  };

  it('of another kind is left as it is, and named', () => {
    writeFileSync(path, 'Dear diary, '.repeat(100));
    expect(failureOf()).toMatchObject({ kind: 'damaged' });
    expect(failureOf().message).toContain(path);
    expect(readFileSync(path, 'utf8')).toBe('Dear diary, '.repeat(100));
  });

  it('but another program’s database is refused', () => {
    const other = new DatabaseSync(path);
    other.exec('PRAGMA application_id = 77; CREATE TABLE t (a);');
    other.close();
    expect(failureOf()).toMatchObject({ kind: 'damaged' });
  });

  it('of a newer version is not touched', () => {
    open().close();
    const raw = new DatabaseSync(path);
    raw.exec('PRAGMA user_version = 99');
    raw.close();
    expect(failureOf()).toMatchObject({ kind: 'file-too-new', next: 'update-program' });
  });

  it('held by another program says so', () => {
    const store = open();
    expect(failureOf()).toMatchObject({ kind: 'file-in-use' });
    store.close();
  });

  it('in a folder that is not there is a failure of the file', () => {
    path = join(folder, 'none', 'ledger.sqlite');
    expect(failureOf()).toMatchObject({ kind: 'file-failed' });
  });
});
