export const connections = {
  // core/connections/connection-failure.tsx
  localServiceStopped: 'The local service is not running.',
  unreachable: (name: string) => `Can’t reach ${name}.`,
  voicesNotLoaded: 'Couldn’t load the voices.',
  readAgain: 'Reload',
  use: 'Use',
  tryAgain: 'Try again',
  restartLocalService: 'Restart local service',

  // core/connections/connection-status.ts
  stateUnreachable: 'can’t be reached',
  keyNotAccepted: 'API key not accepted',
  notResponding: 'not responding',
  tooManyRequests: 'too many requests',
  notASpeechService: 'not a speech service',
  connecting: 'Connecting',
  notAvailable: 'not available',
  retrying: ', trying again',
  pausedWaitingFor: (name: string) => `Paused, waiting for ${name}`,
  pausedLocalStopped: 'Paused, the local service stopped',
  pausedLocalRestarting: 'Paused, the local service is restarting',

  // core/connections/connections.ts
  localService: 'Local service',
} as const;
