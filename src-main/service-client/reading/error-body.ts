import { asId, asRecord, asText } from './fields.ts';

/** Interface, "Error body", as far as it can be understood: each field by itself, whatever the others are. */
export interface ErrorBody {
  code: string | undefined;
  message: string | undefined;
  requestId: string | undefined;
  mediaKind: string | undefined;
  stage: string | undefined;
  retryable: boolean | undefined;
  /** The wrong field of the request, where one is named; the interface shows no place for it. */
  field: string | undefined;
  /** As it came. */
  raw: Readonly<Record<string, unknown>>;
}

/** Never fails. What services put into an `error` object is read there where the body itself does not have it. */
export function readErrorBody(body: unknown): ErrorBody {
  const raw = asRecord(body) ?? {};
  const inner = asRecord(raw['error']) ?? {};
  const details = asRecord(raw['details']) ?? asRecord(inner['details']) ?? {};
  const retryable = details['retryable'];
  return {
    code: asText(raw['code']) ?? asText(inner['code']),
    message: asText(raw['message']) ?? asText(inner['message']) ?? asText(raw['error']),
    requestId: asId(raw['requestId']) ?? asId(inner['requestId']),
    mediaKind: asText(details['media_kind']),
    stage: asText(details['stage']),
    retryable: typeof retryable === 'boolean' ? retryable : undefined,
    field: fieldIn(raw) ?? fieldIn(details) ?? fieldIn(inner),
    raw,
  };
}

function fieldIn(place: Readonly<Record<string, unknown>>): string | undefined {
  for (const name of ['field', 'param', 'path']) {
    const value = place[name];
    if (typeof value === 'string' && value !== '') return value;
    if (Array.isArray(value) && value.length > 0) return value.map(String).join('.');
  }
  return undefined;
}
