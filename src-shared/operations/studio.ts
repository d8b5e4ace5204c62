import { z } from 'zod';
import { languageChoices } from '../messages/languages.ts';
import { failureSchema } from '../failure.ts';
import { pickupChangeSchema } from '../narration/pickups.ts';
import { pronunciationsSchema } from '../narration/pronunciation.ts';
import { takeSchema } from '../narration/take.ts';
import { maximumValues } from '../rpc-bounds.ts';
import { operation } from './operation.ts';
import { paidOperationSchema } from './paid.ts';
import { voiceMarkSchema, voiceSampleSchema, voicesStatusSchema } from './voices.ts';
import { connectionSchema } from './connections.ts';
import { accountSchema } from './account.ts';
import { projectChangeSchema, recentProjectSchema } from './project.ts';

/** What a host has, as data; the screen shows or leaves out by it. */
const hostSchema = z.object({
  kind: z.enum(['electron', 'served']),
  /** Open and save dialogs of the operating system; without them the studio shows its own folder picker. */
  nativeDialogs: z.boolean(),
  /** An export is written to a path a person chose; without, it arrives as a browser download. */
  writesToChosenPath: z.boolean(),
});
export type Host = z.infer<typeof hostSchema>;

/** Of the system's own text size, in percent. */
export const textSizes = [90, 100, 115, 130, 150] as const;

export const settingsSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  textSize: z.literal(textSizes),
  /** As if the system asked for less motion, and for more contrast. */
  lessMotion: z.boolean(),
  moreContrast: z.boolean(),
  /** Of every text, in the window and in main; `system` follows the computer. */
  language: z.enum(languageChoices),
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
  /**
   * The browser's id of the output that everything plays on; empty for the system's own. `null` where none was ever chosen: one that an earlier
   * version had for Live alone is taken over then.
   */
  outputDeviceId: z.string().max(512).nullable(),
  /** How words are said in all projects. A project's own entries go before them. */
  pronunciations: pronunciationsSchema,
});
export const defaultSettings: z.infer<typeof settingsSchema> = {
  theme: 'system',
  textSize: 100,
  lessMotion: false,
  moreContrast: false,
  language: 'system',
  playbackRate: 1,
  lowBalance: null,
  confirmAbove: 5_000,
  largeResults: 20,
  shortcuts: {},
  outputDeviceId: null,
  pronunciations: [],
};
export type Settings = z.infer<typeof settingsSchema>;

/** What main sends every window; each value replaces the one before it of the same type, and all are sent on opening. */
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
    /** Reported before, and known by now how it ended; the newest last. `superseded`: asked for again, and never answered itself. */
    ended: z.array(
      z.object({
        operationId: z.string(),
        summary: z.string(),
        outcome: z.enum(['made', 'failed', 'superseded']),
        creditsUsed: z.number().nullable(),
        /** The block whose audio it was to be. */
        blockId: z.string().optional(),
      }),
    ),
  }),
  /** A take came to an open project, or an open project's take was found damaged. A moment, not a state. */
  z.object({ type: z.literal('take'), projectId: z.string(), take: takeSchema }),
  /** A window changed an open project. A moment, not a state. */
  z.object({ type: z.literal('project-changed'), projectId: z.string(), change: projectChangeSchema }),
  /** Pickups of an open project came, changed or went. A moment, not a state. */
  z.object({ type: z.literal('pickups'), projectId: z.string(), change: pickupChangeSchema }),
  /** How many new takes of an open project are checked, of those that are to be; none of none once that is over. A moment, not a state. */
  z.object({ type: z.literal('checks'), projectId: z.string(), done: z.number().int(), total: z.number().int() }),
  /** A paid operation of any kind began, went on or ended. A moment, not a state. */
  z.object({ type: z.literal('operation'), operation: paidOperationSchema }),
  /** The voices that the studio keeps of the current service have changed: `voices.list` has them. A moment, not a state. */
  z.object({ type: z.literal('voices') }),
  z.object({ type: z.literal('voices-status'), status: voicesStatusSchema }),
  /** What is noted of a voice of the current service has changed. A moment, not a state. */
  z.object({ type: z.literal('voice-mark'), voiceId: z.string(), mark: voiceMarkSchema }),
  /** A voice of the current service was heard or measured. A moment, not a state. */
  z.object({ type: z.literal('voice-sample'), voiceId: z.string(), sample: voiceSampleSchema }),
  z.object({ type: z.literal('focus'), projectId: z.string().optional() }),
]);
export type StudioEvent = z.infer<typeof studioEventSchema>;

/** The window’s first call, what it follows, and its settings. */
export const studioOperations = {
  /** Version and host; the first call of a window. */
  'studio.start': operation({ out: z.object({ version: z.string(), host: hostSchema, settings: settingsSchema }) }),
  /** Never ends by itself. */
  'studio.watch': operation({ event: studioEventSchema }),
  'settings.update': operation({ in: settingsSchema.partial(), out: settingsSchema, maxValues: maximumValues }),
} as const;
