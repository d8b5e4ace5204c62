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
