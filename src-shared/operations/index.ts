import { accountOperations } from './account.ts';
import { bucketOperations } from './bucket.ts';
import { cloneOperations } from './clone.ts';
import { connectionOperations } from './connections.ts';
import { dubbingTimelineOperations } from './dubbing-timeline.ts';
import { exportOperations } from './exports.ts';
import { fileOperations } from './files.ts';
import { liveOperations } from './live.ts';
import { localVoiceOperations } from './local-voices.ts';
import { manuscriptOperations } from './manuscript.ts';
import { mediaOperations } from './media.ts';
import { officeOperations } from './office.ts';
import { paidOperations } from './paid.ts';
import { pickupOperations } from './pickups.ts';
import { projectOperations } from './project.ts';
import { pronunciationOperations } from './pronunciations.ts';
import { sourceOperations } from './sources.ts';
import { speechOperations } from './speech.ts';
import { studioOperations } from './studio.ts';
import { takeOperations } from './takes.ts';
import { transcriptOperations } from './transcripts.ts';
import { voiceOperations } from './voices.ts';
import { joinUnique } from './join.ts';
import type { Services as ServicesOf } from '../rpc.ts';

/**
 * Every operation that the renderer can ask of main, a file for each domain. To add one: its entry in the domain's file, its handler in a file
 * that `joinServices` of `src-main/app/studio.ts` lists (mostly `src-main/features/<name>/service.ts`), its test. Payloads are what both wires carry alike: no dates, maps, functions or undefined in
 * arrays. A name given twice is refused when the program starts.
 */
export const operations = joinUnique('operation', [
  studioOperations,
  connectionOperations,
  accountOperations,
  projectOperations,
  localVoiceOperations,
  manuscriptOperations,
  pickupOperations,
  fileOperations,
  speechOperations,
  exportOperations,
  pronunciationOperations,
  liveOperations,
  voiceOperations,
  officeOperations,
  paidOperations,
  cloneOperations,
  dubbingTimelineOperations,
  takeOperations,
  transcriptOperations,
  mediaOperations,
  sourceOperations,
  bucketOperations,
]);

export type Operations = typeof operations;
export type OperationName = keyof Operations;
/** One handler for each operation: a missing one is a type error at `joinServices`. */
export type Services = ServicesOf<Operations>;
