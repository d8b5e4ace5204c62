import { describe, expect, it } from 'vitest';
import { SingleFlight, type Flight } from '#main/features/speech/single-flight.ts';
import { fail, toFailure } from '#shared/failure.ts';
import { said } from '../../helpers/said.ts';

/** Work that ends when it is told to, or when it is aborted. */
function work() {
  let finish: (result: string) => void = () => undefined;
  const promise = new Promise<string>((resolve) => (finish = resolve));
  const state: { starts: number; flight?: Flight<string> } = { starts: 0 };
  const start = (flight: Flight<string>): Promise<string> => {
    state.starts++;
    state.flight = flight;
    const aborted = new Promise<never>((_, reject) => {
      flight.signal.addEventListener('abort', () => reject(fail('cancelled', said('aborted with what it kept'))));
    });
    return Promise.race([promise, aborted]);
  };
  return { start, finish: (result: string) => finish(result), state };
}
const singleFlight = (): SingleFlight<string, string> => new SingleFlight((told, next) => [...told, next]);
const never = (): AbortSignal => new AbortController().signal;
const settled = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (thrown: unknown) => toFailure(thrown).message,
  );

describe('work that is done once', () => {
  it('is not started again by a caller that asks meanwhile, and answers both', async () => {
    const all = singleFlight();
    const { start, finish, state } = work();
    const heard: string[][] = [[], []];
    const one = all.run('k', start, (event) => heard[0]?.push(event), never());
    await Promise.resolve();
    await Promise.resolve();
    state.flight?.tell('sound');
    const two = all.run('k', start, (event) => heard[1]?.push(event), never());
    state.flight?.tell('more');
    finish('result');
    expect(await Promise.all([one, two])).toEqual([
      { result: 'result', joined: false },
      { result: 'result', joined: true },
    ]);
    expect(heard).toEqual([
      ['sound', 'more'],
      ['sound', 'more'],
    ]);
    expect(state.starts).toBe(1);
    expect(all.has('k')).toBe(false);
  });

  it('goes on while one of two still wants it, and ends with the last', async () => {
    const all = singleFlight();
    const { start, state } = work();
    const [first, second] = [new AbortController(), new AbortController()];
    const one = settled(all.run('k', start, () => undefined, first.signal));
    const two = settled(all.run('k', start, () => undefined, second.signal));
    await Promise.resolve();
    first.abort();
    expect(await one).toBe('Stopped.');
    expect(state.flight?.signal.aborted).toBe(false);
    second.abort();
    expect(await two).toBe('aborted with what it kept');
  });

  it('goes on alone once it was let go', async () => {
    const all = singleFlight();
    const { start, finish, state } = work();
    const controller = new AbortController();
    const one = settled(all.run('k', start, () => undefined, controller.signal));
    await Promise.resolve();
    state.flight?.letGo();
    controller.abort();
    expect(await one).toMatch(/^Stopped waiting/u);
    expect(state.flight?.signal.aborted).toBe(false);
    const later = all.run('k', start, () => undefined, never());
    finish('there');
    expect(await later).toEqual({ result: 'there', joined: true });
    expect(state.starts).toBe(1);
  });

  it('is all ended and waited for when it closes', async () => {
    const all = singleFlight();
    const { start } = work();
    const one = settled(all.run('k', start, () => undefined, never()));
    await Promise.resolve();
    await all.close();
    expect(await one).toBe('aborted with what it kept');
    expect(all.has('k')).toBe(false);
  });

  it('that is ended in the turn in which it was asked for never begins', async () => {
    const all = singleFlight();
    const { start, state } = work();
    const one = settled(all.run('k', start, () => undefined, never()));
    await all.close();
    expect(await one).toBe('Stopped.');
    expect(state.starts).toBe(0);
  });

  it('that failed can be asked for again', async () => {
    const all = singleFlight();
    await expect(
      all.run(
        'k',
        () => Promise.reject(new Error('no')),
        () => undefined,
        never(),
      ),
    ).rejects.toThrow('no');
    expect(
      (
        await all.run(
          'k',
          () => Promise.resolve('yes'),
          () => undefined,
          never(),
        )
      ).result,
    ).toBe('yes');
  });

  it('that is asked for by somebody who has given up already never begins', async () => {
    const all = singleFlight();
    const { start, state } = work();
    await expect(all.run('k', start, () => undefined, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect([state.starts, all.has('k')]).toEqual([0, false]);
  });

  it('is not ended, and tells nobody anything, once it is over', async () => {
    const all = singleFlight();
    const { start, finish, state } = work();
    const controller = new AbortController();
    const heard: string[] = [];
    const one = all.run('k', start, (event) => heard.push(event), controller.signal);
    await Promise.resolve();
    finish('result');
    await one;
    controller.abort();
    state.flight?.tell('late');
    expect([state.flight?.signal.aborted, heard]).toEqual([false, []]);
  });

  it('may have cost something where it goes on after everybody has left, and may fail then without an effect', async () => {
    const all = singleFlight();
    const controller = new AbortController();
    let end: (why: Error) => void = () => undefined;
    const start = (flight: Flight<string>): Promise<string> => {
      flight.letGo();
      return new Promise((_, reject) => (end = reject));
    };
    const one = all.run('k', start, () => undefined, controller.signal).catch((thrown: unknown) => toFailure(thrown));
    await Promise.resolve();
    controller.abort();
    expect(await one).toMatchObject({ kind: 'cancelled', charged: 'unknown' });
    expect(all.has('k')).toBe(true);
    end(new Error('nobody waits'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(all.has('k')).toBe(false);
  });

  it('is waited for where it is stopped or closed, however long its end takes', async () => {
    for (const close of [(all: SingleFlight<string, string>) => all.stop('k'), (all: SingleFlight<string, string>) => all.close()]) {
      const all = singleFlight();
      let end: (result: string) => void = () => undefined;
      let aborted = false;
      const one = all.run(
        'k',
        ({ signal }) => {
          signal.addEventListener('abort', () => (aborted = true));
          return new Promise<string>((resolve) => (end = resolve));
        },
        () => undefined,
        never(),
      );
      await new Promise((resolve) => setImmediate(resolve));
      let isClosed = false;
      const closed = close(all).then(() => (isClosed = true));
      await new Promise((resolve) => setImmediate(resolve));
      expect([aborted, isClosed]).toEqual([true, false]);
      end('kept');
      await closed;
      expect(await one).toEqual({ result: 'kept', joined: false });
    }
  });

  it('that nobody asked for is stopped without an effect, and so is one whose end is a failure', async () => {
    const all = singleFlight();
    await all.stop('unknown');
    const { start } = work();
    const one = settled(all.run('k', start, () => undefined, never()));
    await new Promise((resolve) => setImmediate(resolve));
    await all.stop('k');
    expect(await one).toBe('aborted with what it kept');
  });
});
