import { describe, expect, it } from 'vitest';
import { readList, readPages, type Page } from '#main/service-client/reading/list.ts';
import { toFailure } from '#shared/failure.ts';

const noted: string[][] = [];
const note = (...words: [string, string]) => void noted.push(words);
/** Understands an object with a text `key`. */
const keyOf = (item: unknown): string | undefined => (item as { key?: string } | null)?.key;
const read = (body: unknown, names: string[] = ['voices']): Page<string> => {
  noted.length = 0;
  return readList(body, { note }, { what: 'voices', path: 'list', names }, keyOf);
};
const list = (...keys: string[]) => keys.map((key) => ({ key }));
const keys = (body: unknown): string[] => read(body).items;
const refused = (body: unknown): boolean => {
  try {
    read(body);
    return false;
  } catch (thrown) {
    expect(toFailure(thrown).kind).toBe('bad-response');
    return true;
  }
};

describe('the list of an answer', () => {
  it('is the answer itself, or stands under its own name, then under a usual one in their order, then under any', () => {
    expect(keys(list('a', 'b'))).toEqual(['a', 'b']);
    expect(keys({ items: list('usual'), voices: list('own') })).toEqual(['own']);
    expect(keys({ any: list('any'), data: list('data'), items: list('items') })).toEqual(['items']);
    expect(keys({ any: list('any'), content: list('content') })).toEqual(['content']);
    expect(keys({ any: list('any') })).toEqual(['any']);
    expect(readList({ data: list('a') }, { note }, { what: 'voices', path: 'list' }, keyOf).items).toEqual(['a']);
  });

  it('is the nearest of those with an equal name, in three objects at most', () => {
    expect(keys({ deep: { items: list('deep') }, items: list('near') })).toEqual(['near']);
    expect(keys({ deep: { any: list('deep') }, other: list('near') })).toEqual(['near']);
    expect(keys({ one: { two: { items: list('third') } } })).toEqual(['third']);
    expect(refused({ one: { two: { three: { items: list('fourth') } } } })).toBe(true);
  });

  it('is not another list beside one that has its name and is not understood; a list of another name may be of anything', () => {
    expect(refused({ items: [{ other: 1 }], any: list('a') })).toBe(true);
    expect(keys({ any: [1, 2], more: list('a') })).toEqual(['a']);
    expect(refused({ any: [1, 2] })).toBe(true);
  });

  it('is empty where it has a name or the service counts none, and never where it may be of anything', () => {
    for (const body of [[], { items: [] }, { voices: [] }, { any: [], total: 0 }, { items: [], any: list('a') }])
      expect(keys(body)).toEqual([]);
    expect(read([])).toMatchObject({ items: [], notUnderstood: [] });
    for (const body of [{ any: [] }, { any: [], total: 3 }, {}, 'text', 5, undefined]) expect(refused(body)).toBe(true);
    expect(keys({ any: [], more: list('a') })).toEqual(['a']);
  });

  it('may be null for none under the name of the interface alone, and not where the service counts some', () => {
    for (const body of [{ items: null }, { items: null, total: 0 }]) expect(keys(body)).toEqual([]);
    for (const body of [{ items: null, total: 5 }, { data: null }, { data: null, total: 0 }, null]) expect(refused(body)).toBe(true);
    expect(keys({ error: null, items: list('a') })).toEqual(['a']);
  });

  it('names the entries that are not understood, as far as they have a name, and notes once that there are some', () => {
    const odd = [{ id: '', name: 'Anna' }, { title: 'Tom' }, 7, { slug: 'x'.repeat(101) }, { id: 5 }];
    expect(read([...list('a'), ...odd])).toMatchObject({
      items: ['a'],
      notUnderstood: ['Anna', 'Tom', 'entry 4', 'x'.repeat(100), 'entry 6'],
    });
    expect(noted).toEqual([['list[]', 'not understood']]);
    expect(read(list('a')).notUnderstood).toEqual([]);
    expect(noted).toEqual([]);
  });
});

describe('the pages of a list', () => {
  const pages = (body: object) => {
    const { total, totalPages } = read({ items: list('a'), ...body });
    return [total, totalPages];
  };

  it('are counted by the service, beside the list or in an object about it, the nearest first', () => {
    expect(pages({})).toEqual([undefined, undefined]);
    expect(pages({ total: 7, totalPages: 3 })).toEqual([7, 3]);
    expect(pages({ pagination: { totalCount: '12', page_count: 4 } })).toEqual([12, 4]);
    expect(pages({ meta: { total_items: 2, last_page: 1 } })).toEqual([2, 1]);
    expect(read({ total: 9, data: { items: list('a'), total: 1 } }).total).toBe(1);
  });

  it('are reckoned from the number of entries and the size of a page where they are not counted', () => {
    expect(pages({ total: 21, limit: 10 })).toEqual([21, 3]);
    expect(pages({ total: 20, page_size: 10 })).toEqual([20, 2]);
    expect(pages({ total: 20, limit: 10, pages: 5 })).toEqual([20, 5]);
    expect(pages({ total: 20, limit: 0 })).toEqual([20, undefined]);
    expect(pages({ total: 20 })).toEqual([20, undefined]);
    expect(pages({ limit: 10 })).toEqual([undefined, undefined]);
  });

  it('are not of a number below zero; of none there may be zero', () => {
    expect(pages({ total: -1, total_items: 4 })).toEqual([4, undefined]);
    expect(pages({ total: 0, limit: 10 })).toEqual([0, 0]);
  });
});

/** A service with these pages, from the first on. */
function service(all: string[][], facts: Partial<Page<string>> = {}) {
  const asked: number[] = [];
  const page = (number: number): Promise<Page<string>> => {
    asked.push(number);
    return Promise.resolve({ items: all[number - 1] ?? [], notUnderstood: [], total: undefined, totalPages: undefined, ...facts });
  };
  return { asked, page };
}
const same = (item: string): string => item;

describe('a list that is read whole', () => {
  it('is read as far as the service counts its pages, some at a time, also where a page brings nothing new', async () => {
    const { asked, page } = service([['a'], ['b'], ['b'], [], ['e'], ['never']], { totalPages: 5 });
    const whole = await readPages(page, same, { most: 100, atOnce: 2 });
    expect(whole).toMatchObject({ items: ['a', 'b', 'e'], pages: 5, isCut: false });
    expect(asked).toEqual([1, 2, 3, 4, 5]);
  });

  it('asks for no more pages at a time than it may', async () => {
    let [open, most] = [0, 0];
    const page = async (): Promise<Page<string>> => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setImmediate(resolve));
      open -= 1;
      return { items: ['a'], notUnderstood: [], total: undefined, totalPages: 8 };
    };
    await readPages(page, same, { most: 100, atOnce: 3 });
    expect(most).toBe(3);
    most = 0;
    await readPages(page, same, { most: 100 });
    expect(most).toBe(1);
  });

  it('is read until a page brings nothing new, or all are there that the service counts, where it does not count its pages', async () => {
    const short = service([['a', 'b'], ['b', 'c'], ['c'], ['never']]);
    expect(await readPages(short.page, same, { most: 100, atOnce: 5 })).toMatchObject({ items: ['a', 'b', 'c'], pages: 3, isCut: false });
    expect(short.asked).toEqual([1, 2, 3]);
    const counted = service([['a', 'b'], ['c'], ['never']], { total: 3 });
    expect(await readPages(counted.page, same, { most: 100 })).toMatchObject({ items: ['a', 'b', 'c'], pages: 2, isCut: false });
    expect((await readPages(service([[]]).page, same, { most: 100 })).pages).toBe(1);
  });

  it('from a later page on is not over because as many are there as the service counts in all', async () => {
    const { asked, page } = service([['a'], ['b'], ['c'], ['d'], []], { total: 2 });
    expect(await readPages(page, same, { most: 100, from: 2 })).toMatchObject({ items: ['b', 'c', 'd'], pages: 4, isCut: false });
    expect(asked).toEqual([2, 3, 4, 5]);
  });

  it('is cut where it may have more pages than are read', async () => {
    const { asked, page } = service([['a'], ['b'], ['c'], ['d']], { totalPages: 4 });
    expect(await readPages(page, same, { most: 2, from: 2, atOnce: 5 })).toMatchObject({ items: ['b', 'c'], pages: 2, isCut: true });
    expect(asked).toEqual([2, 3]);
    expect(await readPages(service([['a'], ['b']]).page, same, { most: 1 })).toMatchObject({ items: ['a'], pages: 1, isCut: true });
    expect(await readPages(page, same, { most: 3, from: 2 })).toMatchObject({ pages: 3, isCut: false });
  });

  it('is read no further than the entry that is looked for', async () => {
    const { asked, page } = service([['a', 'x'], ['b'], ['c']], { totalPages: 3 });
    expect(await readPages(page, same, { most: 100, until: (item) => item === 'b' })).toMatchObject({
      items: ['a', 'x', 'b'],
      isCut: false,
    });
    expect(asked).toEqual([1, 2]);
  });

  it('has an entry once, as it was read last, and reports how many are read with the first page', async () => {
    const all = service(
      [
        [{ id: 1, of: 'first' }],
        [
          { id: 1, of: 'second' },
          { id: 2, of: 'second' },
        ],
      ] as never,
      { totalPages: 2 },
    );
    const reports: unknown[] = [];
    const { items } = await readPages(all.page as never, ({ id }: { id: number }) => String(id), {
      most: 9,
      onPage: (count, first) => reports.push([count, first.items.length]),
    });
    expect(items).toEqual([
      { id: 1, of: 'second' },
      { id: 2, of: 'second' },
    ]);
    expect(reports).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });
});
