import type { Host, Settings } from '#shared/operations/studio.ts';
import type { PriceList } from './price-list.ts';

/** What a host must provide. Hosts differ by this and by nothing else. */
export interface Platform {
  readonly host: Host;
  readonly version: string;
  /** The folder of this person's profile; exists, and is held by this process alone. */
  readonly profileDirectory: string;
  /** Where new projects go when no path is chosen; exists. */
  readonly projectsDirectory: string;
  /** `VOICEWRIGHT_BASE_URL`, `_REALTIME_URL` and `_API_KEY` as they were at start; the key is already gone from `process.env`. */
  readonly environment: ConnectionEnvironment;
  readonly preferences: Preferences;
  /** Where keys outlive the session. */
  readonly secrets: SecretStore;
  readonly log: Log;
  /** The operating system's dialog. Called only where `host.nativeDialogs`. */
  chooseFile(request: {
    purpose: 'open-project' | 'create-project' | 'copy-project' | 'export' | 'export-folder';
    suggestedName: string;
    extension: string;
  }): Promise<string | null>;
  /** Opens the system's file manager. Only where `host.nativeDialogs`. */
  showFolder?(path: string): Promise<void>;
  /** The same at its folder, with the file selected. */
  showFile?(path: string): void;
  /** The language of every text has changed: what the host itself shows is to be made again. */
  onLanguage?(): void;
  /** Starts the local service in a process of its own that ends with this one. */
  startLocalService(options: { dataDirectory: string; signal: AbortSignal }): Promise<LocalServiceProcess>;
}

export interface ConnectionEnvironment {
  baseUrl?: string;
  realtimeUrl?: string;
  apiKey?: Secret;
}

/** A key: opaque to everything but the transport that reveals it. It prints, logs and serialises as `[secret]`. */
export interface Secret {
  reveal(): string;
}

/** The operating system's own place for secrets. What it throws never holds one. */
export interface SecretStore {
  get(name: string): Promise<Secret | undefined>;
  /** Throws where the system has no place that can be trusted with it. */
  set(name: string, value: Secret): Promise<void>;
  remove(name: string): Promise<void>;
  available(): Promise<boolean>;
}

export interface LocalServiceProcess {
  readonly baseUrl: string;
  readonly realtimeUrl: string;
  readonly apiKey: Secret;
  /** What it takes for what, where it says that. */
  readonly prices?: PriceList;
  /** Settles when the process is gone, with words for the log. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

/** Small things that may be lost without harm (electron-store, or `conf`, which it is made of). */
export interface Preferences {
  get<K extends keyof PreferenceValues>(key: K): PreferenceValues[K];
  set<K extends keyof PreferenceValues>(key: K, value: PreferenceValues[K]): void;
}
export interface PreferenceValues {
  settings: Settings;
  recent: { path: string; title: string; openedAt: number; projectId?: string }[];
  window: { width: number; height: number; x?: number; y?: number; maximized?: boolean };
}

export interface Log {
  debug(message: string, facts?: Record<string, unknown>): void;
  info(message: string, facts?: Record<string, unknown>): void;
  warn(message: string, facts?: Record<string, unknown>): void;
  error(message: string, facts?: Record<string, unknown>): void;
}
