import { z } from 'zod';
import {
  cloneDraftSchema,
  cloneFormSchema,
  maximumRecordings,
  recordingId,
  recordingSchema,
  sendForms,
  trimSchema,
  madeVoiceSchema,
} from '../clone/recordings.ts';
import { cleanUpSchema } from '../clone/clean-up.ts';
import { operation } from './operation.ts';
import { limits } from '../wire/common.ts';
import { messageSchema } from '../messages/message.ts';

/**
 * The draft of a clone. A recording's bytes go to `POST /bytes/clone/<recordingId>?at=<bytes so far>` in pieces, one after the other; each is
 * answered with `{ "taken": bytes so far, "enough": boolean }`. A recording's own pieces are signed 16 bit mono at 48 kHz. Its sound is then at
 * `/bytes/clone/<recordingId>.wav`, its peaks at `.peaks`, and the file as it came at `.original`. Where main has no decoder for it, a window that has one
 * hands the samples over: mono floats of 32 bits, to `POST /bytes/clone/<recordingId>.samples?at=<bytes so far>&rate=<samples a second>`, answered alike.
 */
export const cloneOperations = {
  'clone.draft': operation({ out: cloneDraftSchema }),
  /** Durable when it answers. */
  'clone.saveForm': operation({ in: cloneFormSchema }),
  /** `bytes` is the size of the file; a recording does not know it yet. Fails with `conflict` when the list is full. */
  'clone.begin': operation({
    in: z.object({ name: z.string().min(1).max(1024), kind: z.enum(['file', 'recording']), bytes: z.number().nonnegative().optional() }),
    out: recordingSchema,
  }),
  /** All its bytes are there: it is decoded and measured. What cannot be used is `failed`, with its reason. */
  'clone.finish': operation({ in: z.object({ recordingId }), out: recordingSchema }),
  /** All samples that a window decoded are there: they are drawn and measured as if main had. `not-found` where none came. */
  'clone.decoded': operation({ in: z.object({ recordingId }), out: recordingSchema }),
  /** The recording itself is never changed. Its facts are measured again where the trim is another. */
  'clone.update': operation({
    in: z.object({ recordingId, trim: trimSchema.nullable().optional(), sendAs: z.enum(['auto', ...sendForms]).optional() }),
    out: recordingSchema,
  }),
  /**
   * Sets how a recording is cleaned up, and does it; the recording itself is never changed. `progress` counts samples of the first time, when all of it
   * is listened to. Stopped, or where it fails, the settings stay as they were. `conflict` while it is being done, `invalid-input` where silence is to be
   * trimmed and there is no speech.
   */
  'clone.cleanUp': operation({
    in: z.object({ recordingId, ...cleanUpSchema.shape }),
    event: z.object({ type: z.literal('progress'), done: z.int(), total: z.int() }),
    out: recordingSchema,
  }),
  'clone.arrange': operation({ in: z.object({ recordingIds: z.array(recordingId).max(maximumRecordings) }) }),
  /** Ends what is still arriving, too. */
  'clone.remove': operation({ in: z.object({ recordingId }) }),
  /** Another clone is begun: form, recordings and result go. */
  'clone.clear': operation({ out: cloneDraftSchema }),
  /** The voice of the draft is put aside, so that its recordings can be changed and sent again; the consent to it is not taken over. */
  'clone.reopen': operation({ out: cloneDraftSchema }),
  /**
   * The words of a recording, by the service's transcription, which is paid for. It fetches the file itself: one that is not on this machine by
   * way of the person's bucket; without one it is `conflict`, and nothing is sent.
   */
  'clone.transcribe': operation({
    in: z.object({ recordingId, language: z.string().min(1).max(limits.languageCharacters).optional() }),
    out: z.object({ text: z.string(), draft: z.boolean() }),
  }),
  /** Whether `clone.transcribe` can work, and why not. */
  'clone.canTranscribe': operation({ out: z.object({ reason: messageSchema.nullable() }) }),
  /**
   * Clones the voice from the draft. `begun` names the operation of the ledger, `sent` counts bytes of the form that left this machine. What may not
   * be sent fails with `invalid-input`, and the field. `exampleId` names the only recording of a draft that is the example's: nobody has to be asked
   * about that voice.
   */
  'clone.send': operation({
    in: z.object({ exampleId: recordingId.optional() }),
    event: z.discriminatedUnion('type', [
      z.object({ type: z.literal('preparing'), recordingId }),
      z.object({ type: z.literal('begun'), operationId: z.string() }),
      z.object({ type: z.literal('sent'), bytes: z.number(), total: z.number() }),
    ]),
    out: madeVoiceSchema,
  }),
  /** The draft's voice is one that the service's list has: its outcome was unknown, and it was adopted. */
  'clone.adopted': operation({ in: z.object({ voiceId: z.string().min(1).max(200), name: z.string().max(1000) }), out: cloneDraftSchema }),
} as const;
