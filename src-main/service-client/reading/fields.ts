import type { Log } from '../../infra/platform.ts';

/**
 * Reads what a service answered, whatever service that is: what the interface names is taken where it can be understood, everything else is "not
 * known" and never a failure. A reader of a resource is a function of the body; it answers with what it understood, or throws where the one thing
 * that the client cannot do without is not there.
 */
export type Reader<T> = (body: unknown, reading: Reading) => T;

/** What a reader has besides the body. */
export interface Reading {
  note: NoteOdd;
  /** A header of the answer. */
  header(name: string): string | undefined;
}

/** Takes down that the value at a path of an answer is not known: `missing`, `null`, or the type that it has instead. */
export type NoteOdd = (path: string, found: string) => void;

/** Paths that are noted in one run of a client, at most. They are made of names of this program alone. */
const maximumNoted = 500;

/** Logs each path once. What is merely absent is logged for who looks for it; what is there and odd is logged for everybody. */
export function noteOnce(log: Pick<Log, 'debug' | 'info'>): NoteOdd {
  const noted = new Set<string>();
  return (path, found) => {
    const key = `${path} ${found}`;
    if (noted.size >= maximumNoted || noted.has(key)) return;
    noted.add(key);
    log[found === 'missing' ? 'debug' : 'info']('a value of an answer is not known', { path, found });
  };
}

export const noNote: NoteOdd = () => undefined;

/** An object of an answer. Each method takes the spellings of a field, the interface's own first, and answers `undefined` for what is not known. */
export class Fields {
  readonly raw: Readonly<Record<string, unknown>>;
  readonly #path: string;
  readonly #note: NoteOdd;

  /** `path` names the place in the log. A value that is no object has no fields. */
  constructor(value: unknown, path: string, note: NoteOdd) {
    this.raw = asRecord(value) ?? {};
    this.#path = path;
    this.#note = note;
    if (asRecord(value) === undefined) note(path, typeName(value));
  }

  text(...names: string[]): string | undefined {
    return this.#first(names, asText);
  }
  /** A text or a number, as a text. */
  id(...names: string[]): string | undefined {
    return this.#first(names, asId);
  }
  number(...names: string[]): number | undefined {
    return this.#first(names, asNumber);
  }
  flag(...names: string[]): boolean | undefined {
    return this.#first(names, asFlag);
  }
  /** A date-time as a text that `Date.parse` reads: such a text as it came, or of Unix seconds or milliseconds. */
  time(...names: string[]): string | undefined {
    return this.#first(names, asTime);
  }
  /** Names in a list, in a comma list or as the ids of objects. */
  texts(...names: string[]): string[] | undefined {
    return this.#first(names, asTexts);
  }
  array(...names: string[]): readonly unknown[] | undefined {
    return this.#first(names, (value) => (Array.isArray(value) ? (value as unknown[]) : undefined));
  }
  /** An object within. Nothing is noted where it is absent: envelopes are looked for under several names. */
  within(name: string): Fields | undefined {
    const value = asRecord(this.raw[name]);
    return value && new Fields(value, `${this.#path}.${name}`, this.#note);
  }
  /** This object, then those in it that have one of these names: an answer may put what it says into an envelope. */
  andWithin(...names: string[]): Fields[] {
    return [this, ...names.flatMap((name) => this.within(name) ?? [])];
  }
  has(...names: string[]): boolean {
    return names.some((name) => this.raw[name] !== undefined && this.raw[name] !== null);
  }

  #first<T>(names: readonly string[], read: (value: unknown) => T | undefined): T | undefined {
    let isThere = false;
    for (const name of names) {
      const value = this.raw[name];
      if (value === undefined) continue;
      const known = read(value);
      if (known !== undefined) return known;
      isThere = true;
      this.#note(`${this.#path}.${name}`, typeName(value));
    }
    if (!isThere) this.#note(`${this.#path}.${names[0] ?? ''}`, 'missing');
    return undefined;
  }
}

/** The first of these objects that knows a value. */
export function findFirst<T>(objects: readonly Fields[], read: (fields: Fields) => T | undefined): T | undefined {
  for (const fields of objects) {
    const value = read(fields);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** What was sent with these fields as they were understood. A field that was not is left out, so that nobody meets it under a type that it has not. */
export function understood<T extends object>(raw: Readonly<Record<string, unknown>>, known: T): Known<T> {
  const whole: Record<string, unknown> = { ...raw };
  for (const [name, value] of Object.entries(known)) {
    if (value === undefined) Reflect.deleteProperty(whole, name);
    else whole[name] = value;
  }
  return whole as Known<T>;
}
type Known<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

export const asRecord = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;

export const asText = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value : undefined);

export const asId = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? String(value) : asText(value)?.trim();

/** Decimals too, and as texts. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/u.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function asFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 1) return true;
  return value === 'false' || value === 0 ? false : undefined;
}

/** Below this a number is of seconds: as milliseconds it would be of 1973. */
const leastMilliseconds = 1e11;

function asTime(value: unknown): string | undefined {
  const number = asNumber(value);
  if (number === undefined) return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;
  const date = new Date(Math.abs(number) < leastMilliseconds ? number * 1000 : number);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

function asTexts(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.split(',').flatMap((name) => asText(name)?.trim() ?? []);
  if (!Array.isArray(value)) return undefined;
  const texts = value.flatMap((item) => {
    const record = asRecord(item);
    return asId(record === undefined ? item : (record['id'] ?? record['name'] ?? record['code'])) ?? [];
  });
  return texts.length === 0 && value.length > 0 ? undefined : texts;
}

const typeName = (value: unknown): string =>
  value === undefined ? 'missing' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
