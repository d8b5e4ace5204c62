import { realtimeCodes, type RealtimeCode } from '#shared/wire/realtime.ts';
import { ServiceError } from '../http/service-error.ts';

interface More {
  /** Whether the same may succeed later. */
  retryable?: boolean;
  /** Whether the session ends with it; else it can be corrected on the same connection. */
  terminal?: boolean;
  stage?: string | undefined;
  /** The field, under the name of version 3; spelled for its version when it is sent. */
  path?: string | undefined;
  /** How the connection is closed after a terminal one, when not with 1008. */
  closeCode?: number;
}

/** What a realtime client did wrong, or what went wrong for it: becomes an `error` event. */
export class Refusal extends Error {
  readonly code: RealtimeCode;
  readonly retryable: boolean;
  readonly terminal: boolean;
  readonly stage: string | undefined;
  readonly path: string | undefined;
  readonly closeCode: number;

  constructor(code: RealtimeCode, message: string, { retryable = false, terminal = false, stage, path, closeCode = 1008 }: More = {}) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.retryable = retryable;
    this.terminal = terminal;
    this.stage = stage;
    this.path = path;
    this.closeCode = closeCode;
  }
}

const byStatus: Readonly<Record<number, RealtimeCode>> = {
  400: 'invalid_message',
  401: 'authentication_failed',
  402: 'quota_exceeded',
  403: 'permission_denied',
  409: 'idempotency_conflict',
  429: 'session_limit_exceeded',
  503: 'provider_unavailable',
  504: 'provider_timeout',
};

/** The realtime error that an HTTP status stands for: a server's failure ends the session, a client's can be corrected. */
export function refusalOfStatus(status: number, code: string | undefined, message = 'A fault that was asked for'): Refusal {
  const named = realtimeCodes.find((one) => one === code);
  return new Refusal(named ?? byStatus[status] ?? 'internal_error', message, {
    retryable: status >= 500 || status === 429,
    terminal: status >= 500 || status === 401,
  });
}

/** What any failure is for the client. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof ServiceError && error.status === 402) return new Refusal('quota_exceeded', error.message, { stage: 'billing' });
  console.error(error);
  return new Refusal('internal_error', 'The service failed', { retryable: true, terminal: true });
}
