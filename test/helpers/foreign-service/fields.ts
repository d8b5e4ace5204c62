import { Failure, invalid } from './failure.ts';

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function countCharacters(text: string): number {
  let count = 0;
  for (const character of text) count += character.length > 0 ? 1 : 0;
  return count;
}

/** A string of `least` to `most` characters, or `undefined` where it is absent. Throws 400 that names the field. */
export function readText(body: JsonObject, name: string, least = 1, most = Infinity): string | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw invalid(`${name} must be a string.`);
  const length = countCharacters(value);
  if (length < least || length > most) throw invalid(`${name} must have ${least} to ${most} characters; it has ${length}.`);
  return value;
}

export function requireText(body: JsonObject, name: string, most = Infinity): string {
  const value = readText(body, name, 1, most);
  if (value === undefined) throw invalid(`${name} is required.`);
  return value;
}

export function readNumber(body: JsonObject, name: string, least: number, most: number): number | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw invalid(`${name} must be a number.`);
  if (value < least || value > most) throw invalid(`${name} must be ${least} to ${most}.`);
  return value;
}

export function readBoolean(body: JsonObject, name: string): boolean | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'boolean') throw invalid(`${name} must be true or false.`);
  return value;
}

export function readChoice<T extends string>(body: JsonObject, name: string, choices: readonly T[]): T | undefined {
  const value = body[name];
  if (value === undefined) return undefined;
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw invalid(`${name} must be one of ${choices.join(', ')}.`);
  return found;
}

export function rejectUnknown(body: JsonObject, known: readonly string[]): void {
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw invalid(`Unknown field: ${unknown.join(', ')}.`);
}

export function readUrl(body: JsonObject, name: string): string | undefined {
  const value = readText(body, name, 1, 8192);
  if (value === undefined) return undefined;
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) throw invalid(`${name} must be an http or https URL.`);
  return value;
}

export function requireUrl(body: JsonObject, name: string): string {
  const value = readUrl(body, name);
  if (value === undefined) throw invalid(`${name} is required.`);
  return value;
}

/** A whole number from a query, within its range. Throws 400 that names the parameter. */
export function queryInteger(query: URLSearchParams, name: string, fallback: number, most = Infinity): number {
  const raw = query.get(name);
  if (raw === null) return fallback;
  const value = Number(raw);
  if (!/^\d+$/.test(raw) || value < 1 || value > most) throw invalid(`${name} must be a whole number from 1 to ${most}.`);
  return value;
}

export function queryBoolean(query: URLSearchParams, name: string): boolean | undefined {
  const raw = query.get(name);
  if (raw === null) return undefined;
  if (raw !== 'true' && raw !== 'false') throw invalid(`${name} must be true or false.`);
  return raw === 'true';
}

export interface Page<T> {
  total: number;
  page: number;
  pageSize: number;
  totalPages: number;
  items: T[];
}

export function takePage<T>(all: readonly T[], page: number, pageSize: number): Page<T> {
  const start = (page - 1) * pageSize;
  return { total: all.length, page, pageSize, totalPages: Math.ceil(all.length / pageSize), items: all.slice(start, start + pageSize) };
}

export function parseObject(bytes: Buffer): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Failure(400, 'invalid_request', 'The body is not valid JSON.');
  }
  if (!isObject(value)) throw new Failure(400, 'invalid_request', 'The body must be a JSON object.');
  return value;
}

/** JSON with its keys in order, so that equal requests have equal text. */
export function stableJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableJson).join(',')}]`;
  if (!isObject(value)) return value === undefined ? 'null' : JSON.stringify(value);
  const parts = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${stableJson(value[name])}`);
  return `{${parts.join(',')}}`;
}
