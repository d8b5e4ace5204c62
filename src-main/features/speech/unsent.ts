import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode, replaceFile } from '../../infra/files.ts';
import type { Log } from '../../infra/platform.ts';

/** Projects whose list is stored, blocks of one project, and milliseconds between two writes of a list that shrinks. */
export const unsentLimits = { projects: 50, blocks: 20_000, writeEvery: 2000, bytes: 4_000_000 } as const;

const idSchema = z.string().min(1).max(100);
const listSchema = z
  .array(z.object({ chapterId: idSchema, blockIds: z.array(idSchema).max(unsentLimits.blocks) }))
  .max(unsentLimits.blocks);
type UnsentList = z.infer<typeof listSchema>;

/** Blocks that are to be generated, as their list in the profile sees them. */
export interface UnsentOrders {
  /** Nothing of them waits any more. */
  end(): void;
  /** They were cut off: what still waits of them is left for later. */
  leave(): void;
}

/** A run that generates its blocks now. */
export interface UnsentRun extends UnsentOrders {
  /** It was made, or it failed: it is not waiting any more. */
  settled(blockId: string): void;
}

interface Order {
  chapterId: string;
  blockIds: Set<string>;
  /** No run has begun with them. */
  isAhead: boolean;
}

/**
 * The blocks that runs were asked to generate and have not settled, by project, in `unsent/` of the profile: what a crash or a closed window
 * leaves of it is offered to a person when the project is opened again. A list that cannot be written costs that offer and nothing else.
 */
export class Unsent {
  readonly #directory: string;
  readonly #log: Log;
  readonly #now: () => number;
  /** By project: what earlier runs left, read once. */
  readonly #earlier = new Map<string, UnsentList>();
  readonly #running = new Map<string, Set<Order>>();
  readonly #writtenAt = new Map<string, number>();

  constructor(profileDirectory: string, log: Log, now: () => number) {
    this.#directory = join(profileDirectory, 'unsent');
    this.#log = log;
    this.#now = now;
  }

  /** What earlier runs left unsettled of a project. */
  earlier(projectId: string): UnsentList {
    const known = this.#earlier.get(projectId) ?? this.#read(projectId);
    this.#earlier.set(projectId, known);
    return known;
  }

  /** A run begins: its blocks wait in it, and nowhere else. */
  begin(projectId: string, chapterId: string, blockIds: readonly string[]): UnsentRun {
    const run: Order = { chapterId, blockIds: new Set(blockIds), isAhead: false };
    for (const order of this.#running.get(projectId) ?? [])
      if (order.isAhead && order.chapterId === chapterId) for (const id of run.blockIds) order.blockIds.delete(id);
    return {
      ...this.#add(projectId, [run]),
      settled: (blockId) => {
        if (run.blockIds.delete(blockId) && this.#now() - (this.#writtenAt.get(projectId) ?? 0) >= unsentLimits.writeEvery)
          this.#write(projectId);
      },
    };
  }

  /** Blocks of runs that are to follow: they wait until a run begins with them. */
  announce(projectId: string, chapters: UnsentList): UnsentOrders {
    return this.#add(
      projectId,
      chapters.map(({ chapterId, blockIds }) => ({ chapterId, blockIds: new Set(blockIds), isAhead: true })),
    );
  }

  #add(projectId: string, orders: readonly Order[]): UnsentOrders {
    this.#earlier.set(projectId, orders.reduce(without, this.earlier(projectId)));
    const running = this.#running.get(projectId) ?? new Set();
    this.#running.set(projectId, running);
    for (const order of orders) running.add(order);
    this.#write(projectId);
    const stop = (): void => {
      for (const order of orders) running.delete(order);
      if (running.size === 0) this.#running.delete(projectId);
    };
    return {
      end: () => {
        stop();
        this.#write(projectId);
      },
      leave: () => {
        stop();
        this.#earlier.set(projectId, [...this.earlier(projectId), ...toList(orders)]);
        this.#write(projectId);
      },
    };
  }

  /** Blocks of which earlier runs left nothing to do: they were made or sent. An edit of them is no order. */
  drop(projectId: string, chapterId: string, blockIds: ReadonlySet<string>): void {
    const before = this.earlier(projectId);
    if (!before.some((list) => list.chapterId === chapterId && list.blockIds.some((id) => blockIds.has(id)))) return;
    this.#earlier.set(projectId, without(before, { chapterId, blockIds }));
    this.#write(projectId);
  }

  /** Forgets what earlier runs left. */
  forget(projectId: string): void {
    this.#earlier.set(projectId, []);
    this.#write(projectId);
  }

  #path(projectId: string): string {
    return join(this.#directory, `${encodeURIComponent(projectId).replaceAll('.', '%2E')}.json`);
  }

  #read(projectId: string): UnsentList {
    const path = this.#path(projectId);
    try {
      if (statSync(path).size > unsentLimits.bytes) return [];
      return listSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    } catch (thrown) {
      if (errorCode(thrown) !== 'ENOENT') this.#log.warn('The list of unsent blocks could not be read.', { path });
      return [];
    }
  }

  #write(projectId: string): void {
    const list = bounded([...(this.#earlier.get(projectId) ?? []), ...toList(this.#running.get(projectId) ?? [])]);
    const path = this.#path(projectId);
    try {
      if (list.length === 0) rmSync(path, { force: true });
      else {
        mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
        replaceFile(path, Buffer.from(JSON.stringify(list)));
        this.#removeOldest();
      }
      this.#writtenAt.set(projectId, this.#now());
    } catch (thrown) {
      this.#log.warn('The list of unsent blocks could not be written.', { path, code: errorCode(thrown) });
    }
  }

  #removeOldest(): void {
    const files = readdirSync(this.#directory).map((name) => join(this.#directory, name));
    if (files.length <= unsentLimits.projects) return;
    const aged = files.map((path) => ({ path, at: statSync(path).mtimeMs })).sort((a, b) => a.at - b.at);
    for (const { path } of aged.slice(0, files.length - unsentLimits.projects)) rmSync(path, { force: true });
  }
}

const toList = (orders: Iterable<Order>): UnsentList =>
  [...orders].flatMap(({ chapterId, blockIds }) => (blockIds.size === 0 ? [] : [{ chapterId, blockIds: [...blockIds] }]));

function without(list: UnsentList, run: { chapterId: string; blockIds: ReadonlySet<string> }): UnsentList {
  return list.flatMap(({ chapterId, blockIds }) => {
    const left = chapterId === run.chapterId ? blockIds.filter((id) => !run.blockIds.has(id)) : blockIds;
    return left.length === 0 ? [] : [{ chapterId, blockIds: left }];
  });
}

/** Without empty chapters, and with as many blocks as one project may have here. */
function bounded(list: UnsentList): UnsentList {
  let room: number = unsentLimits.blocks;
  return list.flatMap(({ chapterId, blockIds }) => {
    const taken = blockIds.slice(0, room);
    room -= taken.length;
    return taken.length === 0 ? [] : [{ chapterId, blockIds: taken }];
  });
}
