import { Fields, isRecord, type ReportOddity } from './server-events.ts';

/** What is known of a request over HTTP (interface, "Realtime helper HTTP endpoints"). The manifest's fields are not shown. */
export interface RequestStatus {
  /** In lower case; `undefined` where it was not recognised. */
  state: string | undefined;
  retryable: boolean | undefined;
  units: number | undefined;
  resultAvailable: boolean | undefined;
  /** By segment id, whether the service says that its sound is stored; `undefined` where it does not say. */
  stored: ReadonlyMap<string, boolean | undefined>;
}

/** The same status where every field the manifest may have is missing. Never throws. */
export function readRequestStatus(body: unknown, report: ReportOddity): RequestStatus {
  const inner = isRecord(body) && !('state' in body) ? [body['data'], body['request'], body['result']].find(isRecord) : undefined;
  const fields = new Fields('request', inner ?? (isRecord(body) ? body : {}), report);
  const state =
    fields.raw('state') === undefined && typeof fields.raw('status') === 'string' ? fields.text('status') : fields.text('state');
  return {
    state: state?.toLowerCase(),
    retryable: fields.flag('retryable'),
    units: fields.number('units'),
    resultAvailable: fields.flag('resultAvailable'),
    stored: readManifest(fields, report),
  };
}

function readManifest(fields: Fields, report: ReportOddity): RequestStatus['stored'] {
  const manifest = fields.raw('segments') ?? fields.raw('manifest') ?? fields.raw('segmentsManifest');
  const list = isRecord(manifest) && 'segments' in manifest ? manifest['segments'] : manifest;
  const stored = new Map<string, boolean | undefined>();
  const entries: [string | undefined, unknown][] = Array.isArray(list)
    ? list.map((one: unknown) => [undefined, one])
    : Object.entries(isRecord(list) ? list : {});
  for (const [name, one] of entries) {
    const segment = new Fields('segment', isRecord(one) ? one : {}, report);
    const id = typeof one === 'string' ? one : (segment.text('segmentId') ?? segment.text('id') ?? name);
    if (id !== undefined) stored.set(id, isStored(segment));
  }
  return stored;
}

function isStored(segment: Fields): boolean | undefined {
  for (const name of ['stored', 'resultAvailable', 'audioAvailable', 'hasAudio', 'available']) {
    const value = segment.raw(name);
    if (typeof value === 'boolean') return value;
  }
  return undefined;
}
