import { close, createHttpServer, listen, type LoggedRequest } from './http-server.ts';
import { type Route } from './answer.ts';
import { accountRoutes } from './account-routes.ts';
import { speakAligned } from './aligned.ts';
import { type Character } from './characters.ts';
import { Designs } from './designs.ts';
import { dubbingRoutes } from './dubbing.ts';
import { Faults } from './faults.ts';
import { FileStore } from './file-store.ts';
import { Generation } from './generation.ts';
import { type Account, type Charge, Ledger } from './ledger.ts';
import { LipSync } from './lip-sync.ts';
import { liveRoutes } from './live-routes.ts';
import { LiveServer } from './live-server.ts';
import { type LoggedFrame } from './live-session.ts';
import { makeModels } from './models.ts';
import { openApiRoutes } from './openapi.ts';
import { makeVideo } from './pictures.ts';
import { Replays } from './replays.ts';
import { SoundMaker } from './sound.ts';
import { speechRoutes } from './speech.ts';
import { Tasks } from './tasks.ts';
import { Tools } from './tools.ts';
import { transcriptionRoutes } from './transcriptions.ts';
import { voiceRoutes } from './voice-routes.ts';
import { Voices } from './voices.ts';
import { type Settings, type World } from './world.ts';

export interface ForeignServiceOptions extends Partial<Settings> {
  character: Character;
  /** The API key to accept. Made when absent. */
  key?: string;
  /** What the account starts with. Default 1,000,000 credits and 5,000,000 of API quota. */
  credits?: number;
  apiQuota?: number;
  /** Ports; 0, the default, lets the system choose. */
  port?: number;
  realtimePort?: number;
  mediaPort?: number;
  /** `tones` is faster and needs no speech in ffmpeg. Default `flite`, which falls back to tones. */
  speech?: 'flite' | 'tones';
}

export interface ForeignService {
  character: Character;
  baseUrl: string;
  realtimeUrl: string;
  /** Where stored files are served, by signed addresses without a key. */
  mediaUrl: string;
  key: string;
  /** A well-formed key that no account has. */
  wrongKeyExample: string;
  /** The account of `key`. Its balances may be set. */
  account: Account;
  /** Every HTTP request to each of the three origins, in order. */
  requests: LoggedRequest[];
  /** Every realtime event, in order, with `snake_case` names in both versions. */
  frames: LoggedFrame[];
  /** All that was charged, refunded or not, in order. */
  charges: readonly Charge[];
  faults: Faults;
  /** Moves the clock of the service, which expires addresses, tickets and designs and moves jobs on. */
  advance(milliseconds: number): void;
  /** Opens another account and returns its key. */
  openAccount(start?: { credits?: number; apiQuota?: number }): string;
  /** Makes a key answer 401 from now on. */
  revokeKey(key: string): void;
  /** Ends every realtime connection with `server_draining`. */
  drainRealtime(): void;
  /** An address of a real, tiny video (H.264, AAC) or sound on the media origin, for requests that need one. */
  videoUrl(seconds?: number): Promise<string>;
  audioUrl(text?: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts a service that keeps the interface and nothing else. All its origins are on 127.0.0.1. */
export async function startForeignService(options: ForeignServiceOptions): Promise<ForeignService> {
  const { world, moveClock } = createWorld(options);
  const { key, account } = world.ledger.open({
    ...(options.key === undefined ? {} : { key: options.key }),
    credits: options.credits ?? 1_000_000,
    apiQuota: options.apiQuota ?? 5_000_000,
    tier: options.character === 'rich' ? 'constellation' : 'standard',
  });
  const log: LoggedRequest[] = [];
  const live = new LiveServer(world);
  const shared = { character: world.character, ledger: world.ledger, faults: world.faults, log, now: world.now };
  const api = createHttpServer({ ...shared, origin: 'api', routes: listRoutes(world) });
  const realtime = createHttpServer({ ...shared, origin: 'realtime', routes: liveRoutes(world, live) });
  const media = createHttpServer({ ...shared, origin: 'media', routes: world.files.routes() });
  live.attach(realtime);
  world.baseUrl = `http://127.0.0.1:${await listen(api, options.port ?? 0)}`;
  world.realtimeUrl = `ws://127.0.0.1:${await listen(realtime, options.realtimePort ?? 0)}`;
  world.files.origin = `http://127.0.0.1:${await listen(media, options.mediaPort ?? 0)}`;
  return {
    character: world.character,
    baseUrl: world.baseUrl,
    realtimeUrl: world.realtimeUrl,
    mediaUrl: world.files.origin,
    key,
    wrongKeyExample: 'fk-0000000000000000000000000000000000ff',
    account,
    requests: log,
    frames: live.log,
    charges: world.ledger.charges,
    faults: world.faults,
    advance: moveClock,
    openAccount: (start = {}) =>
      world.ledger.open({ credits: start.credits ?? 1000, apiQuota: start.apiQuota ?? 1000, tier: 'standard' }).key,
    revokeKey: (revoked) => world.ledger.revoke(revoked),
    drainRealtime: () => live.drain(),
    videoUrl: async (seconds = 3) => world.files.address(world.files.put(await makeVideo(world.tools, seconds), 'video/mp4'), 'mp4'),
    audioUrl: async (text = 'A short sentence for a test.') => {
      const sound = await world.sound.speak({ text, voice: 'test', speed: 1, volume: 0 });
      return world.files.address(world.files.put(await world.sound.encode(sound, 'wav', text), 'audio/wav'), 'wav');
    },
    stop: async () => {
      live.stop();
      await Promise.all([close(api), close(realtime), close(media)]);
      await world.tools.stop();
    },
  };
}

function createWorld(options: ForeignServiceOptions): { world: World; moveClock: (milliseconds: number) => void } {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const tools = new Tools();
  const world: World = {
    character: options.character,
    now,
    ledger: new Ledger(now),
    replays: new Replays(),
    faults: new Faults(),
    tools,
    sound: new SoundMaker(tools, options.speech ?? 'flite'),
    files: new FileStore(now),
    models: makeModels(options.character),
    voices: new Voices(options.character),
    baseUrl: '',
    realtimeUrl: '',
    settings: { ...usualSettings(options.character), ...options },
  };
  return { world, moveClock: (milliseconds) => (ahead += milliseconds) };
}

function usualSettings(character: Character): Settings {
  return {
    jobPolls: { bare: 2, rich: 4, odd: 1 }[character],
    redirects: ({ bare: 'none', rich: 'one', odd: 'two' } as const)[character],
    realtimeCapabilities: character === 'bare' ? 'empty' : 'given',
    storedResults: character !== 'bare',
    authenticationTimeoutMs: 5000,
    paceMs: 0,
    without: [],
  };
}

function listRoutes(world: World): Route[] {
  const lipSync = new LipSync(world);
  const aligned: Route = {
    method: 'POST',
    path: '/api/open/v3/speech/tts/aligned',
    summary: 'Generate speech with word times',
    handle: (call) => speakAligned(world, call),
  };
  const routes = [
    ...accountRoutes(world),
    ...voiceRoutes(world),
    ...speechRoutes(world),
    aligned,
    ...new Tasks(world).routes(),
    ...transcriptionRoutes(world),
    ...new Designs(world).routes(),
    ...lipSync.routes(),
    ...dubbingRoutes(world, lipSync),
    ...new Generation(world).routes(),
  ];
  return [...routes, ...openApiRoutes(world, routes)];
}
