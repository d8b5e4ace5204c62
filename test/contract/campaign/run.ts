import { tmpdir } from 'node:os';
import { FailureError } from '#shared/failure.ts';
import { type OperationFamily } from '#shared/paid-work.ts';
import { profilePath } from '#shared/wire/profile.ts';
import { isSpeechFamily } from '#main/paid-requests/family-rules.ts';
import type { LedgerEntry } from '#main/paid-requests/ledger/types.ts';
import { shown } from '#main/paid-requests/family.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { createServiceClient } from '#main/service-client/client.ts';
import { call } from '../local-service/support.ts';
import { context } from '../speech/fixture.ts';
import { runUntilKilled } from './child-process.ts';
import { judge } from './judge.ts';
import type { ReferenceClient } from './on-disk.ts';
import { recordingOf, takeRequests, type Recording } from './recording.ts';
import { ProfilePool } from './profile-pool.ts';
import { openProfile, type Profile } from './profile.ts';
import { scheduleOf, type Kill, type Schedule } from './schedule.ts';
import { CampaignStudio, type Place } from './studio.ts';
import { wantAll } from './want.ts';
import { openWorld, openWorldBeside, type Script, type World } from './world.ts';

export interface CampaignOptions {
  /** One schedule for each. */
  seeds: readonly number[];
  /** Schedules that run at the same time, each against a service of its own. */
  atOnce: number;
  /** Of a hundred schedules, how many are run in a process of their own that is killed; a seed makes the same schedule only with the same number. */
  kills: number | ((seed: number) => number);
  among?: readonly OperationFamily[];
  /** Where the services and the profiles of schedules without a killed process have their files; the system's temporary folder without it. */
  directory?: string;
  /** Asked before each schedule; no further one begins once it answers true. */
  isStopped?: () => boolean;
  /** Called with what each schedule did, for a comparison; its wants are then asked for one after another. */
  onRecorded?: (recording: Recording) => void;
  onSchedule?: (schedule: Schedule, wrong: readonly string[]) => void;
}
export interface CampaignReport {
  schedules: number;
  failed: { seed: number; wrong: string[] }[];
  /** Schedules whose process was really killed, and those that lost their ledger at a write. */
  killed: number;
  lost: number;
  /** Schedules whose end a person had to come back to, and why. */
  cameBack: { seed: number; found: string[] }[];
  operations: number;
  charges: number;
  /** How the operations of each family ended. */
  ends: Record<string, Record<string, number>>;
}

/** Milliseconds: for all of a schedule, on a machine that is busy too, and for what is still open at its end. */
const longest = 600_000;
const patience = 20_000;
/** How often a person comes back to what is still open, at least: on a busy machine one round may take longer than the patience. */
const leastRounds = 10;
/** Milliseconds between two looks at what goes on by itself: growing, for each look costs the machine time. */
const looks = { first: 20, longest: 250 } as const;

/** Runs schedules of faults against services of their own, and judges each by their charge books. */
export async function runCampaign(options: CampaignOptions): Promise<CampaignReport> {
  const report: CampaignReport = { schedules: 0, failed: [], killed: 0, lost: 0, cameBack: [], operations: 0, charges: 0, ends: {} };
  if (options.seeds.length === 0) return report;
  const seeds = options.seeds.values();
  const isRecorded = options.onRecorded !== undefined;
  const first = await openWorld(options.directory, isRecorded);
  try {
    const lanes = Array.from({ length: Math.min(options.atOnce, options.seeds.length) }, async (_, index) => {
      const world = index === 0 ? first : await openWorldBeside(first, options.directory, isRecorded);
      try {
        await runLane(world, seeds, options, report);
      } finally {
        if (world !== first) await world.close();
      }
    });
    const ended = await Promise.allSettled(lanes);
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
  } finally {
    await first.close();
  }
  return report;
}

/** Takes one seed after another from those that all lanes share. */
async function runLane(world: World, seeds: Iterator<number, undefined>, options: CampaignOptions, report: CampaignReport): Promise<void> {
  const pools = {
    // What a killed process leaves is looked for where a user's profile is: on a disk.
    killed: new ProfilePool(world.makings, tmpdir()),
    other: new ProfilePool(world.makings, options.directory ?? tmpdir()),
  };
  try {
    for (;;) {
      if (options.isStopped?.() === true) return;
      const { value: seed, done } = seeds.next();
      if (done === true) return;
      const kills = typeof options.kills === 'number' ? options.kills : options.kills(seed);
      const chosen = scheduleOf(seed, { ...options, kills });
      const schedule = options.onRecorded === undefined ? chosen : { ...chosen, atOnce: false };
      const pool = schedule.end.how === 'killed' ? pools.killed : pools.other;
      const run = new Run(world, schedule, report);
      const { profile, script } = await pool.take();
      pool.replace(await run.through(profile, script));
      if (options.onRecorded !== undefined) options.onRecorded(await run.recording(profile));
      report.schedules++;
      if (run.wrong.length > 0) {
        report.failed.push({ seed, wrong: run.wrong });
        // What went wrong may go on there, and must not be taken for a fault of the next schedule.
        await pool.close().catch(() => undefined);
      }
      options.onSchedule?.(schedule, run.wrong);
    }
  } finally {
    await pools.killed.close();
    await pools.other.close();
  }
}

/** So many seeds from the first one on. */
export const seedsFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first + index);

/** The seeds of schedules that did not hold, with what was wrong, for people. */
export function describeFailed(report: CampaignReport): string {
  return report.failed.map(({ seed, wrong }) => `npm run campaign -- --schedules 1 --seed ${seed}\n  ${wrong.join('\n  ')}`).join('\n');
}

class Run {
  readonly wrong: string[] = [];
  readonly #world: World;
  readonly #schedule: Schedule;
  readonly #report: CampaignReport;
  readonly #place: Place;
  readonly #terminal = new Map<string, LedgerEntry>();
  readonly #begunAt = Date.now();
  #acts = 0;
  #account: string | undefined;

  constructor(world: World, schedule: Schedule, report: CampaignReport) {
    this.#world = world;
    this.#schedule = schedule;
    this.#report = report;
    const { baseUrl, realtimeUrl } = world.service;
    this.#place = { baseUrl, realtimeUrl, apiKey: `local-campaign${schedule.seed}` };
  }

  /** Answers with the profile, which was closed and opened again where a process of its own ran on it. */
  async through(profile: Profile, script: Script): Promise<Profile> {
    const schedule = this.#schedule;
    const { service } = this.#world;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`It is not over after ${longest / 1000} s.`)), longest);
    });
    let current = profile;
    const all = async (): Promise<void> => {
      await service.setFaults(schedule.faults);
      if (schedule.end.how === 'killed') {
        await profile.shut();
        await this.#killed(profile.directory, script, schedule.end.kill);
        current = await openProfile(profile.directory);
        await current.library.services['project.open']({ path: script.path }, context());
      } else await this.#inProcess(current, script);
      for (const fate of schedule.recoveries) await this.#recovery(current, script, fate);
      await this.#settled(current, script);
    };
    try {
      await Promise.race([all(), late]);
    } catch (thrown) {
      this.wrong.push(thrown instanceof Error ? (thrown.stack ?? thrown.message).split('\n', 4).join(' ') : String(thrown));
    } finally {
      clearTimeout(timer);
    }
    return current;
  }

  /** What it did, once it is through; a schedule with a killed process has another profile by then. */
  async recording(profile: Profile): Promise<Recording> {
    const entries = (await this.#entries(profile)).map(async (entry) => ({
      entry,
      events: await profile.ledger.events(entry.operationId),
    }));
    return recordingOf(this.#schedule.seed, await Promise.all(entries), takeRequests(this.#world.dataDirectory, this.#place.apiKey));
  }

  #studio(profile: Profile, script: Script, fate?: { at: number; after: boolean }): CampaignStudio {
    return new CampaignStudio(this.#place, profile, { makings: this.#world.makings, script, fate });
  }

  async #inProcess(profile: Profile, script: Script): Promise<void> {
    const { end } = this.#schedule;
    const studio = this.#studio(profile, script, end.how === 'lost' ? end.fate : undefined);
    this.wrong.push(...(await wantAll(studio, this.#schedule, () => this.#acts++)));
    if (studio.isLost) this.#report.lost++;
    await studio.close(studio.isLost ? 'killed' : 'in order');
    await this.#remember(studio);
  }

  /** In a process of its own, which the system kills at one of its calls; whether it gets there is the schedule's luck. */
  async #killed(directory: string, script: Script, kill: Kill): Promise<void> {
    const order = { place: this.#place, directory, makings: this.#world.makings, script, schedule: this.#schedule };
    const outcome = await runUntilKilled(order, kill);
    if (outcome.complaint !== undefined) this.wrong.push(outcome.complaint);
    // It may have wanted all of them.
    const most = 2;
    this.#acts += this.#schedule.wants.length * most;
    for (const family of this.#schedule.wants) if (isSpeechFamily(family)) script.blocks[family].shift();
    if (outcome.killed) this.#report.killed++;
    else if (!outcome.over) this.wrong.push('the process ended early');
  }

  async #recovery(profile: Profile, script: Script, fate: { at: number; after: boolean }): Promise<void> {
    const studio = this.#studio(profile, script, fate);
    await studio.recover().catch((thrown: unknown) => {
      if (!studio.isLost) throw thrown;
    });
    await studio.close('killed');
    await this.#remember(studio);
  }

  /** What is final from now on. */
  async #remember(studio: CampaignStudio): Promise<void> {
    for (const entry of await this.#entries(studio.profile))
      if ((entry.state === 'done' || entry.state === 'failed') && !this.#terminal.has(entry.operationId))
        this.#terminal.set(entry.operationId, entry);
  }

  /** What the ledger has of this schedule's account, newest first. */
  async #entries(profile: Profile, states?: readonly LedgerEntry['state'][]): Promise<LedgerEntry[]> {
    this.#account ??= await this.#accountId();
    const found = await profile.ledger.list({ limit: 200, from: this.#begunAt, ...(states !== undefined && { states: [...states] }) });
    return found.filter(({ accountId }) => accountId === this.#account);
  }

  async #accountId(): Promise<string> {
    const answer = await call(this.#world.service, 'GET', profilePath, { key: this.#place.apiKey });
    return ((await answer.json()) as { user_id: string }).user_id;
  }

  /** A last start, and a person who takes every step that is offered. */
  async #settled(profile: Profile, script: Script): Promise<void> {
    const { service } = this.#world;
    if (!this.#schedule.faultsStay) await service.clearFaults();
    const studio = this.#studio(profile, script);
    const reference = createServiceClient({
      connectionId: 'reference',
      origin: this.#place.baseUrl,
      realtimeUrl: this.#place.realtimeUrl,
      log: profile.log,
      key: secret(`local-again${this.#schedule.seed}`),
    });
    try {
      await studio.recover();
      await this.#person(studio);
      if (this.#schedule.faultsStay) {
        await service.clearFaults();
        studio.throttle.resume();
        await studio.recover();
        await this.#person(studio);
      }
      let found = await this.#judged(studio, reference);
      // What is open on a machine that is busy is no loss: a person comes back to it. What must never be is then there all the same.
      const deadline = performance.now() + patience;
      if (found.length > 0) this.#report.cameBack.push({ seed: this.#schedule.seed, found });
      for (let round = 0; found.length > 0 && (round < leastRounds || performance.now() < deadline); round++) {
        await new Promise((resolve) => setTimeout(resolve, 250));
        await studio.recover();
        await this.#person(studio);
        found = await this.#judged(studio, reference);
      }
      this.wrong.push(...found);
      const entries = await this.#entries(profile);
      for (const { family, state } of entries) {
        const ends = (this.#report.ends[family] ??= {});
        ends[state] = (ends[state] ?? 0) + 1;
      }
      this.#report.operations += entries.length;
      this.#report.charges += (await this.#charges()).length;
    } finally {
      reference.close();
      await studio.close();
    }
  }

  async #charges() {
    return (await this.#world.service.charges(this.#place.apiKey)).entries.filter(({ state }) => state !== 'granted');
  }

  /** A judge who cannot read the service at the moment, whose connection was let go of meanwhile, comes back like any person. */
  async #judged(studio: CampaignStudio, reference: ReferenceClient): Promise<string[]> {
    const [entries, charges] = [await this.#entries(studio.profile), await this.#charges()];
    try {
      return await judge({ studio, entries, terminal: [...this.#terminal.values()], acts: this.#acts, charges, reference });
    } catch (thrown) {
      if (!(thrown instanceof FailureError)) throw thrown;
      return [`it could not be judged: ${thrown.failure.kind}, ${thrown.failure.message}`];
    }
  }

  async #person(studio: CampaignStudio): Promise<void> {
    const rounds = 4;
    for (let round = 0; round < rounds; round++) {
      if (!(await this.#idle(studio))) return;
      let acted = false;
      for (const entry of await this.#entries(studio.profile)) {
        const step = this.#stepFor(studio, entry);
        if (step === undefined) continue;
        acted = true;
        await step().catch((thrown: unknown) => {
          if (!(thrown instanceof FailureError)) throw thrown;
        });
      }
      if (!acted) return;
    }
  }

  #stepFor(studio: CampaignStudio, entry: LedgerEntry): (() => Promise<unknown>) | undefined {
    const { operationId, family, purpose } = entry;
    const { actions } = shown(entry);
    if (actions.includes('look-up'))
      return async () => {
        const { candidates } = await studio.call('jobs.lookUp', { operationId });
        const [found] = candidates;
        if (found !== undefined) await studio.call('jobs.adopt', { operationId, id: found.id });
      };
    if (actions.includes('salvage')) {
      return async () => {
        this.#acts++;
        await studio.call('jobs.salvage', { operationId });
      };
    }
    if (!actions.includes('retry') || entry.state === 'waiting') return undefined;
    if (family === 'realtime-reliable')
      return () => studio.live.services['live.resume']({ operationId }, { ...context(studio.signal), emit: () => undefined });
    if (isSpeechFamily(family) && purpose !== null)
      return () => {
        this.#acts++; // what was refunded is made again
        return studio.generate(purpose.blockId);
      };
    return () => studio.call('jobs.retry', { operationId });
  }

  /** Until nothing goes on by itself any more; false when something never ended. */
  async #idle(studio: CampaignStudio): Promise<boolean> {
    const tries = 200;
    for (let tried = 0, wait: number = looks.first; tried < tries; tried++, wait = Math.min(wait * 1.5, looks.longest)) {
      const open = await this.#entries(studio.profile, ['sending', 'waiting']);
      const going = await Promise.all(
        open.map(async ({ operationId }) => {
          const { operation } = await studio.call('jobs.show', { operationId });
          if (operation.state === 'waiting' && operation.failure !== null)
            await studio.call('jobs.retry', { operationId }).catch(() => undefined);
          return operation.state === 'sending' || operation.state === 'waiting';
        }),
      );
      if (!going.includes(true)) return true;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
    return false;
  }
}
