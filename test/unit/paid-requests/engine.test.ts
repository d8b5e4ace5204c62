import { describe, expect, it } from 'vitest';
import type { AccountKeeper } from '#main/paid-requests/account.ts';
import {
  beginOperation,
  resumeOperation,
  runOperation,
  type EngineTools,
  type Known,
  type Order,
  type Strategy,
} from '#main/paid-requests/engine.ts';
import { familyRules } from '#main/paid-requests/family-rules.ts';
import type { Ledger, LedgerEntry, Outcome } from '#main/paid-requests/ledger/types.ts';
import type { PaidRequest } from '#main/service-client/exchange.ts';
import { fail, FailureError, toFailure, type Failure } from '#shared/failure.ts';
import { families, type OperationFamily } from '#shared/paid-work.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { said } from '../../helpers/said.ts';

const hour = 60 * 60_000;
const lost = fail('outcome-unknown', said('no answer'), { charged: 'unknown' });
const signal = new AbortController().signal;
const order = (family: OperationFamily): Order => ({
  family,
  path: '/there',
  body: Buffer.from('{}'),
  summary: 'Something',
  fingerprint: 'print',
});

/** The engine with a ledger that only writes down what it is asked, in a time that passes by its own waits. */
function engine(refuses: (step: string) => FailureError | undefined = () => undefined) {
  const steps: string[] = [];
  const ends: { state: string; outcome: Outcome }[] = [];
  const underWay = new Set<string>();
  let now = 1_000_000_000;
  const step = (name: string): Promise<void> => {
    const refused = refuses(name);
    if (refused !== undefined) return Promise.reject(refused);
    steps.push(underWay.size === 1 ? name : `${name}, not under way`);
    return Promise.resolve();
  };
  const ledger = {
    begin: () => step('begin'),
    resending: () => step('resending'),
    accepted: () => step('accepted'),
    settle: (_id: string, state: string, outcome: Outcome) => {
      ends.push({ state, outcome });
      return Promise.resolve();
    },
  } as unknown as Ledger;
  const tools: EngineTools = {
    client: { connectionId: 'local', origin: 'http://service' },
    ledger,
    account: { userId: () => Promise.resolve('somebody'), paid: () => undefined } as unknown as AccountKeeper,
    clock: {
      now: () => now,
      sleep: (milliseconds) => {
        now += milliseconds;
        return Promise.resolve();
      },
    },
    log: quietLog(),
    underWay,
  };
  const requests: PaidRequest[] = [];
  /** Sends once for each answer, and takes the last one for its result. */
  const sending = (answers: FailureError[], more: Partial<Strategy<null>> = {}): Strategy<null> => ({
    known: {},
    perform: async (request) => {
      await request.attempt((sent) => {
        requests.push(sent);
        steps.push('send');
        const answer = answers.shift();
        return answer === undefined ? Promise.resolve() : Promise.reject(answer);
      });
      return { value: null };
    },
    ...more,
  });
  const entry = (family: OperationFamily, firstSentAt = now): LedgerEntry =>
    ({
      ...{ ...order(family), operationId: 'operation', requestId: 'request', idempotencyKey: 'key', method: 'POST' },
      ...{ connectionId: 'local', accountId: 'somebody', firstSentAt, contentType: 'application/json', taskId: null },
    }) as unknown as LedgerEntry;
  return { tools, steps, ends, requests, sending, entry, now };
}
const failureOf = (work: Promise<unknown>): Promise<Failure | undefined> => work.then(() => undefined, toFailure);

describe('a paid request', () => {
  it('is in the ledger, and known to be under way, before anything is sent; every attempt has the same ids', async () => {
    const { tools, steps, requests, sending } = engine();
    const operation = await beginOperation(tools, order('image'), { signal });
    await runOperation(tools, operation, sending([lost, lost]), { signal });
    expect(steps).toEqual(['begin', 'send', 'resending', 'send', 'resending', 'send']);
    expect(new Set(requests.map(({ idempotencyKey, requestId }) => `${idempotencyKey} ${requestId}`)).size).toBe(1);
    expect(tools.underWay?.size).toBe(0);
  });

  it('that the ledger refuses is not sent, and is not under way', async () => {
    const { tools, steps } = engine((step) => (step === 'begin' ? fail('disk-full', said('no room')) : undefined));
    expect(await failureOf(beginOperation(tools, order('image'), { signal }))).toMatchObject({ kind: 'disk-full', charged: 'no' });
    expect(steps).toEqual([]);
    expect(tools.underWay?.size).toBe(0);
  });

  it.each([
    ['image', 'add-quota'],
    ['video', 'add-quota'],
    ['aligned', 'add-credits'],
    ['lip-sync', 'add-credits'],
  ] as const)('of the family %s that is refused for its price asks for what that family takes: %s', async (family, next) => {
    const { tools, ends, sending } = engine();
    const operation = await beginOperation(tools, order(family), { signal });
    const poor = fail('payment-required', said('too little'), { status: 402 });
    expect(await failureOf(runOperation(tools, operation, sending([poor]), { signal }))).toMatchObject({ next, charged: 'no' });
    expect(ends).toMatchObject([{ state: 'failed', outcome: { failure: { next } } }]);
  });

  it.each(families)('of the family %s whose answer is lost is unknown, and offers what its family’s rule says', async (family) => {
    const { tools, ends, sending } = engine();
    const operation = await beginOperation(tools, order(family), { signal });
    const next = { 'same-ids': 'retry', verify: 'retry', 'look-up': 'look-up', again: 'generate-again' }[familyRules[family].afterUnknown];
    const failure = await failureOf(runOperation(tools, operation, sending(Array<FailureError>(9).fill(lost)), { signal }));
    expect(failure).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown', next });
    expect(ends).toMatchObject([{ state: 'unknown', outcome: { failure: { next } } }]);
  });

  it('that was lost does not become free because the ledger could not hold another attempt', async () => {
    const { tools, ends, sending } = engine((step) => (step === 'resending' ? fail('file-failed', said('no more')) : undefined));
    const operation = await beginOperation(tools, order('image'), { signal });
    const failure = await failureOf(runOperation(tools, operation, sending([lost]), { signal }));
    expect(failure).toMatchObject({ kind: 'file-failed', charged: 'unknown' });
    expect(ends).toMatchObject([{ state: 'unknown' }]);
  });

  it('whose sound a full disk kept out stays open, for recovery to look for; an answer that is lost to it failed', async () => {
    const end = async (more: Partial<Strategy<null>>): Promise<string | undefined> => {
      const { tools, ends, sending } = engine();
      const operation = await beginOperation(tools, order('aligned'), { signal });
      const full = fail('disk-full', said('no room'), { charged: 'yes' });
      await failureOf(runOperation(tools, operation, sending([], { ...more, perform: () => Promise.reject(full) }), { signal }));
      return ends[0]?.state;
    };
    expect(await end({ takesInSound: true })).toBe('unknown');
    expect(await end({})).toBe('failed');
  });

  it('that the service has taken stays its own until the service says how it ended', async () => {
    const end = async (known: Known): Promise<string[]> => {
      const { tools, ends, sending } = engine();
      const operation = await beginOperation(tools, order('job'), { signal });
      const unreachable = fail('unreachable', said('nobody is there'));
      await failureOf(runOperation(tools, operation, sending([], { known, perform: () => Promise.reject(unreachable) }), { signal }));
      return ends.map(({ state }) => state);
    };
    expect(await end({ taken: true })).toEqual([]);
    expect(await end({ taken: true, over: true })).toEqual(['failed']);
  });

  it('that broke off fails with what was received of it, and with the id that it was sent with', async () => {
    class BrokenOff extends FailureError {
      readonly received = 'half of the sound';
    }
    const { tools, ends, sending } = engine();
    const operation = await beginOperation(tools, order('aligned'), { signal });
    const broken = new BrokenOff(fail('stream-interrupted', said('it ended'), { charged: 'yes' }).failure);
    const perform = () => Promise.reject(broken);
    const thrown: unknown = await runOperation(tools, operation, sending([], { known: { status: 200 }, perform }), { signal }).catch(
      (reason: unknown) => reason,
    );
    const { requestId } = operation;
    expect(thrown).toBeInstanceOf(BrokenOff);
    expect(thrown).toMatchObject({ received: 'half of the sound', failure: { kind: 'stream-interrupted', requestId } });
    expect(ends).toMatchObject([{ outcome: { failure: { requestId } } }]);
  });
});

describe('a request that an earlier run of the program sent', () => {
  it('goes on by itself once where a repeat replays nothing, and as often as its family allows where it is the same operation', async () => {
    const sends = async (family: OperationFamily): Promise<number> => {
      const { tools, requests, sending, entry } = engine();
      await failureOf(resumeOperation(tools, entry(family), sending(Array<FailureError>(9).fill(lost)), { signal }, { by: 'itself' }));
      return requests.length;
    };
    expect(await sends('speech-v1')).toBe(1);
    expect(await sends('aligned')).toBe(1);
    expect(await sends('image')).toBe(1 + familyRules.image.resends);
  });

  it('is not sent again by itself after an hour, and is by a person’s wish', async () => {
    const { tools, requests, ends, sending, entry, now } = engine();
    const old = entry('image', now - hour - 1);
    const failure = await failureOf(resumeOperation(tools, old, sending([]), { signal }, { by: 'itself' }));
    // No answer named an id: what was sent is found by its own.
    expect(failure).toMatchObject({ kind: 'outcome-unknown', charged: 'unknown', next: 'retry', requestId: 'request' });
    expect(requests).toEqual([]);
    expect(ends).toMatchObject([{ state: 'unknown' }]);
    await resumeOperation(tools, old, sending([]), { signal }, { by: 'user' });
    expect(requests).toMatchObject([{ idempotencyKey: 'key', requestId: 'request' }]);
  });

  it('goes nowhere while another account or service is connected', async () => {
    const { tools, requests, ends, sending, entry } = engine();
    for (const other of [{ connectionId: 'elsewhere' }, { accountId: 'somebody else' }]) {
      const failure = await failureOf(resumeOperation(tools, { ...entry('image'), ...other }, sending([]), { signal }, { by: 'user' }));
      expect(failure).toMatchObject({ kind: 'unauthorized', next: 'check-connection' });
    }
    expect([requests, ends]).toEqual([[], []]);
  });
});
