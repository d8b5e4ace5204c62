import { beforeEach, describe, expect, it } from 'vitest';
import type { ServiceClient } from '#main/service-client/client.ts';
import { UnmadeError, type Repeat } from '#main/features/speech/operation.ts';
import { RunConnection } from '#main/features/speech/lost-connection.ts';
import { fail, toFailure, type Failure } from '#shared/failure.ts';
import type { Connection } from '#shared/operations/connections.ts';
import { said } from '../../helpers/said.ts';

/** A connection whose state a test sets, and whose service answers or does not. */
class FakeConnection {
  state: Connection = { id: 'local', kind: 'local', name: 'Local service', state: 'ready' };
  answers = true;
  profiles = 0;
  readonly #listeners = new Set<(connection: Connection) => void>();
  current = (): Connection => this.state;
  onChange = (listener: (connection: Connection) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  ready = (): Promise<ServiceClient> => {
    const profile = (): Promise<unknown> => {
      this.profiles += 1;
      return this.answers ? Promise.resolve({}) : Promise.reject(refused());
    };
    return Promise.resolve({ profile } as unknown as ServiceClient);
  };
  become(state: Partial<Connection>): void {
    this.state = { ...this.state, ...state };
    for (const listener of [...this.#listeners]) listener(this.state);
  }
}

const refused = () => fail('unreachable', said('Nothing listens there.'));
const lost = () => fail('outcome-unknown', said('No answer came.'), { charged: 'unknown' });
const unmade = (failure: Failure, repeat: Repeat): UnmadeError => {
  const error = new UnmadeError(failure, undefined);
  error.repeat = repeat;
  return error;
};
const never = new AbortController().signal;

let fake: FakeConnection;
let waits: (() => void)[];
const clock = {
  now: () => 0,
  sleep: () => new Promise<void>((resolve) => waits.push(resolve)),
};
const run = (isReached = true): RunConnection => new RunConnection(fake, clock, isReached);
beforeEach(() => {
  fake = new FakeConnection();
  waits = [];
});

describe('a lost connection', () => {
  it('is what refuses a request that never left, once the service has answered', async () => {
    for (const message of ['nothing listens there.', 'its name is not known here.', 'there is no way to it from here.'])
      expect(await run().isLoss(fail('unreachable', said(message)), 0, false, never)).toBe(true);
    expect(await run(false).isLoss(refused(), 0, false, never)).toBe(false);
    const connection = run(false);
    connection.answered();
    expect(await connection.isLoss(refused(), 0, false, never)).toBe(true);
  });

  it('is also one that a service which is restarting refuses, though it never answered', async () => {
    const connection = run(false);
    fake.become({ state: 'starting' });
    expect(await connection.isLoss(refused(), connection.epoch(), false, never)).toBe(true);
    fake.become({ state: 'ready' });
    expect(await connection.isLoss(refused(), 0, false, never)).toBe(true); // it was begun before the restart
  });

  it('is not what the service answers, and not what a person stopped', async () => {
    for (const kind of ['unauthorized', 'payment-required', 'rate-limited', 'invalid-input', 'service-failed'] as const)
      expect(await run().isLoss(fail(kind, said('No.')), 0, false, never)).toBe(false);
    expect(await run().isLoss(refused(), 0, false, AbortSignal.abort())).toBe(false);
  });

  it('repeats an unanswered request only where its family allows it: a job as often as it takes, a stream once, one that began never', async () => {
    fake.answers = false;
    const isLoss = (repeat: Repeat, wasRepeated: boolean): Promise<boolean> =>
      run().isLoss(unmade(lost().failure, repeat), 0, wasRepeated, never);
    expect(await isLoss('same-operation', false)).toBe(true);
    expect(await isLoss('same-operation', true)).toBe(true);
    expect(await isLoss('once', false)).toBe(true);
    expect(await isLoss('once', true)).toBe(false);
    expect(await isLoss('never', false)).toBe(false);
  });

  it('is not assumed where an answer did not come from a service that still answers others', async () => {
    expect(await run().isLoss(unmade(lost().failure, 'once'), 0, false, never)).toBe(false);
    expect(fake.profiles).toBe(1);
  });
});

describe('the way back', () => {
  it('is looked for once for all blocks that wait, and ends when the service answers', async () => {
    fake.answers = false;
    const connection = run();
    const first = connection.untilBack(never);
    expect(connection.untilBack(never)).toBe(first);
    await expect.poll(() => waits.length).toBe(1);
    expect(fake.profiles).toBe(1);
    fake.answers = true;
    waits[0]?.();
    await first;
    expect(fake.profiles).toBe(2);
  });

  it('asks nothing of a connection that is not ready, and goes on when it is', async () => {
    fake.become({ state: 'failed' });
    const back = run().untilBack(never);
    fake.become({ state: 'starting' });
    expect(fake.profiles).toBe(0);
    fake.become({ state: 'ready' });
    await back;
    expect(fake.profiles).toBe(1);
  });

  it('ends when a person stops the run, and where another service is connected instead', async () => {
    const failureOf = (promise: Promise<unknown>): Promise<Failure> =>
      promise.then(
        () => expect.unreachable(),
        (thrown: unknown) => toFailure(thrown),
      );
    fake.become({ state: 'failed' });
    const controller = new AbortController();
    const stopped = failureOf(run().untilBack(controller.signal));
    controller.abort();
    expect((await stopped).kind).toBe('cancelled');
    const left = failureOf(run().untilBack(never));
    fake.become({ id: 'https://other.example', kind: 'account', name: 'Other', state: 'ready' });
    expect((await left).kind).toBe('conflict');
  });
});
