import type { Character } from './characters.ts';
import type { Faults } from './faults.ts';
import type { FileStore } from './file-store.ts';
import type { Account, Ledger } from './ledger.ts';
import type { Model } from './models.ts';
import type { Replays } from './replays.ts';
import type { SoundMaker } from './sound.ts';
import type { Tools } from './tools.ts';
import type { Voices } from './voices.ts';

/** What all parts of one running service share. */
export interface World {
  character: Character;
  /** Unix milliseconds on the clock of the service, which tests can move. */
  now: () => number;
  ledger: Ledger;
  replays: Replays;
  faults: Faults;
  tools: Tools;
  sound: SoundMaker;
  files: FileStore;
  models: readonly Model[];
  voices: Voices;
  /** The HTTP origin, known once it listens. */
  baseUrl: string;
  /** The WebSocket origin, known once it listens. */
  realtimeUrl: string;
  settings: Settings;
}

export interface Settings {
  /** How many reads of a job are answered before it is final. */
  jobPolls: number;
  /** Where the audio of a job is: in the answer, or behind one or two redirects. */
  redirects: 'none' | 'one' | 'two';
  realtimeCapabilities: 'given' | 'empty' | 'missing';
  /** Whether a realtime segment can be fetched after it was sent. */
  storedResults: boolean;
  authenticationTimeoutMs: number;
  /** Pause between two realtime audio frames or two aligned packets. */
  paceMs: number;
  /** Absent from the service, and from its OpenAPI document. */
  without: readonly ('images' | 'videos')[];
}

/** Credits for a number of characters, where the interface has them as a whole number. */
export function wholePrice(world: World, characters: number): number {
  return Math.ceil(exactPrice(world, characters));
}

/** Credits for a number of characters, where their type is not shown: a decimal number in the rich character. */
export function exactPrice(world: World, characters: number): number {
  return world.character === 'rich' ? Math.round(characters * 125) / 100 : characters;
}

/** The API quota where the interface has it as a whole number. */
export function wholeQuota(account: Account): number {
  return Math.floor(account.apiQuota);
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
