import type { Failure } from '#shared/failure.ts';
import type { BlockId, ChapterId, TakeId } from '#shared/ids.ts';
import type { Pickup, PickupOrder, PlacedPickup } from '#shared/narration/pickups.ts';

/** Places of the inspector that a command leads to. */
export type InspectorPlace = 'pickups' | 'details' | 'voice' | 'cast';

/** What the list of pickups knows. */
export interface PickupsState {
  /** All of the project by id, also of takes that do not sound now. */
  pickups: ReadonlyMap<string, Pickup>;
  checked: ReadonlySet<TakeId>;
  /** Takes that have come and whose check is not over. */
  awaited: ReadonlySet<TakeId>;
  /** How far the checks of new takes are. */
  checks: { done: number; total: number } | undefined;
  /** A person stopped the checks, so that takes are left. */
  areChecksStopped: boolean;
  /** Those of the takes that sound, and marks, in reading order. */
  placed: readonly PlacedPickup[];
  /** What the list shows, in its order. */
  listed: readonly PlacedPickup[];
  /** `key` of the one that is selected. */
  currentKey: string | undefined;
  /** `key` of the place that a person marked last: the waveform brings its flag into sight. */
  lastMarked: string | undefined;
  showAccepted: boolean;
  order: PickupOrder;
  /** What the inspector shows. */
  isShown: boolean;
  /** How often the list was asked for: a drawer opens for it. */
  askedFor: number;
  /** What was asked for and takes the focus. */
  wantsFocus: InspectorPlace | undefined;
  /** The block that the script should bring into sight. */
  reveal: { chapterId: ChapterId; blockId: BlockId } | undefined;
  /** Why the list, or a file, could not be read or written. */
  failure: Failure | undefined;
}

/** Of no project. */
export const nothing = {
  pickups: new Map<string, Pickup>(),
  checked: new Set<TakeId>(),
  awaited: new Set<TakeId>(),
  checks: undefined,
  areChecksStopped: false,
  placed: [],
  listed: [],
  currentKey: undefined,
  lastMarked: undefined,
  reveal: undefined,
  failure: undefined,
} satisfies Partial<PickupsState>;
