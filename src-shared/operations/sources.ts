import { z } from 'zod';
import { idPattern } from '../ids.ts';
import { absolutePath, operation } from './operation.ts';
import { importLimits, importStages, mediaAddress } from '../wire/media-address.ts';
import { messageSchema } from '../messages/message.ts';

/** Videos and sounds that a job is made of: by an address that the service fetches, or a file of this machine where the service can reach it. */

const sourceKinds = ['video', 'audio'] as const;
export type SourceKind = (typeof sourceKinds)[number];

/** Sources of jobs, and the pictures that an image or a video refers to. */
const keptKinds = [...sourceKinds, 'image'] as const;
export type KeptKind = (typeof keptKinds)[number];

/** Types of files that are taken, by their ending. */
export const sourceTypes: Readonly<Record<KeptKind, Readonly<Record<string, string>>>> = {
  video: { mp4: 'video/mp4', m4v: 'video/mp4', mov: 'video/quicktime', webm: 'video/webm', mkv: 'video/x-matroska' },
  audio: {
    wav: 'audio/wav',
    mp3: 'audio/mpeg',
    m4a: 'audio/mp4',
    aac: 'audio/aac',
    ogg: 'audio/ogg',
    opus: 'audio/ogg',
    flac: 'audio/flac',
  },
  image: { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg', webp: 'image/webp' },
};

/** The media type by the ending of a file's name; `undefined` where no such file is taken. */
export function findSourceType(kind: KeptKind, fileName: string): string | undefined {
  const ending = /\.([0-9a-z]+)$/iu.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(sourceTypes[kind], ending) ? sourceTypes[kind][ending] : undefined;
}

/** What a file holds. Lengths in seconds, to the millisecond, as services measure and bill them. */
const sourceFactsSchema = z.object({
  bytes: z.number(),
  /** Of its pictures for a video, of its sound for an audio. */
  seconds: z.number(),
  /** The container: `MP4`. */
  format: z.string(),
  hasSound: z.boolean(),
  picture: z
    .object({
      /** As it is shown, turned. */
      width: z.number(),
      height: z.number(),
      /** Degrees, clockwise. */
      rotation: z.number(),
      /** Pictures a second; null where it is not known. */
      frameRate: z.number().nullable(),
      variable: z.boolean(),
      codec: z.string().nullable(),
    })
    .nullable(),
});
export type SourceFacts = z.infer<typeof sourceFactsSchema>;

/**
 * What is known of an address. `refused`: the service could do nothing with it, and why, by the stage of an import; `unknown`: it could not
 * be looked at from here, which says nothing of the service.
 */
const inspectedSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('known'), facts: sourceFactsSchema }),
  z.object({ state: z.enum(['refused', 'unknown']), stage: z.enum(importStages), why: messageSchema }),
]);
export type Inspected = z.infer<typeof inspectedSchema>;

const name = z.string().min(1).max(255);
const keptSchema = z.object({
  /** What is sent in place of the file, for as long as it is kept. */
  address: z.string(),
  name: z.string(),
  bytes: z.number(),
  /** Where the window shows or plays it. */
  url: z.string(),
});

export const sourceOperations = {
  /**
   * Why no file of this machine can be handed to the service that is connected, in words; null where it can. `limits` where it is known how
   * much a file may have.
   */
  'source.reach': operation({
    out: z.object({
      reason: messageSchema.nullable(),
      limits: z.record(z.enum(sourceKinds), z.number()).nullable(),
      /** The bucket by way of which a file gets there, in words; null where the service is on this machine, or none is set. */
      bucket: z.string().nullable(),
    }),
  }),
  /**
   * Keeps a file and gives it an address on the loopback, the same after a restart. `uploadId`: a dropped file (`POST /bytes/upload`), which
   * is taken; `url`: an address of the studio's own under `/bytes/`, such as a take's sound, which is copied.
   */
  'source.keep': operation({
    in: z.union([
      z.object({ kind: z.enum(keptKinds), name, uploadId: z.string().regex(idPattern) }),
      z.object({
        kind: z.enum(sourceKinds),
        name,
        url: z
          .string()
          .regex(/^\/bytes\/[\w./-]+$/u)
          .max(300),
      }),
    ]),
    out: keptSchema,
  }),
  /** Reads what it must of the file to learn its length: some megabytes at most, within seconds. */
  'source.inspect': operation({
    in: z.object({ kind: z.enum(sourceKinds), address: mediaAddress }),
    out: z.object({
      /** Where the window plays it; null where it cannot. */
      url: z.string().nullable(),
      name: z.string(),
      inspected: inspectedSchema,
    }),
  }),
  /** The same of a result that is kept, by its studio address. */
  'source.result': operation({ in: z.object({ url: z.string().max(300) }), out: z.object({ inspected: inspectedSchema }) }),
  /** Copies a kept result to a place that a person chose; never over another file unless `overwrite`. */
  'source.save': operation({
    in: z.object({ url: z.string().max(300), path: absolutePath, overwrite: z.boolean().optional() }),
    out: z.object({ name: z.string(), path: z.string() }),
  }),
  /** What a lip sync or a dubbing of the ledger was asked to be made of. */
  'source.order': operation({
    in: z.object({ operationId: z.string().regex(idPattern) }),
    out: z.object({
      videoUrl: z.string(),
      audioUrl: z.string().nullable(),
      videoExtension: z.boolean(),
      text: z.string().nullable(),
      voiceId: z.string().nullable(),
      modelId: z.string().nullable(),
      speed: z.number().nullable(),
      language: z.string().nullable(),
      fitAudioToVideo: z.boolean(),
    }),
  }),
} as const;

/** What a service on this machine takes of one file, in bytes. */
export const reachedLimits = { video: importLimits.bytes.video, audio: importLimits.bytes.audio } as const;
