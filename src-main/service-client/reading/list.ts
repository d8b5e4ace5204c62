import { fail } from '#shared/failure.ts';
import { asNumber, asRecord, type Reading } from './fields.ts';
import { message } from '#shared/messages/message.ts';

/** One page of a list, in whatever envelope it came. */
export interface Page<T> {
  items: T[];
  /** Names of entries that are not understood, as far as they have any. */
  notUnderstood: string[];
  total: number | undefined;
  totalPages: number | undefined;
}

/** What lists are called in envelopes, beside the name of their own resource. */
const usualNames = ['items', 'data', 'results', 'list', 'records', 'rows', 'entries', 'content'];
/** Objects about the list that stand beside it. */
const aboutNames = ['meta', 'pagination', 'paging', 'pageInfo', 'page_info', 'page'];
const totals = ['total', 'totalItems', 'total_items', 'totalCount', 'total_count'];
const pageCounts = ['totalPages', 'total_pages', 'pageCount', 'page_count', 'pages', 'lastPage', 'last_page'];
const pageSizes = ['pageSize', 'page_size', 'limit', 'perPage', 'per_page', 'size'];
/** Objects around a list, at most. */
const deepest = 3;

interface Candidate {
  name: string;
  value: unknown;
  /** From the nearest outwards. */
  around: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Finds the list of an answer: the answer itself, or an array in an envelope of up to three objects, under its own name first, then under a usual
 * one, then under any. `read` answers `undefined` for an entry that it does not understand. An answer in which no list can be recognised is a
 * `bad-response` that says so, never an empty list.
 */
export function readList<T>(
  body: unknown,
  { note }: Pick<Reading, 'note'>,
  /** `what`: for people, `voices` for one; `path`: for the log. */
  { what, path, names = [] }: { what: string; path: string; names?: readonly string[] },
  read: (item: unknown, path: string) => T | undefined,
): Page<T> {
  const preferred = [...names, ...usualNames];
  const candidates = candidatesIn(body).sort((one, other) => rank(one) - rank(other));
  for (const candidate of candidates) {
    const page = pageOf(candidate, preferred, (item) => read(item, `${path}[]`));
    if (page !== undefined) {
      if (page.notUnderstood.length > 0) note(`${path}[]`, 'not understood');
      return page;
    }
    // The list itself, none of whose entries is understood: what stands beside it is something else.
    if (Array.isArray(candidate.value) && candidate.value.length > 0 && preferred.includes(candidate.name)) break;
  }
  throw fail('bad-response', message('service.listNotRecognized', what));

  function rank({ name }: Candidate): number {
    const place = preferred.indexOf(name);
    return place < 0 ? preferred.length : place;
  }
}

function pageOf<T>(
  { name, value, around }: Candidate,
  preferred: readonly string[],
  read: (item: unknown) => T | undefined,
): Page<T> | undefined {
  const facts = pagesIn(around);
  const isNamed = name === '' || preferred.includes(name);
  if (value === null || (Array.isArray(value) && value.length === 0)) {
    // Some services send null for an empty list. An empty array of another name may be of anything.
    const isEmpty = value === null ? name === 'items' && (facts.total ?? 0) === 0 : isNamed || facts.total === 0;
    return isEmpty ? { items: [], notUnderstood: [], ...facts } : undefined;
  }
  if (!Array.isArray(value)) return undefined;
  const items: T[] = [];
  const notUnderstood: string[] = [];
  for (const [index, entry] of (value as unknown[]).entries()) {
    const item = read(entry);
    if (item === undefined) notUnderstood.push(nameOf(entry, index));
    else items.push(item);
  }
  return items.length === 0 ? undefined : { items, notUnderstood, ...facts };
}

function candidatesIn(body: unknown): Candidate[] {
  const found: Candidate[] = [];
  const look = (name: string, value: unknown, around: Candidate['around']): void => {
    if (Array.isArray(value) || value === null) found.push({ name, value, around });
    const record = asRecord(value);
    if (record === undefined || around.length >= deepest) return;
    for (const [inner, one] of Object.entries(record)) look(inner, one, [record, ...around]);
  };
  look('', body, []);
  // What is nearer to the surface goes first among equals.
  return found.sort((one, other) => one.around.length - other.around.length);
}

function pagesIn(around: Candidate['around']): Pick<Page<never>, 'total' | 'totalPages'> {
  const places = around.flatMap((record) => [record, ...aboutNames.map((name) => asRecord(record[name]) ?? {})]);
  const number = (names: readonly string[]): number | undefined => {
    for (const place of places)
      for (const name of names) {
        const value = asNumber(place[name]);
        if (value !== undefined && value >= 0) return value;
      }
    return undefined;
  };
  const total = number(totals);
  const size = number(pageSizes);
  const counted = total !== undefined && size !== undefined && size > 0 ? Math.ceil(total / size) : undefined;
  return { total, totalPages: number(pageCounts) ?? counted };
}

function nameOf(entry: unknown, index: number): string {
  const record = asRecord(entry) ?? {};
  for (const name of ['id', 'name', 'title', 'label', 'displayName', 'slug']) {
    const value = record[name];
    if (typeof value === 'string' && value !== '') return value.slice(0, 100);
  }
  return `entry ${index + 1}`;
}

/** Every page of a list, each entry once. */
export interface AllPages<T> {
  items: T[];
  /** The first page, for what it says of all. */
  first: Page<T>;
  /** Pages that were read, and whether there may be more. */
  pages: number;
  isCut: boolean;
}

/**
 * Reads a list from a page on. Where the service counts its pages so many are read, some at a time; where it does not, until a page brings nothing new:
 * a service may send fewer entries a page than it was asked for. An entry that stands on two pages, as something was added meanwhile, is there once.
 */
export async function readPages<T>(
  read: (page: number) => Promise<Page<T>>,
  idOf: (item: T) => string,
  options: {
    from?: number;
    most: number;
    atOnce?: number;
    /** Called with how many entries are read, with the first page. */
    onPage?: (read: number, first: Page<T>) => void;
    /** No further page is read once this entry is there. */
    until?: (item: T) => boolean;
  },
): Promise<AllPages<T>> {
  const { from = 1, most, atOnce = 1, onPage, until } = options;
  const found = new Map<string, T>();
  /** How many were not there before. */
  const take = (page: Page<T>): number => {
    const before = found.size;
    for (const item of page.items) found.set(idOf(item), item);
    onPage?.(found.size, first);
    return found.size - before;
  };
  const first = await read(from);
  let fresh = take(first);
  const last = from + most - 1;
  let page = from;
  const isOver = (): boolean => {
    if (until !== undefined && [...found.values()].some(until)) return true;
    if (first.totalPages !== undefined) return page >= first.totalPages;
    return fresh === 0 || (from === 1 && first.total !== undefined && found.size >= first.total);
  };
  while (!isOver() && page < last) {
    const end = first.totalPages === undefined ? page + 1 : Math.min(page + atOnce, last, first.totalPages);
    const some = await Promise.all(Array.from({ length: end - page }, (_, index) => read(page + 1 + index)));
    fresh = some.reduce((sum, one) => sum + take(one), 0);
    page = end;
  }
  return { items: [...found.values()], first, pages: page - from + 1, isCut: !isOver() };
}
