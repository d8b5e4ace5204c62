import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalService } from '#main/service-client/local-service-process.ts';
import type { Platform, PreferenceValues, Secret, SecretStore } from '#main/infra/platform.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { createStudio, type Studio } from '#main/app/studio.ts';
import { defaultSettings } from '#shared/operations/studio.ts';
import { operations, type Operations } from '#shared/operations/index.ts';
import type { Client, Frame, Wire } from '#shared/rpc.ts';
import { connect } from '#shared/rpc-client.ts';
import { serve } from '#shared/rpc-server.ts';
import { quietLog } from './quiet-log.ts';

export interface TestStudio {
  studio: Studio;
  client: Client<Operations>;
  profileDirectory: string;
  log: ReturnType<typeof quietLog>;
  bytes(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Ends the studio; the profile stays when it was given. */
  close(): Promise<void>;
}

interface TestStudioOptions {
  profileDirectory?: string;
  /** A service that runs already; without it the studio starts its own. */
  service?: { baseUrl: string; realtimeUrl?: string; apiKey: string };
  /** The system's secret store; without it, one that forgets. */
  secrets?: SecretStore;
  /** In place of starting the real local service. */
  startLocalService?: Platform['startLocalService'];
}

/** A secret store as a system's, which lasts as long as this object. */
export function memorySecrets(): SecretStore {
  const kept = new Map<string, Secret>();
  return {
    get: (name) => Promise.resolve(kept.get(name)),
    set: (name, value) => Promise.resolve(void kept.set(name, value)),
    remove: (name) => Promise.resolve(void kept.delete(name)),
    available: () => Promise.resolve(true),
  };
}

/** The whole of main on a fresh profile, spoken to through frames that are cloned as a wire would. */
export async function openTestStudio(options: TestStudioOptions = {}): Promise<TestStudio> {
  const profileDirectory = options.profileDirectory ?? (await mkdtemp(join(tmpdir(), 'voicewright-studio-')));
  const projectsDirectory = join(profileDirectory, 'Projects');
  await mkdir(projectsDirectory, { recursive: true });
  const values: PreferenceValues = { settings: defaultSettings, recent: [], window: { width: 1440, height: 900 } };
  const log = quietLog();
  const platform: Platform = {
    host: { kind: 'served', nativeDialogs: false, writesToChosenPath: false },
    version: '0.0.0-test',
    profileDirectory,
    projectsDirectory,
    environment: options.service ? environmentOf(options.service) : {},
    preferences: {
      get: (key) => values[key],
      set: (key, value) => {
        values[key] = value;
      },
    },
    secrets: options.secrets ?? memorySecrets(),
    log,
    chooseFile: () => Promise.resolve(null),
    startLocalService: options.startLocalService ?? ((request) => startLocalService(request, { log })),
  };
  const studio = await createStudio(platform);
  const [mainSide, windowSide] = clonedWires();
  serve(mainSide, {
    operations,
    services: studio.services,
    onUnexpected: (op, thrown) => log.error('unexpected', { op, thrown: thrown instanceof Error ? (thrown.stack ?? '') : String(thrown) }),
  });
  const client = connect<Operations>(windowSide);
  return {
    studio,
    client,
    profileDirectory,
    log,
    bytes: async (path, headers = {}) =>
      (await studio.bytes(new Request(new URL(path, 'http://127.0.0.1'), { headers }))) ?? new Response(null, { status: 404 }),
    close: async () => {
      client.close();
      await studio.close();
      if (options.profileDirectory === undefined) await rm(profileDirectory, { recursive: true, force: true });
    },
  };
}

const environmentOf = ({ baseUrl, realtimeUrl, apiKey }: NonNullable<TestStudioOptions['service']>): Platform['environment'] => ({
  baseUrl,
  apiKey: secret(apiKey),
  ...(realtimeUrl !== undefined && { realtimeUrl }),
});

/** Two ends in one process; each frame is cloned and arrives in a later turn, as over a wire. */
function clonedWires(): [Wire, Wire] {
  const ends = [0, 1].map(() => ({
    frame: undefined as ((frame: unknown) => void) | undefined,
    close: undefined as ((reason: string) => void) | undefined,
  }));
  let closed = false;
  const make = (own: number): Wire => ({
    send: (frame: Frame) => {
      const copy = structuredClone(frame);
      setImmediate(() => {
        if (!closed) ends[1 - own]?.frame?.(copy);
      });
    },
    onFrame: (listener) => {
      const end = ends[own];
      if (end) end.frame = listener;
    },
    onClose: (listener) => {
      const end = ends[own];
      if (end) end.close = listener;
    },
    close: (reason) => {
      if (closed) return;
      closed = true;
      for (const end of ends) end.close?.(reason);
    },
    buffered: () => 0,
  });
  return [make(0), make(1)];
}
