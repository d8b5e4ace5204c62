import { z } from 'zod';

/**
 * The address of a media file that the service fetches itself. Not shown, and chosen: `http` or `https`, no credentials, at most
 * 2,048 characters; anything else (`file:`, `data:`) is a 400. The local service fetches from public addresses and from its own machine
 * (127.0.0.0/8, ::1), through at most five redirects; any other address is a 422 with `details.stage` `address`.
 */
export const mediaAddress = z
  .url({ protocol: /^https?$/u, error: 'must be an http or https address' })
  .max(2_048)
  .refine((address) => !/^[a-z]+:\/\/[^/?#]*@/iu.test(address), 'must be without credentials');

/** `details` of an import error (interface, "Error body"). The values of `media_kind` and `stage` are not shown; chosen. */
export const mediaKinds = ['video', 'audio', 'image'] as const;
export type MediaKind = (typeof mediaKinds)[number];
/** `address`: it may not be fetched; `download`: on the way; `inspect`: what arrived is not what is needed. */
export const importStages = ['address', 'download', 'inspect'] as const;
export type ImportStage = (typeof importStages)[number];

/**
 * Codes of import errors by status, behind the prefix `ERR_LIP_SYNC_MEDIA_` (lip sync, dubbing) or `ERR_MEDIA_` (everything else).
 * `ERR_LIP_SYNC_MEDIA_DOWNLOAD_TIMEOUT` is the interface's; the others are not shown, and chosen.
 */
export const importStatuses = [413, 415, 422, 429, 503, 504] as const;
export type ImportStatus = (typeof importStatuses)[number];
export const importCodes: Readonly<Record<ImportStatus, string>> = {
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED',
  422: 'UNREADABLE',
  429: 'IMPORT_BUSY',
  503: 'IMPORT_UNAVAILABLE',
  504: 'DOWNLOAD_TIMEOUT',
};

/** Bounds of an import by the local service; the interface shows none. */
export const importLimits = {
  bytes: { video: 64 * 1024 * 1024, audio: 32 * 1024 * 1024, image: 16 * 1024 * 1024 } satisfies Record<MediaKind, number>,
  seconds: 600,
  redirects: 5,
} as const;
