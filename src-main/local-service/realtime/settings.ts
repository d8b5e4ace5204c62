/** Times and numbers of the realtime part that the interface does not show; `--realtime NAME=NUMBER` changes one. */
export const realtimeDefaults = {
  /** Until `auth` must have come, when the handshake had no bearer. */
  authenticationMs: 10_000,
  /** Lifetime of a browser ticket. */
  ticketMs: 60_000,
  /** Without an event of the client and without speech being made: `finish` with reason `timeout`. */
  idleMs: 300_000,
  /** WebSocket pings; a connection that missed two is dropped. */
  heartbeatMs: 15_000,
  /** How long output may wait for a client that does not read. */
  stallMs: 30_000,
  /** How long the closing of a connection may go unanswered. */
  closeMs: 15_000,
  /** How long the engine may keep a segment waiting for its next audio. */
  providerMs: 120_000,
  /** Unread bytes from which on nothing more is made for a client. */
  unreadBytes: 512 * 1024,
  /** Connections at a time. */
  sessions: 1_500,
  sessionsOfAccount: 1_000,
  /** Connections that have not authenticated yet. */
  strangers: 100,
  /** Stored audio of requests is removed after this time. */
  storedMs: 24 * 60 * 60_000,
};
export type RealtimeSettings = typeof realtimeDefaults;

/** Reads `NAME=NUMBER`; throws a message for people. */
export function realtimeSettings(given: readonly string[]): RealtimeSettings {
  const settings = { ...realtimeDefaults };
  for (const entry of given) {
    const [, name = '', number = ''] = /^(\w+)=(\d{1,12})$/u.exec(entry) ?? [];
    if (!Object.hasOwn(settings, name)) {
      throw new Error(`--realtime ${entry}: must be NAME=NUMBER with one of ${Object.keys(settings).join(', ')}`);
    }
    settings[name as keyof RealtimeSettings] = Number(number);
  }
  return settings;
}
