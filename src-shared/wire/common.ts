/** Interface, "Limits" and "Authentication". Paths are relative to `{base_url}`. */
export const limits = {
  textCharacters: 10_000,
  idempotencyKeyCharacters: 128,
  instructionCharacters: 1_600,
  languageCharacters: 64,
  emotionCharacters: 64,
  pageSizeMaximum: 100,
  pageSizeDefault: 20,
  // Not shown; chosen: of the addresses that are signed.
  signedTokenCharacters: 300,
  cloneFileBytes: 10 * 1024 * 1024,
} as const;

/** Text that a person wrote: lines may break, other control characters are a mistake of the sender. */
export const plainText = /^(?:[\t\n\r]|\P{Cc})*$/u;
export const mustBePlain = 'must be plain text without control characters';

/**
 * How long the local service remembers (not shown; chosen). Audio of jobs and results of media jobs are kept for `soundDays`, then a 404; jobs,
 * realtime requests, designs and request ids for `recordDays` after they ended: that long a repeated key is the same request. Beyond `recordsMaximum`
 * of a kind the oldest that have ended go earlier.
 */
export const retention = { soundDays: 30, recordDays: 400, recordsMaximum: 1_000_000 } as const;

export const headers = {
  idempotencyKey: 'Idempotency-Key',
  requestId: 'X-Request-Id',
  quotaRemaining: 'X-OpenAPI-Quota-Remaining',
  creditsUsed: 'X-OpenAPI-Credits-Used',
  ignoredParameters: 'X-OpenAPI-Ignored-Parameters',
} as const;

export const codes = {
  invalidRequest: 'ERR_INVALID_REQUEST',
  requestIdConflict: 'ERR_REQUEST_ID_CONFLICT',
  requestInProgress: 'ERR_REQUEST_IN_PROGRESS',
  requestAlreadyCompleted: 'ERR_REQUEST_ALREADY_COMPLETED',
  requestPreviouslyRefunded: 'ERR_REQUEST_PREVIOUSLY_REFUNDED',
  lipSyncMediaDownloadTimeout: 'ERR_LIP_SYNC_MEDIA_DOWNLOAD_TIMEOUT',
  // Not shown by the interface; chosen here once.
  unauthorized: 'ERR_UNAUTHORIZED',
  insufficientCredits: 'ERR_INSUFFICIENT_CREDITS',
  forbidden: 'ERR_FORBIDDEN',
  notFound: 'ERR_NOT_FOUND',
  methodNotAllowed: 'ERR_METHOD_NOT_ALLOWED',
  payloadTooLarge: 'ERR_PAYLOAD_TOO_LARGE',
  unsupportedMediaType: 'ERR_UNSUPPORTED_MEDIA_TYPE',
  rateLimited: 'ERR_RATE_LIMITED',
  modelUnavailable: 'ERR_MODEL_UNAVAILABLE',
  generationFailed: 'ERR_GENERATION_FAILED',
  notReady: 'ERR_NOT_READY',
  gone: 'ERR_GONE',
  upgradeRequired: 'ERR_UPGRADE_REQUIRED',
  requestTimeout: 'ERR_REQUEST_TIMEOUT',
  internal: 'ERR_INTERNAL',
} as const;

/** The code of a status where there is but one; what is left is {@link codes.internal}'s or says more by a code of its own. */
export const codeOfStatus: Readonly<Record<number, string>> = {
  400: codes.invalidRequest,
  401: codes.unauthorized,
  402: codes.insufficientCredits,
  403: codes.forbidden,
  404: codes.notFound,
  413: codes.payloadTooLarge,
  429: codes.rateLimited,
};

export const audioFormats = ['mp3', 'wav', 'ogg'] as const;
export type AudioFormat = (typeof audioFormats)[number];

/** Content types of the audio formats. `audio/mpeg` is the interface's; the others are the registered or usual ones. */
export const contentTypes: Readonly<Record<AudioFormat | 'opus' | 'pcm', string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  opus: 'audio/ogg; codecs=opus',
  pcm: 'audio/pcm',
};
