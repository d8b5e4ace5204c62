import { expect, it } from 'vitest';
import { Semaphore } from '#main/infra/semaphore.ts';

const never = new AbortController().signal;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Asks for a place, and says when it is there. */
function ask(semaphore: Semaphore, entered: string[], name: string, signal = never) {
  return semaphore.acquire(signal).then(
    (leave) => {
      entered.push(name);
      return leave;
    },
    (thrown: unknown) => {
      entered.push(`${name} ${String(thrown)}`);
      return () => undefined;
    },
  );
}

it('so many enter as the limit says, and the others in the order in which they asked', async () => {
  const entered: string[] = [];
  const semaphore = new Semaphore(() => 2);
  const [first, second] = [ask(semaphore, entered, 'a'), ask(semaphore, entered, 'b')];
  void ask(semaphore, entered, 'c');
  void ask(semaphore, entered, 'd');
  await turn();
  expect(entered).toEqual(['a', 'b']);
  (await second)();
  await turn();
  expect(entered).toEqual(['a', 'b', 'c']);
  (await first)();
  await turn();
  expect(entered).toEqual(['a', 'b', 'c', 'd']);
});

it('a place is given back once, however often its holder says so', async () => {
  const entered: string[] = [];
  const semaphore = new Semaphore(() => 1);
  const leave = await ask(semaphore, entered, 'a');
  leave();
  leave();
  void ask(semaphore, entered, 'b');
  void ask(semaphore, entered, 'c');
  await turn();
  expect(entered).toEqual(['a', 'b']);
});

it('a limit that grows lets the next in when it is announced, and one that shrinks lets none in until enough have left', async () => {
  let limit = 1;
  const entered: string[] = [];
  const semaphore = new Semaphore(() => limit);
  const places = ['a', 'b', 'c', 'd'].map((name) => ask(semaphore, entered, name));
  limit = 3;
  semaphore.admit();
  await turn();
  expect(entered).toEqual(['a', 'b', 'c']);
  limit = 1;
  for (const place of places.slice(0, 2)) (await place)();
  await turn();
  expect(entered).toHaveLength(3);
  (await places[2]!)();
  await turn();
  expect(entered).toEqual(['a', 'b', 'c', 'd']);
});

it('a caller that gives up while waiting leaves the line, and those behind move up', async () => {
  const entered: string[] = [];
  const semaphore = new Semaphore(() => 1);
  const [first, gone] = [await ask(semaphore, entered, 'a'), new AbortController()];
  const second = ask(semaphore, entered, 'b');
  void ask(semaphore, entered, 'c', gone.signal);
  void ask(semaphore, entered, 'd');
  gone.abort('left');
  await turn();
  expect(entered).toEqual(['a', 'c left']);
  first();
  (await second)();
  await turn();
  expect(entered).toEqual(['a', 'c left', 'b', 'd']);
});

it('a caller that gave up before asking takes no place, and giving up after entering takes none from those that wait', async () => {
  const entered: string[] = [];
  const semaphore = new Semaphore(() => 1);
  void ask(semaphore, entered, 'a', AbortSignal.abort('early'));
  const holder = new AbortController();
  const leave = await ask(semaphore, entered, 'b', holder.signal);
  void ask(semaphore, entered, 'c');
  holder.abort('late');
  await turn();
  expect(entered).toEqual(['a early', 'b']);
  leave();
  await turn();
  expect(entered).toEqual(['a early', 'b', 'c']);
});
