import { Failure } from './failure.ts';

/** A realtime `error` event. A terminal one ends the connection. */
export class LiveError extends Error {
  readonly code: string;
  readonly path: string | undefined;
  readonly retryable: boolean;
  readonly terminal: boolean;

  constructor(code: string, message: string, more: { path?: string; retryable?: boolean; terminal?: boolean } = {}) {
    super(message);
    this.code = code;
    this.path = more.path;
    this.retryable = more.retryable ?? false;
    this.terminal = more.terminal ?? false;
  }
}

export function toLiveError(error: unknown): LiveError {
  if (error instanceof LiveError) return error;
  if (error instanceof Failure && error.status === 402) return new LiveError('quota_exceeded', error.message);
  return new LiveError('internal_error', error instanceof Error ? error.message : 'Unknown.', { terminal: true, retryable: true });
}
