import { z } from 'zod';
import { failureSchema } from '../failure.ts';
import { operation } from './operation.ts';
import { catalogueVoiceSchema } from '../catalogue/voices.ts';
import { voiceMeasureSchema } from '../sound/voice-measure.ts';
import { keptFileSchema } from './kept-file.ts';

/** Operations of the list of voices, and of what this profile keeps of them. Those that are paid for are in `paid.ts`. */

const voiceId = z.string().min(1).max(200);

export const markLimits = { aliasCharacters: 100, tagCharacters: 40, tags: 20 } as const;
const alias = z.string().trim().min(1).max(markLimits.aliasCharacters);
const tag = z.string().trim().min(1).max(markLimits.tagCharacters);

/** What a person noted of a voice; kept in the profile, and known without a service. */
export const voiceMarkSchema = z.object({
  favourite: z.boolean(),
  /** A name of the person's own, shown in place of the service's. */
  alias: alias.nullable(),
  tags: z.array(tag).max(markLimits.tags),
  /** When it was last auditioned or given to a block or a project; Unix milliseconds. */
  usedAt: z.number().nullable(),
  /** What the service called it then: the name of one that is gone. */
  name: z.string().max(200).nullable(),
});
export type VoiceMark = z.infer<typeof voiceMarkSchema>;

/** What a voice can be heard and drawn by; kept in the profile, of the connected service. */
export const voiceSampleSchema = z.object({
  /** A line of it that was made and paid for. Null where its file is not on this machine any more, and where only a take was measured. */
  file: keptFileSchema.nullable(),
  /** Null until it was measured. */
  measure: voiceMeasureSchema.nullable(),
});
export type VoiceSample = z.infer<typeof voiceSampleSchema>;

export const voiceOperations = {
  /**
   * Every voice, public and personal, with what the v1 list adds. Answers at once with the list that is kept; one that is old is read again in
   * the background, and `studio.watch` tells `voices` when it has changed. `fresh`: read from the service in this run.
   */
  'voices.list': operation({ out: z.object({ voices: z.array(catalogueVoiceSchema), asOf: z.number(), fresh: z.boolean() }) }),
  /** Reads every page again; answers when that is done. */
  'voices.refresh': operation({}),
  /** What is noted of the current service's voices, by voice id. */
  'voices.marks': operation({ out: z.object({ marks: z.record(z.string(), voiceMarkSchema) }) }),
  /** Changes what is given, and leaves the rest. `used`: it was used now. Durable when it answers; every window gets `voice-mark`. */
  'voices.mark': operation({
    in: z.object({
      voiceId,
      favourite: z.boolean().optional(),
      alias: alias.nullable().optional(),
      tags: z.array(tag).max(markLimits.tags).optional(),
      used: z.literal(true).optional(),
      name: z.string().max(200).optional(),
    }),
    out: voiceMarkSchema,
  }),
  /** The samples of the current service's voices that there are, by voice id. Playing one costs nothing. */
  'voices.samples': operation({ out: z.object({ samples: z.record(z.string(), voiceSampleSchema) }) }),
  /** Keeps what a window measured of a voice; every window gets `voice-sample`. */
  'voices.measured': operation({ in: z.object({ voiceId, measure: voiceMeasureSchema }), out: voiceSampleSchema }),
  /**
   * The projects that speak with a voice, of those that are open or were opened last: `blocks` names it so often, `isDefault` where it is the
   * project's own, `characters` the names of those that it speaks for. `unread` are paths of projects that could not be looked into.
   */
  'voices.usedBy': operation({
    in: z.object({ voiceId }),
    out: z.object({
      projects: z.array(
        z.object({
          title: z.string(),
          path: z.string(),
          open: z.boolean(),
          blocks: z.int(),
          isDefault: z.boolean(),
          characters: z.array(z.string()),
        }),
      ),
      unread: z.array(z.string()),
    }),
  }),
} as const;

/** How the list of voices stands. */
export const voicesStatusSchema = z.object({
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
