import { z } from 'zod';

/**
 * The address of a media file that the service fetches itself. Not shown, and chosen: `http` or `https`, no credentials, at most
 * 2,048 characters; anything else (`file:`, `data:`) is a 400. The local service fetches from public addresses and from its own machine
 * (127.0.0.0/8, ::1), through at most five redirects; any other address is a 422 with `details.stage` `address`.
 */
export const mediaAddress = z
  .url({ protocol: /^https?$/u, error: ({ input }) => (input === undefined ? 'is required' : 'must be an http or https address') })
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

/** A network by its address and the length of its prefix. */
export type Network = readonly [address: string, prefix: number, type: 'ipv4' | 'ipv6'];

/**
 * What is no address of the public Internet, besides the loopback: private, link-local (cloud metadata among them), multicast, reserved, for
 * documentation, and those that carry an address of version 4 in them (IANA's registries of special-purpose addresses). Addresses that are mapped
 * into version 6 (`::ffff:0:0/96`) are not named: lists of networks judge those as the address of version 4 that they are.
 */
export const privateNetworks: readonly Network[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['100:0:0:1::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
];
export const loopbackNetworks: readonly Network[] = [
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
];
