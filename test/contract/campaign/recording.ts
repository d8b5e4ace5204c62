import { createHash } from 'node:crypto';
import { existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { LedgerEntry, OperationEvent } from '#main/paid-requests/ledger/types.ts';
import type { RecordedRequest } from './recording-service.ts';

/**
 * What one schedule did, without anything that chance or the clock chose: of each operation its row of the ledger, its timeline and every paid
 * request that reached the service for it. Operations are sorted by what they are, for their order in the ledger is that of several tasks.
 */
export interface Recording {
  seed: number;
  operations: { row: Record<string, unknown>; timeline: string[]; requests: string[] }[];
  /** Requests that are no read and belong to no operation of the ledger. */
  others: string[];
}

/** The requests of one key that reached a service since they were last taken; they are removed from its file. */
export function takeRequests(dataDirectory: string, key: string): RecordedRequest[] {
  const path = join(dataDirectory, 'requests.jsonl');
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  truncateSync(path, 0);
  const requests = lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as RecordedRequest]));
  return requests.filter(({ authorization }) => authorization === `Bearer ${key}`);
}

export function recordingOf(
  seed: number,
  entries: readonly { entry: LedgerEntry; events: readonly OperationEvent[] }[],
  requests: readonly RecordedRequest[],
): Recording {
  // Reads and pings cost nothing, and how many there are is a matter of time.
  const isPaid = ({ method, headers }: RecordedRequest): boolean =>
    method !== 'realtime:ping' && (method !== 'GET' || headers['upgrade'] !== undefined);
  const paid = requests.filter(isPaid);
  const left = new Set(paid);
  const operations = entries.map(({ entry, events }) => {
    const started = new Set(paid.flatMap((request) => (startsSession(request, entry) ? [request.session] : [])));
    const own = paid.filter((request) => (request.session === undefined ? carriesIds(request, entry) : started.has(request.session)));
    for (const request of own) left.delete(request);
    return { row: rowOf(entry), timeline: events.map(lineOf), requests: own.map((request) => describe(request, entry)) };
  });
  const sortedBy = operations.map((operation) => ({ operation, by: JSON.stringify(operation) }));
  sortedBy.sort((one, other) => (one.by < other.by ? -1 : 1));
  const others = [...left].map((request) => describe(request)).sort();
  return { seed, operations: sortedBy.map(({ operation }) => operation), others };
}

const carriesIds = ({ headers }: RecordedRequest, { idempotencyKey, requestId }: LedgerEntry): boolean =>
  headers['idempotency-key'] === idempotencyKey || headers['x-request-id'] === requestId;

const startsSession = ({ method, body }: RecordedRequest, { requestId }: LedgerEntry): boolean =>
  method === 'realtime:start' && Buffer.from(body, 'base64').toString().includes(requestId);

function rowOf(entry: LedgerEntry): Record<string, unknown> {
  const { operationId, createdAt, firstSentAt, lastSentAt, updatedAt, latencyMs, body, purpose, ...row } = entry;
  const { idempotencyKey, requestId, accountId, fingerprint, bodyDigest, ...rest } = row;
  const known = [operationId, createdAt, firstSentAt, lastSentAt, updatedAt, latencyMs, accountId, fingerprint, bodyDigest];
  return withoutChance({
    ...rest,
    facts: known.map((value) => (value === null ? 'none' : typeof value)),
    ids: [idempotencyKey, requestId].map((id) => (id === `voicewright-${operationId}` ? 'made from the operation id' : id)),
    body: bodyOf(Buffer.from(body), entry.contentType),
    purpose: purpose === null ? null : 'a block',
  });
}

const lineOf = ({ event, facts }: OperationEvent): string => `${event} ${JSON.stringify(withoutChance(facts))}`;

function describe({ method, url, headers, body, isWhole }: RecordedRequest, entry?: LedgerEntry): string {
  const { host, connection, 'sec-websocket-key': webSocketKey, ...rest } = headers;
  const named = Object.entries(rest).map(([name, value]) => {
    if (value === entry?.idempotencyKey) return [name, 'the operation’s key'];
    if (value === entry?.requestId) return [name, 'the operation’s request id'];
    return [name, value];
  });
  const facts = {
    headers: Object.fromEntries(named) as Record<string, string>,
    always: [host, connection, webSocketKey].map((value) => typeof value),
    body: isWhole ? bodyOf(Buffer.from(body, 'base64'), headers['content-type'] ?? '') : 'not whole',
  };
  return `${method} ${cleaned(url)} ${JSON.stringify(withoutChance(facts))}`;
}

/** A short text as it is, everything else by its length and check sum; the boundary of a form is random. */
function bodyOf(bytes: Buffer, contentType: string): string {
  const boundary = /boundary="?([^";]+)/u.exec(contentType)?.[1];
  const text = boundary === undefined ? bytes.toString('latin1') : bytes.toString('latin1').replaceAll(boundary, '<boundary>');
  const clean = cleaned(text);
  return clean.length <= 2000 && boundary === undefined
    ? clean
    : `${clean.length} characters, ${createHash('sha256').update(clean).digest('hex')}`;
}

/** A designed voice is like no other, and so is the length of its files. */
function withoutChance<T>(value: T): T {
  const clean = (name: string, inner: unknown): unknown =>
    typeof inner === 'string' ? cleaned(inner) : name === 'bytes' && typeof inner === 'number' ? '<bytes>' : inner;
  return JSON.parse(JSON.stringify(value), clean) as T;
}

/** Random ids, ports, times and places. */
const chance: readonly [pattern: RegExp, label: string][] = [
  [/----[\w-]+/gu, '<boundary>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gu, '<uuid>'],
  [/(?<![0-9a-z])[0-9a-hi-km-np-z]{20}(?![0-9a-z])/gu, '<id>'],
  [/[0-9a-f]{24,}/gu, '<hex>'],
  [/(?<=<uuid>\.)\d{10}\.[\w-]+/gu, '<signature>'],
  [/(?:127\.0\.0\.1|localhost):\d+/gu, '<host>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z?/gu, '<time>'],
  // Which of its blocks a profile is at is up to the schedules before.
  [/Hi \d\d (aligned|job|speech)\./gu, 'Hi <number> $1.'],
  [/\/[\w/.-]*voicewright-campaign-\w+/gu, '<profile>'],
];
const cleaned = (text: string): string => chance.reduce((clean, [pattern, label]) => clean.replaceAll(pattern, label), text);
