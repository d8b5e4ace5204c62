import type { ChapterStart, MasterTags, SoundFormat } from '#shared/masters/formats.ts';
import { isLossless } from '#shared/masters/formats.ts';
import type { Preset } from '#shared/masters/presets.ts';
import { reportOn, type MasterMeasures, type ReportLine } from '#shared/masters/report.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { ceilings, type ExportedPeak } from '#shared/sound/exported-peak.ts';
import type { SoundMeasures } from '#shared/sound/sound-meter.ts';
import { rm } from 'node:fs/promises';
import { ThreadClient } from '../../infra/thread-call.ts';
import { threadUrl } from '../../infra/threads.ts';
import type { Analysis } from './analysis.ts';
import { samplesAfter, type ChainOrder } from './chain.ts';
import type { MasterThread } from './master-thread.ts';
import { speechLevelDb, withEdges } from './measure-file.ts';
import type { WrittenFile } from './passes.ts';
import { toneLevels } from './room-tone.ts';

/** A sound that can be read as often as a master takes passes: mono 16 bit at 48 kHz. */
export interface MasterSource {
  samples: number;
  read(): AsyncIterable<Uint8Array>;
}

export interface MasterOrder {
  format: SoundFormat;
  /** Where nothing is yet; the caller removes what is there after a failure. */
  path: string;
  preset: Preset | undefined;
  /** Hz, of formats that can have more than one; without it, the preset's. */
  sampleRate?: number | undefined;
  tags: MasterTags;
  /** Where chapters begin in the source. */
  chapters: readonly ChapterStart[];
}

/** Where a sound stands in the file that a preset makes of it. */
export interface MasterPlace {
  /** Where the source begins, in milliseconds: after room tone; before 0 where silence at its start is cut. */
  startMs: number;
  /** Of the file. */
  durationMs: number;
}

export interface Master extends MasterPlace {
  measures: MasterMeasures;
  peak: ExportedPeak;
  report: ReportLine[];
}

/** How a long export is followed, paused and stopped. */
export interface MasterRun {
  signal: AbortSignal;
  /** Waits while the export is paused. */
  whenGoing?: (() => Promise<void>) | undefined;
  onFraction: (fraction: number) => void;
}

interface Run extends MasterRun {
  onUnexpected: (message: string, facts: Record<string, unknown>) => void;
}

/** A call that takes longer hangs: each is for a second of sound or two. */
const patienceMs = 120_000;
/** Bytes that are worked on at once, one second. */
const pieceBytes = 96_000;
/** Times that gain is corrected for what the limiter took. */
const mostTrials = 3;
/** Files that are written until what coding adds to level and peaks is made up for. */
const mostFiles = 3;
/** Decibels that a level may miss its target by before a correction is worth a pass. */
const closeEnough = 0.15;
/** Decibels that a correction may have without being tried itself. */
const smallStep = 0.6;
/** What little there is in a recording that was all but silent is not made loud. */
const mostGainDb = 30;
/** Decibels a peak is brought below a limit, for what rounding and other meters make of it; more where a coder adds to it. */
const headroomDb = { exact: 0.05, lossy: 0.5 } as const;
/** Room tone before and after, in milliseconds. */
const headMs = 750;
const tailMs = 2500;

/**
 * Makes a master: measures the sound, brings it to the preset’s level with its true peaks below the limit, puts room tone where the preset wants it,
 * encodes it, decodes it again and judges it by the preset. All of it happens in a thread, in bounded memory. Without a preset only peaks above the
 * ceiling of exports change. Fails as the disk does, and with the signal’s reason.
 */
export async function makeMaster(source: MasterSource, order: MasterOrder, run: Run): Promise<Master> {
  run.signal.throwIfAborted();
  const thread = startThread(run);
  const passes = new Passes(thread, source, { ...run, planned: order.preset === undefined ? 1.3 : 1.9 });
  try {
    if (order.preset === undefined) {
      const ceilingDb = isLossless(order.format) ? ceilings.exact : ceilings.lossy;
      const chain = { gainDb: 0, ceilingDb, rate: rateOf(order), from: 0, to: source.samples };
      return { ...(await writeOnce(passes, order, chain)), report: [] };
    }
    return await makeByPreset(passes, source, { ...order, preset: order.preset });
  } finally {
    await thread.close();
  }
}

const startThread = ({ onUnexpected }: Run): ThreadClient<MasterThread> =>
  new ThreadClient<MasterThread>(threadUrl('master-thread'), { name: 'master', patienceMs, onUnexpected });

/** The first pass alone: nothing is written. */
export async function analyseSound(source: MasterSource, run: Run): Promise<Analysis> {
  run.signal.throwIfAborted();
  const thread = startThread(run);
  try {
    return await new Passes(thread, source, { ...run, planned: 0.31 }).analyse();
  } finally {
    await thread.close();
  }
}

/** What was measured, and what the preset is going to make of it: the level it aims at, and what that does to everything else. */
export function predictMaster(
  analysis: Analysis,
  samples: number,
  order: { format: SoundFormat; preset: Preset; sampleRate?: number | undefined },
): { now: MasterMeasures; after: MasterMeasures } {
  const { measures, edges } = analysis;
  const sounding = edges.findLast(({ levelDb }) => levelDb <= speechLevelDb);
  const now = withEdges(measures, sounding);
  const chain = planChain(analysis, samples, order);
  const { tone, gainDb } = chain;
  const add = (value: number | null): number | null => (value === null ? null : value + gainDb);
  const { by, target } = order.preset.level;
  const reaches = gainDb < mostGainDb;
  const level = (value: number | null): number | null => (reaches && value !== null ? target : add(value));
  const peak = add(measures.truePeakDb);
  const floor = add(measures.noiseFloorDb);
  const after: MasterMeasures = {
    lufs: by === 'lufs' ? level(measures.lufs) : add(measures.lufs),
    rmsDb: by === 'rms' ? level(measures.rmsDb) : add(measures.rmsDb),
    truePeakDb: peak === null ? null : Math.min(peak, chain.ceilingDb),
    noiseFloorDb: tone === undefined ? floor : Math.min(floor ?? tone.levelDb, tone.levelDb),
    durationMs: (samplesAfter(chain) * 1000) / chain.rate,
    headMs: tone === undefined ? now.headMs : headMs,
    tailMs: tone === undefined ? now.tailMs : tailMs,
  };
  return { now, after };
}

/** Of every format alike: only levels differ with it. */
export function placeInMaster(analysis: Analysis, samples: number, preset: Preset): MasterPlace {
  const chain = planChain(analysis, samples, { format: 'wav', preset });
  return { startMs: startOf(chain), durationMs: (samplesAfter(chain) * 1000) / chain.rate };
}

const startOf = ({ from, tone }: ChainOrder): number => (((tone?.headSamples ?? 0) - from) * 1000) / sampleRate;

async function makeByPreset(passes: Passes, source: MasterSource, order: MasterOrder & { preset: Preset }): Promise<Master> {
  const { preset, format } = order;
  const analysis = await passes.analyse();
  let chain = await correctGain(passes, preset, planChain(analysis, source.samples, order));
  for (let file = 1; ; file += 1) {
    const made = await writeOnce(passes, order, chain);
    const report = reportOn(made.measures, preset, format);
    const better = file === mostFiles ? undefined : correctForCoder(chain, made.measures, preset);
    if (better === undefined) return { ...made, report };
    await rm(order.path, { force: true });
    chain = better;
  }
}

const levelOf = (measures: SoundMeasures, { level }: Preset): number | null => (level.by === 'rms' ? measures.rmsDb : measures.lufs);

const fixedRate: ReadonlySet<SoundFormat> = new Set(['m4a', 'm4b', 'ogg']);

const rateOf = ({ format, preset, sampleRate: wanted }: Pick<MasterOrder, 'format' | 'preset' | 'sampleRate'>): number =>
  fixedRate.has(format) ? sampleRate : (wanted ?? preset?.sampleRate ?? sampleRate);

/** What the first pass leads to; the limiter may take some of the gain away again. */
function planChain(
  { measures, profile, edges }: Analysis,
  samples: number,
  order: Pick<MasterOrder, 'format' | 'sampleRate'> & { preset: Preset },
): ChainOrder {
  const { preset, format } = order;
  const rate = rateOf(order);
  const ceilingDb = preset.mostTruePeakDb - headroomDb[isLossless(format) ? 'exact' : 'lossy'];
  const measured = levelOf(measures, preset);
  const gainDb = measured === null ? 0 : Math.min(mostGainDb, preset.level.target - measured);
  const plain = { gainDb, ceilingDb, rate, from: 0, to: samples };
  if (preset.roomTone === null || measured === null) return plain;
  const speech = edges.findLast(({ levelDb }) => levelDb <= Math.max(-90, speechLevelDb - gainDb)) ?? edges[0];
  const startMs = speech?.startMs ?? 0;
  const quietMs = (samples * 1000) / sampleRate - (speech?.endMs ?? 0);
  const toSamples = (ms: number): number => Math.round((ms * sampleRate) / 1000);
  const own = profile.levelDb === null ? toneLevels.usual : profile.levelDb + gainDb;
  const chain: ChainOrder = {
    ...plain,
    from: toSamples(Math.max(0, startMs - headMs)),
    to: samples - toSamples(Math.max(0, quietMs - tailMs)),
    tone: {
      profile,
      levelDb: Math.max(toneLevels.least, Math.min(toneLevels.most, own)),
      headSamples: toSamples(Math.max(0, headMs - startMs)),
      tailSamples: toSamples(Math.max(0, tailMs - quietMs)),
    },
  };
  // RMS is of the whole file: what is added or cut at its ends changes it.
  const lengthDb = preset.level.by === 'rms' ? 10 * Math.log10(((samplesAfter(chain) / chain.rate) * sampleRate) / samples) : 0;
  return { ...chain, gainDb: Math.min(mostGainDb, gainDb + lengthDb) };
}

/** Where the limiter will have to work, the sound is run through it until the level is right. */
async function correctGain(passes: Passes, preset: Preset, first: ChainOrder): Promise<ChainOrder> {
  const { truePeakDb } = passes.measures ?? { truePeakDb: null };
  if (truePeakDb === null || truePeakDb + first.gainDb <= first.ceilingDb) return first;
  let chain = first;
  for (let trial = 0; trial < mostTrials; trial += 1) {
    const missing = preset.level.target - (levelOf(await passes.try(chain), preset) ?? preset.level.target);
    if (Math.abs(missing) <= closeEnough) break;
    chain = { ...chain, gainDb: Math.min(mostGainDb, chain.gainDb + missing) };
    // Of so small a step the limiter takes next to nothing, and the file is measured in any case.
    if (Math.abs(missing) <= smallStep) break;
  }
  return chain;
}

/** A chain for another file where coding took it out of what passes; `undefined` where it is well, or no gain can help. */
function correctForCoder(chain: ChainOrder, measures: MasterMeasures, preset: Preset): ChainOrder | undefined {
  const over = (measures.truePeakDb ?? -Infinity) - preset.mostTruePeakDb;
  if (over > 0) return { ...chain, ceilingDb: chain.ceilingDb - over - 0.1 };
  const level = levelOf(measures, preset);
  if (level === null || (level >= preset.level.least && level <= preset.level.most)) return undefined;
  const gainDb = Math.min(mostGainDb, chain.gainDb + preset.level.target - level);
  return Math.abs(gainDb - chain.gainDb) <= closeEnough ? undefined : { ...chain, gainDb };
}

async function writeOnce(passes: Passes, order: MasterOrder, chain: ChainOrder): Promise<Omit<Master, 'report'>> {
  const samples = samplesAfter(chain);
  const shiftMs = startOf(chain);
  const chapters = order.chapters.map(({ title, startMs }, index) => ({
    title,
    startMs: index === 0 ? 0 : Math.max(0, startMs + shiftMs),
  }));
  const { format, path, tags } = order;
  const written = await passes.write({ chain, file: { format, path, rate: chain.rate, samples, tags, chapters } });
  const durationMs = Math.round((samples * 1000) / chain.rate);
  return { durationMs, measures: await passes.measure(), peak: written.peak, startMs: shiftMs };
}

/** Sends the sound through the thread, again and again, and says how far it is. */
class Passes {
  readonly #thread: ThreadClient<MasterThread>;
  readonly #source: MasterSource;
  readonly #run: MasterRun & { planned: number };
  #done = 0;
  /** Of the source, once it was analysed. */
  measures: SoundMeasures | undefined;

  /** `planned`: passes as far as is known; more only slow the progress. */
  constructor(thread: ThreadClient<MasterThread>, source: MasterSource, run: MasterRun & { planned: number }) {
    this.#thread = thread;
    this.#source = source;
    this.#run = run;
  }

  async analyse(): Promise<Analysis> {
    await this.#thread.call('openAnalysis');
    await this.#push(0.3);
    const analysis = await this.#thread.call('finishAnalysis');
    this.measures = analysis.measures;
    return analysis;
  }

  async try(chain: ChainOrder): Promise<SoundMeasures> {
    await this.#thread.call('openTrial', chain);
    await this.#push(0.3);
    return this.#thread.call('finishTrial');
  }

  async write(order: Parameters<MasterThread['openFile']>[0]): Promise<WrittenFile> {
    await this.#thread.call('openFile', order);
    await this.#push(1);
    return this.#thread.call('finishFile');
  }

  /** Of the file that was written last, as it is decoded. */
  async measure(): Promise<MasterMeasures> {
    const before = this.#done;
    for (let part = 0; part < 1;) {
      await this.#goOn();
      part = await this.#thread.call('measure');
      this.#advance(before + 0.3 * part);
    }
    return this.#thread.call('finishMeasuring');
  }

  /** `weight`: of the pass in the whole. One piece is worked on while the next is read. */
  async #push(weight: number): Promise<void> {
    const before = this.#done;
    let pushed = 0;
    let working: Promise<void> = Promise.resolve();
    for await (const piece of inPieces(this.#source.read())) {
      await this.#goOn();
      await working;
      working = this.#thread.call('push', piece);
      working.catch(() => undefined); // the next await tells
      pushed += piece.byteLength;
      this.#advance(before + (weight * pushed) / (2 * Math.max(1, this.#source.samples)));
    }
    await working;
  }

  async #goOn(): Promise<void> {
    await this.#run.whenGoing?.();
    this.#run.signal.throwIfAborted();
  }

  #advance(done: number): void {
    this.#done = done;
    const { planned, onFraction } = this.#run;
    onFraction(Math.min(0.99, done / planned));
  }
}

/** Pieces of a second; none ends within a sample. */
async function* inPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let piece = new Uint8Array(pieceBytes);
  let filled = 0;
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.byteLength;) {
      const taken = chunk.subarray(at, at + pieceBytes - filled);
      piece.set(taken, filled);
      filled += taken.byteLength;
      at += taken.byteLength;
      if (filled < pieceBytes) continue;
      yield piece;
      piece = new Uint8Array(pieceBytes);
      filled = 0;
    }
  if (filled > 0) yield piece.subarray(0, filled);
}
