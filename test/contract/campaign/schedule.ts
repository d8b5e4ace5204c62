import { codes } from '#shared/wire/common.ts';
import { families, type OperationFamily } from '#shared/paid-work.ts';
import type { FaultOrder } from '../../helpers/local-service.ts';
import { intents } from './intents.ts';
import type { Fate } from './profile.ts';
import { chanceOf, type Chance } from './random.ts';

/** Where a process is really killed: at this call of the system, the so-manieth of a thread. */
export interface Kill {
  calls: string;
  when: number;
}

/** What happens, all of it chosen by the seed. */
export interface Schedule {
  seed: number;
  wants: OperationFamily[];
  /** Asked for at the same time, instead of one after another. */
  atOnce: boolean;
  faults: FaultOrder[];
  /** How the first run ends. */
  end: { how: 'in order' } | { how: 'lost'; fate: Fate } | { how: 'killed'; kill: Kill };
  /** Runs that only recover, and are lost in it. */
  recoveries: Fate[];
  /** The faults go on while a person settles what is open. */
  faultsStay: boolean;
}

const everywhere = ['status', 'status', 'drop-before-charge', 'drop-after-charge', 'drop-after-charge'] as const;
const statuses = [400, 401, 402, 403, 404, 409, 413, 415, 422, 429, 500, 503, 504] as const;
/** What a service that tells the truth can say by a 409 of a request that it did not get to. */
const conflicts = [codes.requestInProgress, codes.requestIdConflict, 'ERR_SOMETHING_ELSE'] as const;
/** Calls by which something becomes durable or leaves, and how many of each a thread makes for one intent, about. */
const killed = [
  { calls: 'pwrite64', most: 12 },
  { calls: 'fdatasync', most: 3 },
  { calls: 'fsync', most: 2 },
  { calls: 'write,writev,sendto,sendmsg', most: 24 },
] as const;

function faultFor(chance: Chance, family: OperationFamily): FaultOrder {
  const { on, reads, faults } = intents[family];
  const times = { nth: 1 + (chance.percent(20) ? 1 : 0), times: 1 + chance.number(3) };
  if (reads.length > 0 && chance.percent(25)) {
    const read = { on: chance.pick(reads), ...times };
    return chance.percent(50)
      ? { ...read, kind: 'cut-after-bytes', bytes: chance.number(200) }
      : { ...read, kind: 'status', status: chance.pick([404, 429, 500, 503]), retryAfterSeconds: 0 };
  }
  const kind = chance.pick([...everywhere, ...faults, ...faults]);
  const event = on.find((name) => name.startsWith('realtime:') && name !== 'realtime:start');
  const ofEvent = event !== undefined && !['status', 'drop-before-charge'].includes(kind);
  const order: FaultOrder = { on: ofEvent ? event : chance.pick(on), kind, ...times };
  if (kind === 'status') {
    const status = chance.pick(statuses);
    return { ...order, status, retryAfterSeconds: 0, ...(status === 409 && { code: chance.pick(conflicts) }) };
  }
  if (kind === 'cut-after-bytes') return { ...order, bytes: chance.number(4000) };
  if (kind === 'cut-after-events') return { ...order, events: chance.number(6) };
  if (kind === 'alignment') return { ...order, effect: chance.pick(['invalidate', 'partial']) };
  if (kind === 'provider-error') return { ...order, retryable: chance.percent(70), events: chance.number(2) };
  if (kind === 'import-fails') {
    const status = chance.pick([422, 503, 504]);
    const retryable = chance.percent(60);
    return { ...order, status, retryable, ...(family === 'dubbing' && { mediaKind: chance.pick(['video', 'audio'] as const) }) };
  }
  return order;
}

function killOf(chance: Chance): Kill {
  const { calls, most } = chance.pick(killed);
  return { calls, when: 1 + chance.number(most) };
}

/** `among`: the families that may be wanted; the one of the seed's turn is always one of them, so that many schedules leave none out. */
export function scheduleOf(seed: number, options: { kills: number; among?: readonly OperationFamily[] }): Schedule {
  const chance = chanceOf(seed);
  const among = options.among ?? families;
  const first = among[seed % among.length]!;
  const wants = new Set([first]);
  const count = chance.pick([1, 1, 1, 2, 2, 3]);
  while (wants.size < Math.min(count, among.length)) wants.add(chance.pick(among));
  const fate = (most: number): Fate => ({ at: 1 + chance.number(most), after: chance.percent(50) });
  const faults = [...wants].flatMap((family) => Array.from({ length: chance.pick([0, 1, 1, 1, 2]) }, () => faultFor(chance, family)));
  const really = chance.percent(options.kills);
  const end: Schedule['end'] = really
    ? { how: 'killed', kill: killOf(chance) }
    : chance.percent(80)
      ? { how: 'lost', fate: fate(2 + wants.size * 2) }
      : { how: 'in order' };
  return {
    seed,
    wants: [...wants],
    atOnce: chance.percent(40),
    faults,
    end,
    recoveries: chance.percent(30) ? [fate(2)] : [],
    faultsStay: chance.percent(25),
  };
}
