import { importCodes, type ImportStage, type ImportStatus, type MediaKind } from '#shared/wire/media-address.ts';
import { ServiceError } from '../http/service-error.ts';

/** An import that failed: nothing was accepted and nothing charged. */
export class ImportFailure extends ServiceError {
  readonly mediaKind: MediaKind;
  readonly stage: ImportStage;
  readonly retryable: boolean;

  constructor(
    status: ImportStatus,
    at: { prefix: string; mediaKind: MediaKind; stage: ImportStage; retryable: boolean },
    message: string,
    retryAfterSeconds?: number,
  ) {
    super(status, `${at.prefix}${importCodes[status]}`, message, {
      details: { media_kind: at.mediaKind, stage: at.stage, retryable: at.retryable },
      ...(retryAfterSeconds !== undefined && { headers: { 'Retry-After': String(retryAfterSeconds) } }),
    });
    this.name = 'ImportFailure';
    this.mediaKind = at.mediaKind;
    this.stage = at.stage;
    this.retryable = at.retryable;
  }
}

/** Makes the failure of one import at a stage of it. */
export type Fail = (status: ImportStatus, stage: ImportStage, retryable: boolean, message: string) => ImportFailure;
