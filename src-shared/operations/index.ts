import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { idPattern } from '../ids.ts';
import { maximumChapters, outlineEntry } from '../narration/outline.ts';
import { placeSchema } from '../narration/place.ts';
import { takeSchema, wordSchema } from '../narration/take.ts';
import { absolutePath, jsonValue, operation } from './operation.ts';
import { bucketOperations } from './bucket.ts';
import { cloneOperations } from './clone.ts';
import { dubbingTimelineOperations } from './dubbing-timeline.ts';
import { liveOperations } from './live.ts';
import { mediaOperations } from './media.ts';
import { officeOperations } from './office.ts';
import { paidOperations, paidOperationSchema } from './paid.ts';
import { transcriptOperations } from './transcripts.ts';
import { sourceOperations } from './sources.ts';
import { voiceMarkSchema, voiceOperations } from './voices.ts';
import { maximumValues } from '../rpc-bounds.ts';
import { exportedPeakSchema } from '../sound/exported-peak.ts';
import type { Services as ServicesOf } from '../rpc.ts';
import { modelSchema } from '../catalogue/models.ts';

/**
 * Every operation that the renderer can ask of main. To add one: its entry here, its handler in the domain's file of
 * `src-main`, its test. Payloads are what both wires carry alike: no dates, maps, functions or undefined in arrays.
 */

const id = z.string().regex(idPattern);
const connectionId = z.string().min(1).max(2048);
const connectionName = z.string().trim().min(1).max(100);
const address = z.string().trim().min(1).max(2048);
const typedKey = z.string().min(1).max(8192);

/** What a host has, as data; the screen shows or leaves out by it. */
const hostSchema = z.object({
  kind: z.enum(['electron', 'served']),
  /** Open and save dialogs of the operating system; without them the studio shows its own folder picker. */
  nativeDialogs: z.boolean(),
  /** An export is written to a path a person chose; without, it arrives as a browser download. */
  writesToChosenPath: z.boolean(),
});
export type Host = z.infer<typeof hostSchema>;

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** Playback rate of the player, not of the speech. */
  playbackRate: z.number().min(0.5).max(3),
  /** Credits below which the balance is called low; `null` for no such warning. */
  lowBalance: z.number().nonnegative().nullable(),
  /** Credits above which Generate all asks first, as it does the first time in a project; `null` for never. */
  confirmAbove: z.number().nonnegative().nullable(),
  /** Gigabytes of paid results in the profile above which it is said; `null` for never. */
  largeResults: z.number().positive().max(1_000_000).nullable(),
  /** Keys that a person chose, by the command's id; an empty list takes its keys away. */
  shortcuts: z
    .record(z.string().min(1).max(100), z.array(z.string().min(1).max(60)).max(4))
    .refine((chosen) => Object.keys(chosen).length <= 500),
});
export const defaultSettings: z.infer<typeof settingsSchema> = {
  theme: 'system',
  playbackRate: 1,
  lowBalance: null,
  confirmAbove: 5_000,
  largeResults: 20,
  shortcuts: {},
};
export type Settings = z.infer<typeof settingsSchema>;

const connectionNames = z.object({
  /** Stable: `local`, or the origin of a hosted service. */
  id: z.string(),
  kind: z.enum(['local', 'account']),
  name: z.string(),
});
/** `id`, `kind` and `name` are those of the service that answered last: its voices and takes are shown, whether it can be reached or not. */
const connectionSchema = connectionNames.extend({
  /** The service in use, where it has not answered yet: it becomes the one that is shown when it does. */
  awaited: connectionNames.optional(),
  state: z.enum(['starting', 'ready', 'failed']),
  failure: failureSchema.optional(),
  /** With `failed`: the studio tries to reach it again by itself. */
  isRetried: z.boolean().optional(),
});
export type Connection = z.infer<typeof connectionSchema>;
/** The service that requests go to, or will go to when it answers. */
export const serviceInUse = ({ awaited, id, kind, name }: Connection): z.infer<typeof connectionNames> => awaited ?? { id, kind, name };

/** A service that the studio can be connected to, as it is kept. The key goes in, and never comes out. */
const knownConnectionSchema = z.object({
  /** As in `Connection.id`. */
  id: z.string(),
  kind: z.enum(['local', 'account']),
  name: z.string(),
  baseUrl: z.string().nullable(),
  realtimeUrl: z.string().nullable(),
  /** Where its key is: the system's secret store, this session alone, the environment of this run, the local service's own, or nowhere. */
  key: z.enum(['system', 'session', 'environment', 'own', 'none']),
  current: z.boolean(),
  /** Origins that this connection's key may follow a redirect to. */
  trustedOrigins: z.array(z.string()),
});
export type KnownConnection = z.infer<typeof knownConnectionSchema>;

/** Credits, at most; `null` for no cap. */
const budgetSchema = z.object({ perBatch: z.number().nonnegative().nullable(), perDay: z.number().nonnegative().nullable() });

const accountSchema = z.object({
  userId: z.string(),
  /** Empty where the service does not say. */
  tier: z.string(),
  /** `null` where the service does not say. */
  credits: z.number().nullable(),
  apiQuotaRemaining: z.number().nullable(),
  /** When the service said so, Unix milliseconds. */
  asOf: z.number(),
});
export type Account = z.infer<typeof accountSchema>;

const recentProjectSchema = z.object({
  path: z.string(),
  title: z.string(),
  openedAt: z.number(),
  missing: z.boolean(),
  /** `null` for one that was opened by an earlier version of the studio alone. */
  projectId: z.string().nullable(),
});
export type RecentProject = z.infer<typeof recentProjectSchema>;

const chapterSchema = z.object({
  id,
  title: z.string(),
  /** Counts the steps that the document has seen. */
  version: z.int().nonnegative(),
  /** ProseMirror JSON of `narration/document.ts`. */
  document: z.json(),
});

export const projectSchema = z.object({
  projectId: id,
  path: z.string(),
  title: z.string(),
  /** The voice and model of blocks that name none. */
  voiceId: z.string().nullable(),
  modelId: z.string().nullable(),
  /** In reading order. */
  chapters: z.array(chapterSchema).min(1),
  /** Taken out since the project was opened: kept until it is closed, so that undo brings them back. */
  removedChapters: z.array(chapterSchema),
  /** Where a person was in it last. */
  place: placeSchema.nullable(),
  takes: z.array(takeSchema),
});
export type Project = z.infer<typeof projectSchema>;

/** What main tells every window; each value replaces the one before it of the same type, and all are told on opening. */
/** How the list of voices stands. */
const voicesStatusSchema = z.object({
  connectionId: z.string(),
  /** Voices read so far, while the list is read; `total` as the service counts them. */
  reading: z.object({ read: z.int(), total: z.int().nullable() }).nullable(),
  /** Why it could not be read the last time. */
  failure: failureSchema.nullable(),
  asOf: z.number().nullable(),
  /** Read from the service in this run. */
  fresh: z.boolean(),
});
export type VoicesStatus = z.infer<typeof voicesStatusSchema>;

const studioEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connection'), connection: connectionSchema }),
  z.object({ type: z.literal('account'), account: accountSchema }),
  z.object({ type: z.literal('account-failed'), failure: failureSchema }),
  z.object({ type: z.literal('settings'), settings: settingsSchema }),
  /** Bytes of paid results in the profile, as counted last: at the start, and whenever the storage is read. */
  z.object({ type: z.literal('paid-results'), bytes: z.number() }),
  z.object({ type: z.literal('recent'), recent: z.array(recentProjectSchema) }),
  z.object({
    type: z.literal('unsettled'),
    operations: z.array(z.object({ operationId: z.string(), summary: z.string(), failure: failureSchema })),
    /** Told of before, and known by now how it ended; the newest last. `superseded`: asked for anew, and never answered itself. */
    ended: z.array(
      z.object({
        operationId: z.string(),
        summary: z.string(),
        outcome: z.enum(['made', 'failed', 'superseded']),
        creditsUsed: z.number().nullable(),
      }),
    ),
  }),
  /** A take came to an open project, or an open project's take was found damaged. A moment, not a state. */
  z.object({ type: z.literal('take'), projectId: z.string(), take: takeSchema }),
  /** A paid operation of any kind began, went on or ended. A moment, not a state. */
  z.object({ type: z.literal('operation'), operation: paidOperationSchema }),
  /** The voices that the studio keeps of the current service have changed: `voices.list` has them. A moment, not a state. */
  z.object({ type: z.literal('voices') }),
  z.object({ type: z.literal('voices-status'), status: voicesStatusSchema }),
  /** What is noted of a voice of the current service has changed. A moment, not a state. */
  z.object({ type: z.literal('voice-mark'), voiceId: z.string(), mark: voiceMarkSchema }),
  z.object({ type: z.literal('focus'), projectId: z.string().optional() }),
]);
export type StudioEvent = z.infer<typeof studioEventSchema>;

/** One moment of a generation. Times are milliseconds from the start of the block's audio. */
const generationEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queued'), blockId: z.string() }),
  /** The service cannot be reached: the block waits in the queue until `resumed`, and nothing is sent meanwhile. */
  z.object({ type: z.literal('paused'), blockId: z.string(), failure: failureSchema }),
  z.object({ type: z.literal('resumed'), blockId: z.string() }),
  z.object({ type: z.literal('sending'), blockId: z.string() }),
  /** Sound is arriving: `liveUrl` answers with the PCM from its start and goes on until the take is whole. */
  z.object({ type: z.literal('receiving'), blockId: z.string(), liveUrl: z.string() }),
  /** A job is being made by the service. */
  z.object({ type: z.literal('waiting'), blockId: z.string() }),
  z.object({ type: z.literal('words'), blockId: z.string(), words: z.array(wordSchema) }),
  /**
   * The block has its take. The take itself comes by `studio.watch`, before this, and once. `reused`: the same work had been paid for before;
   * nothing was sent.
   */
  z.object({ type: z.literal('take'), blockId: z.string(), takeId: z.string(), reused: z.boolean() }),
  /** `takeId`: what had arrived is kept as this incomplete take. */
  z.object({ type: z.literal('failed'), blockId: z.string(), failure: failureSchema, takeId: z.string().optional() }),
]);
export type GenerationEvent = z.infer<typeof generationEventSchema>;

const timelineSegmentSchema = z.object({
  takeId: id,
  /** Samples of silence after the take, at 48 kHz. */
  pauseSamples: z
    .int()
    .min(0)
    .max(60 * 48_000),
});

export const exportFormats = ['wav', 'mp3', 'm4a', 'srt', 'vtt'] as const;

export const operations = {
  /** Version and host; the first call of a window. */
  'studio.start': operation({ out: z.object({ version: z.string(), host: hostSchema, settings: settingsSchema }) }),
  /** Never ends by itself. */
  'studio.watch': operation({ event: studioEventSchema }),
  'settings.update': operation({ in: settingsSchema.partial(), out: settingsSchema }),

  /** Starts the local service again, or tries the account's address again. */
  'connection.restart': operation({}),
  /** Every service that is known, the local one first. */
  'connections.list': operation({
    out: z.object({
      connections: z.array(knownConnectionSchema),
      /** Whether this system keeps a key for the next start; without, keys last for the session. */
      keepsKeys: z.boolean(),
    }),
  }),
  /**
   * One for each origin: a second is a `conflict`. With `use` it is tested and connected too; where the test fails, nothing is added and the
   * failure names the field that is wrong, unless `anyway` is set.
   */
  'connections.add': operation({
    in: z.object({
      name: connectionName.optional(),
      baseUrl: address,
      realtimeUrl: address.nullable(),
      key: typedKey.optional(),
      use: z.boolean().optional(),
      anyway: z.boolean().optional(),
    }),
    out: knownConnectionSchema,
  }),
  /** A change of the connection in use is tested first, and nothing changes where that fails, unless `anyway` is set. */
  'connections.update': operation({
    in: z.object({
      id: connectionId,
      name: connectionName.optional(),
      realtimeUrl: address.nullable().optional(),
      key: typedKey.optional(),
      anyway: z.boolean().optional(),
    }),
    out: knownConnectionSchema,
  }),
  /** Its key is removed too. What was paid there stays in the ledger. */
  'connections.remove': operation({ in: z.object({ id: connectionId }) }),
  /** Tests it first; where that fails, what was in use stays so, and the failure names what is wrong, unless `anyway` is set. */
  'connections.use': operation({ in: z.object({ id: connectionId, anyway: z.boolean().optional() }) }),
  /**
   * Reads the profile and the models of a kept connection, or of one that is only typed, with its own key, and connects to its realtime
   * address. Charges nothing, keeps nothing. Where the address, the key or the realtime address is wrong, `field` of the failure is
   * `baseUrl`, `key` or `realtimeUrl`.
   */
  'connections.test': operation({
    in: z.union([
      z.object({ id: connectionId }),
      z.object({ baseUrl: address, realtimeUrl: address.nullable().optional(), key: typedKey }),
    ]),
    out: z.object({
      account: accountSchema,
      /** `null` where the service does not say. */
      models: z.int().nullable(),
      declares: z.boolean(),
      /** Whether Live works with it: false where it has no realtime address. */
      live: z.boolean(),
    }),
  }),
  'connections.trust': operation({ in: z.object({ id: connectionId, origin: address }), out: knownConnectionSchema }),
  'connections.distrust': operation({ in: z.object({ id: connectionId, origin: address }), out: knownConnectionSchema }),
  /** The caps that main enforces, and the credits of the current account since midnight; `null` where it cannot be reached. */
  'budget.read': operation({ out: budgetSchema.extend({ spentToday: z.number().nullable() }) }),
  'budget.update': operation({ in: budgetSchema.partial(), out: budgetSchema }),
  'account.refresh': operation({ out: accountSchema }),

  /** The account's own record, unknown fields included. */
  'profile.read': operation({ out: z.record(z.string(), z.json()) }),
  /** A field that the interface does not name is `invalid-input` unless the service's own document declares it. */
  'profile.update': operation({
    in: z.object({ fields: z.record(z.string().min(1).max(100), z.union([z.string().max(2048), z.number(), z.boolean()])) }),
    out: z.record(z.string(), z.json()),
  }),

  'models.list': operation({ out: z.object({ models: z.array(modelSchema), asOf: z.number() }) }),

  /** With `sample`, the sample chapter. Without `path`, a file in the profile's project folder. Never overwrites. */
  'project.create': operation({
    in: z.object({ path: absolutePath.optional(), title: z.string().trim().min(1).max(200), sample: z.boolean().optional() }),
    out: projectSchema,
  }),
  'project.open': operation({ in: z.object({ path: absolutePath }), out: projectSchema }),
  /** Opens what was open last; makes the sample project when there never was one. */
  'project.resume': operation({ out: projectSchema }),
  'project.close': operation({ in: z.object({ projectId: id }) }),
  'project.update': operation({
    in: z.object({
      projectId: id,
      title: z.string().trim().min(1).max(200).optional(),
      voiceId: z.string().max(128).nullable().optional(),
      modelId: z.string().max(128).nullable().optional(),
      place: placeSchema.optional(),
    }),
  }),
  /** Durable when it answers. `version` is what the steps were made on; another one is a `conflict`. */
  'project.edit': operation({
    in: z.object({ projectId: id, chapterId: id, version: z.int().nonnegative(), steps: z.array(jsonValue).min(1).max(2000) }),
    maxValues: maximumValues,
    out: z.object({ version: z.int() }),
  }),
  /**
   * The chapters by name and order. One that is not named any more is taken out; one that was taken out and is named again is back as it was; one
   * that the project does not have comes with its `document`. `before` is the outline that the change was made on: another one is a `conflict`,
   * unless the project has the wanted outline already. Durable, all or nothing, when it answers.
   */
  'project.arrange': operation({
    in: z.object({
      projectId: id,
      before: z.array(outlineEntry).min(1).max(maximumChapters),
      chapters: z
        .array(outlineEntry.extend({ document: jsonValue.optional() }))
        .min(1)
        .max(maximumChapters),
    }),
    maxValues: maximumValues,
  }),
  'project.forget': operation({ in: z.object({ path: z.string().min(1).max(4096) }) }),

  /** Folders and project files for the studio's own picker; without `path`, the home folder. */
  'files.list': operation({
    in: z.object({ path: absolutePath.optional() }),
    out: z.object({
      path: z.string(),
      parent: z.string().nullable(),
      entries: z.array(
        z.object({ name: z.string(), path: z.string(), kind: z.enum(['folder', 'project', 'file']), modifiedAt: z.number() }),
      ),
      /** True when the folder holds more than are listed. */
      truncated: z.boolean(),
    }),
  }),
  /** The operating system's dialog; `null` when it was closed. Only where the host has `nativeDialogs`. */
  'files.choose': operation({
    in: z.object({
      purpose: z.enum(['open-project', 'create-project', 'export']),
      suggestedName: z.string().max(200),
      extension: z.string().max(16),
    }),
    out: z.object({ path: z.string().nullable() }),
  }),

  /** What `speech.generate` of the same blocks would send and cost. Credits are `null` while nothing has been learned. */
  'speech.estimate': operation({
    in: z.object({ projectId: id, chapterId: id, blockIds: z.array(id).max(20_000), another: z.boolean().optional() }),
    out: z.object({ blocks: z.int(), characters: z.int(), credits: z.number().nullable(), learnedFrom: z.int() }),
  }),
  /**
   * Makes the takes of blocks, several at a time; they are sent in the order given, and one failure does not stop the rest. A block that is
   * paid for already is not sent. Cancelling stops what is under way and keeps what arrived. With `another`, the next reading
   * of the same work that the project does not have yet: on purpose, and paid for unless this profile has paid for it before.
   */
  'speech.generate': operation({
    in: z.object({ projectId: id, chapterId: id, blockIds: z.array(id).min(1).max(20_000), another: z.boolean().optional() }),
    event: generationEventSchema,
    out: z.object({ made: z.int(), reused: z.int(), failed: z.int() }),
  }),

  /**
   * What an earlier run of the studio was asked to generate and did not send, because it ended first. Without what was made, sent, deleted or
   * locked since.
   */
  'speech.unsent': operation({
    in: z.object({ projectId: id }),
    out: z.object({
      chapters: z.array(z.object({ chapterId: id, blocks: z.array(z.object({ id, text: z.string() })) })),
    }),
    maxValues: maximumValues,
  }),
  /** Forgets them, for a person does not want them any more. */
  'speech.forget-unsent': operation({ in: z.object({ projectId: id }) }),

  /** Durable when it answers; every window is told by `take`. Takes are not deleted. */
  'take.update': operation({ in: z.object({ projectId: id, takeId: id, starred: z.boolean() }) }),

  /** Names a chapter's sound; equal segments have equal addresses. Samples at 48 kHz. */
  'chapter.sound': operation({
    in: z.object({ projectId: id, segments: z.array(timelineSegmentSchema).max(50_000) }),
    maxValues: maximumValues,
    out: z.object({ audioUrl: z.string(), peaksUrl: z.string(), samples: z.int() }),
  }),

  /**
   * Captions and sound of a chapter's current takes, in the script's order; without `chapterId`, of all chapters one after another, in one
   * file. With `path`, a file there, never overwritten unless `overwrite`; without, a download address. `numbered`: the chapter's place and
   * name are part of the file's, behind that of `path`: `Book.wav` becomes `Book - 02 The Storm.wav`.
   */
  'chapter.export': operation({
    in: z.object({
      projectId: id,
      chapterId: id.optional(),
      format: z.enum(exportFormats),
      path: absolutePath.optional(),
      overwrite: z.boolean().optional(),
      numbered: z.boolean().optional(),
    }),
    event: z.object({ fraction: z.number().min(0).max(1) }),
    out: z.object({
      name: z.string(),
      bytes: z.number(),
      path: z.string().nullable(),
      url: z.string().nullable(),
      skippedBlocks: z.int(),
      /** Milliseconds of the sound, or of the sound that captions are for. */
      durationMs: z.int(),
      peak: exportedPeakSchema.nullable(),
    }),
  }),

  ...liveOperations,
  ...voiceOperations,
  ...officeOperations,
  ...paidOperations,
  ...cloneOperations,
  ...dubbingTimelineOperations,
  ...transcriptOperations,
  ...mediaOperations,
  ...sourceOperations,
  ...bucketOperations,
} as const;

export type Operations = typeof operations;
export type OperationName = keyof Operations;
/** One handler for each operation: a missing one does not compile. */
export type Services = ServicesOf<Operations>;
