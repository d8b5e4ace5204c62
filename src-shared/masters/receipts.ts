import { playedSamples, type EditedTake } from '../narration/edited-take.ts';
import { sampleRate, type Take } from '../narration/take.ts';

/** Where the sound of a master comes from, and what was paid for it. Pure. */

/** A block as it stands in a file; milliseconds of the file. */
export interface PlacedBlock {
  /** From 1. */
  chapter: number;
  blockId: string;
  take: EditedTake;
  startMs: number;
  endMs: number;
}

/** A part of a file: of one take, or silence. Milliseconds of the file. */
interface ReceiptLine {
  startMs: number;
  endMs: number;
  /** `null`: a pause, room tone, or the gap between two sounds that were joined. */
  sound: {
    chapter: number;
    blockId: string;
    /** The take that was bought or recorded, also where the block plays one that was put together from several. */
    takeId: string;
    /** Where in that take it begins, in milliseconds. */
    takeStartMs: number;
    /** Of the charge, in the same receipts. */
    charge: number;
  } | null;
}

/** What the ledger knows of the operation that made a take. */
export interface PaidOperation {
  operationId: string;
  origin: string;
  /** `null` where nobody has said. */
  creditsUsed: number | null;
  isOfProject: boolean;
  /** The model that answered; `null` where it is not known. */
  modelId: string | null;
}

/** What was paid for takes that are in a file; one for several that came of one request. */
export interface ReceiptCharge {
  takeIds: string[];
  source: 'service' | 'recording';
  /** Unix milliseconds. */
  createdAt: number;
  /** Empty for a recording. */
  voiceId: string;
  /** `null` for a recording, and where the list of voices does not have it. */
  voiceName: string | null;
  modelId: string | null;
  /** The service's own id of the request. */
  requestId: string | null;
  /** `null` where the ledger does not have it: then the rest is as the project records it. */
  operation: PaidOperation | null;
  /** 0 for a recording; `null` where nobody has said. */
  credits: number | null;
  /** What of it is heard, in all files. */
  durationMs: number;
  text: string;
  fileName: string | null;
}

export interface FileReceipt {
  name: string;
  durationMs: number;
  /** Without a gap from 0 to `durationMs`. */
  lines: ReceiptLine[];
}

interface LedgerSum {
  operations: number;
  credits: number;
}

export interface Receipts {
  title: string;
  files: FileReceipt[];
  charges: ReceiptCharge[];
  /** `unknownCharges`: charges whose credits nobody has said. */
  totals: { durationMs: number; syntheticMs: number; recordedMs: number; silenceMs: number; credits: number; unknownCharges: number };
  /** What the ledger has for the project: `used` and `unused` add up to `project`. */
  ledger: { project: LedgerSum; used: LedgerSum; unused: LedgerSum };
}

interface Stretch {
  take: Take;
  /** Milliseconds of `take`. */
  startMs: number;
  endMs: number;
  /** Milliseconds from the start of what was asked for. */
  atMs: number;
}

type FindTake = (takeId: string) => Take | undefined;
const toMs = (samples: number): number => (samples * 1000) / sampleRate;
/** Repairs of repairs that are followed back, at most. */
const mostGenerations = 100;
/** Shorter than a sample. */
const nothing = 1 / 48;

/** The takes that were bought or recorded which a part of a take is made of, in order; milliseconds of the take. */
export function traceTake(take: Take, startMs: number, endMs: number, find: FindTake, generations = mostGenerations): Stretch[] {
  const { derivedFrom = [] } = take;
  if (derivedFrom.length === 0 || generations === 0) return [{ take, startMs, endMs, atMs: 0 }];
  const sum = derivedFrom.reduce((total, part) => total + part.endMs - part.startMs, 0);
  // Two that were joined have a pause between them.
  const gapMs = derivedFrom.length > 1 ? Math.max(0, toMs(take.samples) - sum) / (derivedFrom.length - 1) : 0;
  let at = 0;
  return derivedFrom.flatMap((part) => {
    const from = Math.max(at, startMs);
    const to = Math.min(at + part.endMs - part.startMs, endMs);
    const offset = part.startMs - at;
    at += part.endMs - part.startMs + gapMs;
    if (to - from < nothing) return [];
    const source = find(part.takeId);
    if (source === undefined) return [{ take, startMs: from, endMs: to, atMs: from - startMs }];
    const inner = traceTake(source, from + offset, to + offset, find, generations - 1);
    return inner.map((stretch) => ({ ...stretch, atMs: stretch.atMs + from - startMs }));
  });
}

interface Ground {
  find: FindTake;
  /** The operation that made a take. */
  findOperation: (take: Take) => PaidOperation | undefined;
  nameOfVoice: (voiceId: string) => string | undefined;
  /** Everything that the ledger has for the project. */
  project: LedgerSum;
}

/** Follows every file back to what was bought and recorded. */
export function makeReceipts(
  title: string,
  files: readonly { name: string; durationMs: number; blocks: readonly PlacedBlock[] }[],
  ground: Ground,
): Receipts {
  const charges = new Charges(ground);
  const receipts = files.map(({ name, durationMs, blocks }) => ({
    name,
    durationMs,
    lines: withSilence(
      blocks.flatMap((block) => linesOf(block, ground.find, charges)),
      durationMs,
    ),
  }));
  const all = charges.list;
  for (const { startMs, endMs, sound } of receipts.flatMap(({ lines }) => lines)) {
    const charge = sound && all[sound.charge];
    if (charge) charge.durationMs += endMs - startMs;
  }
  const length = (source: ReceiptCharge['source']): number =>
    all.reduce((sum, charge) => sum + (charge.source === source ? charge.durationMs : 0), 0);
  const durationMs = receipts.reduce((sum, file) => sum + file.durationMs, 0);
  const [syntheticMs, recordedMs] = [length('service'), length('recording')];
  const used = sumOf(all.flatMap(({ operation }) => (operation?.isOfProject === true ? [operation.creditsUsed] : [])));
  const { project } = ground;
  return {
    title,
    files: receipts,
    charges: all,
    totals: {
      durationMs,
      syntheticMs,
      recordedMs,
      silenceMs: Math.max(0, durationMs - syntheticMs - recordedMs),
      credits: sumOf(all.map(({ credits }) => credits)).credits,
      unknownCharges: all.filter(({ credits }) => credits === null).length,
    },
    ledger: { project, used, unused: { operations: project.operations - used.operations, credits: project.credits - used.credits } },
  };
}

const sumOf = (credits: readonly (number | null)[]): LedgerSum => ({
  operations: credits.length,
  credits: credits.reduce<number>((sum, one) => sum + (one ?? 0), 0),
});

function linesOf({ take, startMs, endMs, chapter, blockId }: PlacedBlock, find: FindTake, charges: Charges): ReceiptLine[] {
  const whole = find(take.id) ?? take;
  const played = playedSamples(whole.samples, take.edit ?? {});
  const fromMs = toMs(played.from);
  return traceTake(whole, fromMs, Math.min(toMs(played.to), fromMs + endMs - startMs), find).map((stretch) => {
    const durationMs = stretch.endMs - stretch.startMs;
    const at = startMs + stretch.atMs;
    const charge = charges.add(stretch.take);
    return {
      startMs: at,
      endMs: at + durationMs,
      sound: { chapter, blockId, takeId: stretch.take.id, takeStartMs: stretch.startMs, charge },
    };
  });
}

/** Lines without gaps over the whole file; what lies outside of it is left out. */
function withSilence(lines: readonly ReceiptLine[], durationMs: number): ReceiptLine[] {
  const all: ReceiptLine[] = [];
  let at = 0;
  for (const { startMs, endMs, sound } of lines) {
    const from = Math.max(at, startMs);
    const to = Math.min(endMs, durationMs);
    if (to - from < nothing) continue;
    if (from - at >= nothing) all.push({ startMs: at, endMs: from, sound: null });
    // A line that is cut at its start begins later in its take.
    all.push({
      startMs: from - at >= nothing ? from : at,
      endMs: to,
      sound: sound && { ...sound, takeStartMs: sound.takeStartMs + from - startMs },
    });
    at = to;
  }
  if (durationMs - at >= nothing) all.push({ startMs: at, endMs: durationMs, sound: null });
  else if (all.length > 0) all[all.length - 1] = { ...(all.at(-1) as ReceiptLine), endMs: durationMs };
  return all;
}

/** Every charge once: takes that came of one operation, or of one request, share it. */
class Charges {
  readonly list: ReceiptCharge[] = [];
  readonly #places = new Map<string, number>();
  readonly #ground: Ground;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** Its place in the list. */
  add(take: Take): number {
    const ofTake = `take:${take.id}`;
    let place = this.#places.get(ofTake);
    if (place === undefined) {
      const operation = this.#ground.findOperation(take) ?? null;
      const key = operation ? `operation:${operation.operationId}` : take.requestId === null ? ofTake : `request:${take.requestId}`;
      place = this.#places.get(key) ?? this.list.push(toCharge(take, operation, this.#ground.nameOfVoice)) - 1;
      this.#places.set(key, place).set(ofTake, place);
      this.list[place]?.takeIds.push(take.id);
    }
    return place;
  }
}

function toCharge(take: Take, operation: PaidOperation | null, nameOfVoice: Ground['nameOfVoice']): ReceiptCharge {
  const isRecording = take.source === 'recording';
  return {
    takeIds: [],
    source: isRecording ? 'recording' : 'service',
    createdAt: take.createdAt,
    voiceId: take.voiceId,
    voiceName: isRecording ? null : (nameOfVoice(take.voiceId) ?? null),
    // A block that names no model has the voice’s default: only the ledger says which that was.
    modelId: take.modelId ?? operation?.modelId ?? null,
    requestId: take.requestId,
    operation,
    // A take that was put together has no price of its own; only one whose sources are gone stands here.
    credits: isRecording ? 0 : take.derivedFrom ? null : (operation?.creditsUsed ?? take.creditsUsed),
    durationMs: 0,
    text: take.text,
    fileName: take.fileName ?? null,
  };
}
