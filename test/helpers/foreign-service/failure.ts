import type { Character } from './characters.ts';

interface FailureDetails {
  /** Becomes `details` of the error body. */
  details?: Record<string, unknown>;
  /** Further fields at the top of the error body. */
  fields?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** The charge was given back: the same request id may not be used again. */
  refunded?: boolean;
}

/** An answer that is an error, with its HTTP status and its stable code. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: FailureDetails;

  constructor(status: number, code: string, message: string, more: FailureDetails = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

export function invalid(message: string): Failure {
  return new Failure(400, 'ERR_INVALID_REQUEST', message);
}

export function missing(what: string): Failure {
  return new Failure(404, 'ERR_NOT_FOUND', `${what} was not found in this account.`);
}

/** The JSON body of an error, section "Error body": `requestId` and `details` are optional, further properties are allowed. */
export function errorBody(character: Character, failure: Failure, requestId: string): Record<string, unknown> {
  const { details, fields } = failure.more;
  const named = { code: failure.code, message: failure.message };
  if (character === 'bare') return { ...named, ...(details === undefined ? {} : { details }), ...fields };
  if (character === 'odd') return { ...named, requestId: null, details: details ?? null, ...fields };
  return {
    ...named,
    requestId,
    ...(details === undefined ? {} : { details: { ...details, attempt: 1 } }),
    severity: 'ERROR',
    documentation: 'https://docs.example.test/errors',
    causes: [{ reason: failure.code, depth: 0.5 }],
    ...fields,
  };
}
