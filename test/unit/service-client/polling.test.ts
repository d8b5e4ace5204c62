import fc from 'fast-check';
import { expect, it } from 'vitest';
import { missingTries, pollDelay, pollUntilOver, readPromised, suggestedPoll, type Look } from '#main/service-client/polling.ts';
import { fail, toFailure, type FailureKind } from '#shared/failure.ts';
import { said } from '../../helpers/said.ts';

const paces = fc.record({ first: fc.integer({ min: 1, max: 5000 }), slowest: fc.integer({ min: 5000, max: 60_000 }) });
const counts = fc.integer({ min: 0, max: 10_000 });

it('a delay that the service suggests is honoured, up to some minutes and never as a busy loop', () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 0, max: 24 * 60 * 60_000 }), paces, (asked, suggested, pace) => {
      const delay = pollDelay(asked, suggested, pace);
      expect(delay).toBe(Math.max(suggestedPoll.least, Math.min(suggested, suggestedPoll.most)));
    }),
  );
  expect(pollDelay(0, 45_000, { first: 500, slowest: 15_000 })).toBe(45_000);
});

it('without a suggestion a job is asked for soon, then less and less, and no more seldom than its pace allows', () => {
  fc.assert(
    fc.property(counts, paces, (asked, pace) => {
      const [now, next] = [pollDelay(asked, undefined, pace), pollDelay(asked + 1, undefined, pace)];
      expect(now).toBeGreaterThanOrEqual(pace.first);
      expect(next).toBeGreaterThanOrEqual(now);
      expect(next).toBeLessThanOrEqual(pace.slowest);
    }),
  );
});

/** Reads what fails so, time after time, and then is there. */
async function read(failures: readonly FailureKind[], passes?: readonly FailureKind[]) {
  const waits: number[] = [];
  const left = [...failures];
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  const work = (): Promise<string> => {
    const kind = left.shift();
    return kind === undefined
      ? Promise.resolve('there')
      : Promise.reject(fail(kind, said('No.'), kind === 'rate-limited' ? { retryAfterMs: 700 } : {}));
  };
  const { signal } = new AbortController();
  const answer = await readPromised(work, { sleep, signal, ...(passes && { passes }) }).catch((thrown: unknown) => toFailure(thrown).kind);
  return { answer, waits };
}
const times = (count: number, kind: FailureKind): FailureKind[] => Array.from({ length: count }, () => kind);

it('what the service has promised is looked for again while it is missing, less and less often, and then counts as gone', async () => {
  const found = await read(times(missingTries - 1, 'not-found'));
  expect(found.answer).toBe('there');
  expect(found.waits).toEqual(found.waits.toSorted((one, other) => one - other));
  const gone = await read(times(missingTries, 'not-found'));
  expect([gone.answer, gone.waits.length]).toEqual(['not-found', missingTries - 1]);
});

it('a failure that does not pass by itself ends the search at once, and a wait that the service names is honoured', async () => {
  expect(await read(['unauthorized'])).toEqual({ answer: 'unauthorized', waits: [] });
  expect(await read(['rate-limited'])).toEqual({ answer: 'rate-limited', waits: [] });
  expect(await read(['rate-limited'], ['not-found', 'rate-limited'])).toEqual({ answer: 'there', waits: [700] });
});

/** Asks for a job that gives these answers, with a clock that moves by what is slept. */
async function poll(answers: readonly Look[], longest: number, first?: Look) {
  let now = 1_000;
  const [waits, seen, left] = [[] as number[], [] as [number | undefined, number][], [...answers]];
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms);
    now += ms;
    return Promise.resolve();
  };
  let asked = 0;
  const end = await pollUntilOver(
    () => {
      asked += 1;
      return Promise.resolve(left.shift() ?? { isOver: false, retryAfterMs: undefined });
    },
    {
      clock: { now: () => now, sleep },
      signal: new AbortController().signal,
      pace: { first: 100, slowest: 200 },
      longest,
      first,
      onWait: (look, waited) => seen.push([look.retryAfterMs, waited]),
      tooLate: (look) => fail('service-timeout', said(`late ${String(look.retryAfterMs)}`)),
    },
  ).catch((thrown: unknown) => toFailure(thrown).message);
  return { end, asked, waits, seen };
}
const open = (retryAfterMs?: number): Look => ({ isOver: false, retryAfterMs });
const over: Look = { isOver: true, retryAfterMs: undefined };

it('a job is asked for until it is over, at its pace or when the service suggests, and each wait is reported before it', async () => {
  expect(await poll([open(), open(), open(500), open(), over], 10_000)).toEqual({
    end: over,
    asked: 5,
    waits: [100, 150, 500, 200],
    seen: [
      [undefined, 0],
      [undefined, 100],
      [500, 250],
      [undefined, 750],
    ],
  });
  expect(await poll([over], 0)).toEqual({ end: over, asked: 1, waits: [], seen: [] });
});

it('the first question waits where the service suggested a time when it took the job, and only there', async () => {
  expect(await poll([over], 10_000, open(300))).toMatchObject({ asked: 1, waits: [300], seen: [[300, 0]] });
  expect(await poll([over], 10_000, open())).toMatchObject({ asked: 1, waits: [] });
});

it('a job is asked for a last time when its time is up, never waits past it, and then fails as too late', async () => {
  expect(await poll([open(), open(7_000), open(9_000), over], 1_000)).toMatchObject({ end: 'late 9000', asked: 3, waits: [100, 900] });
  expect(await poll([open(), open(900), over], 1_000)).toMatchObject({ end: over, asked: 3, waits: [100, 900] });
});
