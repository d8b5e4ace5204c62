import { decodePercent } from '../../infra/percent-decoding.ts';
import { asRecord } from './fields.ts';

/** What came of a job, by which the ending of its address is judged. */
export type ResultKind = 'video' | 'image';

/** Objects that an answer puts a record into; their names say nothing of what is in them. */
const envelopeNames = ['data', 'task', 'job', 'record', 'response'];

/** What is known of the request that a job is of: the names and addresses in it are no result. */
export interface SentAddresses {
  names: readonly string[];
  addresses: readonly string[];
}

/** Objects within objects, and values, that are looked through for an address. */
const most = { depth: 6, values: 2_000 } as const;

/** What stands below one of these is what was asked for, or leads elsewhere. */
const notResults =
  /(?:^|_)(?:inputs?|sources?|requests?|params?|parameters|payload|original|reference|references|status|self|cancel|poll|polling|callback|webhook|upload|retry|next|prev|preview|thumbnails?|thumb|poster|cover|docs|documentation|help|avatar|logo)(?:_|$)/u;
const resultNames = /(?:^|_)(?:results?|outputs?)(?:_|$)/u;
const fileNames = /(?:^|_)(?:download|files?|media|assets?|artifacts?|generated|final|video|image|picture|audio)(?:_|$)/u;
const addressNames = /(?:^|_)(?:url|urls|uri|href|link|location|src)$/u;
const endings: Readonly<Record<ResultKind, RegExp>> = {
  video: /\.(?:mp4|m4v|webm|mov|mkv)$/iu,
  image: /\.(?:png|jpe?g|webp|gif|avif)$/iu,
};

interface Found {
  address: string;
  score: number;
  depth: number;
}

/**
 * Where the result of a job is, since the interface does not name the field: the likeliest address in its record, at any depth up to six, among
 * at most 2,000 values. Names decide: a result or an output goes before a file, a file before an address without such a name; of equals the ending
 * of a media file, then what is nearer to the surface. Never an address that the request named, one under a name of the request, or what a name calls an
 * input, a status, a preview or a way to cancel. `isNamed`: a name calls it a result. `undefined` where nothing looks like one.
 */
export function findResultAddress(
  record: unknown,
  kind: ResultKind,
  sent: SentAddresses,
  jobId: string,
): { address: string; isNamed: boolean } | undefined {
  const found: Found[] = [];
  const waiting: { value: unknown; names: readonly string[] }[] = [{ value: record, names: [] }];
  for (let looked = 0; waiting.length > 0 && looked < most.values; looked++) {
    const { value, names } = waiting.shift() ?? { value: undefined, names: [] };
    const isElsewhere = names.some((name) => notResults.test(snakeCase(name)));
    if (isElsewhere) continue;
    if (typeof value === 'string') {
      const score = scoreOf(value, names, kind, sent, jobId);
      if (score > 0) found.push({ address: value, score, depth: names.length });
    } else if (names.length < most.depth) {
      if (Array.isArray(value)) for (const item of value as unknown[]) waiting.push({ value: item, names });
      for (const [name, item] of Object.entries(asRecord(value) ?? {})) waiting.push({ value: item, names: [...names, name] });
    }
  }
  // Sorting is stable: of equals the first that was sent.
  const best = found.sort((one, other) => other.score - one.score || one.depth - other.depth)[0];
  return best && { address: best.address, isNamed: best.score >= scores.result };
}

const scores = { result: 8, file: 4, address: 1 } as const;

/** 0 for what is no result. */
function scoreOf(address: string, names: readonly string[], kind: ResultKind, sent: SentAddresses, jobId: string): number {
  const own = names.at(-1) ?? '';
  const isOnSurface = names.slice(0, -1).every((name) => envelopeNames.includes(name));
  if (sent.addresses.includes(address) || (isOnSurface && sent.names.includes(own))) return 0;
  const isRelative = /^\/[^/\s]/u.test(address);
  const url = isRelative || /^https?:\/\/\S+$/iu.test(address) ? URL.parse(address, 'http://service.invalid') : null;
  if (url === null) return 0;
  const path = decodePercent(url.pathname);
  // The job's own address, or one where it is asked for or stopped.
  if (path.endsWith(`/${jobId}`) || /\/(?:status|cancel|events|logs)$/u.test(path)) return 0;
  const spelled = names.map(snakeCase);
  const isResult = spelled.some((name) => resultNames.test(name));
  const isFile = spelled.some((name) => fileNames.test(name));
  const isAddress = addressNames.test(spelled.at(-1) ?? '');
  const ending = endings[kind].test(url.pathname) ? 1 : 0;
  if (isResult) return scores.result + ending;
  // A path alone is an address where a name says so.
  if (isRelative && !(isFile && isAddress)) return 0;
  if (isFile) return scores.file + ending;
  return ending === 1 || isAddress ? scores.address + ending : 0;
}

const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/gu, '_')
    .toLowerCase();
