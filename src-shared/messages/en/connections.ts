export const connections = {
  // core/connections/connection-failure.tsx
  theLocalServiceIsNotRunning: 'The local service is not running.',
  cannotBeReached: (name: string) => `${name} cannot be reached.`,
  theListOfVoicesCouldNot: 'The list of voices could not be read.',
  readAgain: 'Read again',
  use: 'Use',
  tryAgain: 'Try again',
  restartLocalService: 'Restart local service',

  // core/connections/connection-status.ts
  cannotBeReached2: 'cannot be reached',
  keyNotAccepted: 'key not accepted',
  doesNotAnswer: 'does not answer',
  tooManyRequests: 'too many requests',
  notASpeechService: 'not a speech service',
  connecting: 'Connecting',
  notAvailable: 'not available',
  tryingAgain: ', trying again',
  pausedWaitingFor: (name: string) => `Paused, waiting for ${name}`,
  pausedTheLocalServiceHasStopped: 'Paused, the local service has stopped',
  pausedTheLocalServiceIsRestarting: 'Paused, the local service is restarting',

  // core/connections/connections.ts
  localService: 'Local service',
} as const;
