import { codes } from '#shared/wire/common.ts';
import { type ErrorBody } from '#shared/wire/responses/common.ts';

/** An answer of the service that is not a success: becomes the interface's error body. */
export class ServiceError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: ErrorBody['details'];
  /** Fields of the body beside those of every error. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { headers?: Readonly<Record<string, string>>; details?: ErrorBody['details']; fields?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
    this.headers = more.headers ?? {};
    this.details = more.details;
    this.fields = more.fields ?? {};
  }
}

export const invalid = (message: string) => new ServiceError(400, codes.invalidRequest, message);
export const notFound = (message: string) => new ServiceError(404, codes.notFound, message);
