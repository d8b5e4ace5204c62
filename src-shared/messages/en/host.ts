export const host = {
  // core/host/host.ts
  notConnectedYet: 'Voicewright is not connected yet.',
  noResponse: 'no response',

  // core/host/wire.ts
  disconnected: 'Voicewright closed or disconnected this window',
} as const;
