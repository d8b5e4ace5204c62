export const connections = {
  // core/connections/connection-failure.tsx
  localServiceStopped: 'The local service is not running.',
  unreachable: (name: string) => `Can’t reach ${name}.`,
  serviceSilent: (name: string) => `${name} does not respond.`,
  stillWorks: 'You can play, edit and export what is made.',
  voicesNotLoaded: 'Couldn’t load the voices.',
  readAgain: 'Reload',
  use: (name: string) => `Use ${name}`,
  tryAgain: 'Try again',
  restartLocalService: 'Restart local service',

  // core/connections/connection-status.ts
  stateStarting: 'starting',
  stateConnecting: 'connecting',
  stateReady: 'ready',
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

  // src-main/features/connections/check.ts
  checkAddress: (message: string) => `${message} Check the base URL.`,
  noAnswer: (origin: string) => `${origin} does not respond. Check the base URL, or try again later.`,
  originRefusesKey: (origin: string) =>
    `${origin} does not accept this key. Check that it is complete, and that it is a key of this service.`,
  accountNotAllowed: (origin: string) => `${origin} refuses this key: its account has no access to the API. Use another key.`,
  originNotASpeechService: (origin: string) => `${origin} responds, but not as a speech service does. Check the base URL.`,
  liveWouldNotWork: (failure: string) => `Live would not work: ${failure} Correct the realtime URL, or leave it empty.`,
  realtimeKeyRefused: (realtimeUrl: string) => `${realtimeUrl} does not accept the key.`,
  notARealtimeService: (realtimeUrl: string) => `${realtimeUrl} is not a realtime speech service.`,

  // src-main/features/connections/service.ts
  localNeedsNoKey: 'The local service needs no key.',
  noKey: (name: string) => `${name} has no key. Enter it in Account.`,
  gone: 'This connection no longer exists.',
  testLocalByUsing: 'Use the local service to test it.',
  alreadyThere: (id: string) => `There is already a connection to ${id}. Change its key instead.`,
  tooMany: (connections: number) => `There are already ${connections} connections. Remove one first.`,
  tooManyOrigins: (trustedOrigins: number) => `This connection already trusts ${trustedOrigins} origins. Revoke one first.`,

  // src-main/features/connections/store.ts
  list: 'The list of connections',

  // src-main/infra/secrets/keys.ts
  keyNotAscii: 'The key must be visible ASCII characters without blanks, 4,096 at most.',

  // src-main/service-client/addresses.ts
  baseAddress: 'The base URL',
  realtimeAddress: 'The realtime URL',
  address: 'The URL',
  addressWithPath: (named: string, example: string) => `${named} must be a URL such as ${example}, without a path.`,
  addressNotSecure: (named: string, secure: string, protocol: string) =>
    `${named} must begin with ${secure}//: over ${protocol}// the key would cross the network readable.`,

  // src-main/service-client/connection.ts
  localNotRunning: 'The local service is not running.',
  localStopped: 'The local service has stopped.',
  localNotStarted: 'The local service did not start.',
  localStoppedAgain: (times: number, minutes: number) =>
    `The local service stopped again after ${times} automatic restarts in ${minutes} minutes.`,
  keyWithoutAddress: 'VOICEWRIGHT_API_KEY is set and VOICEWRIGHT_BASE_URL is not: set the URL of the service too.',
  keyNotSet: (host: string) => `No key is set for ${host}: set VOICEWRIGHT_API_KEY, then start again.`,

  // src-main/service-client/local-service-process.ts
  localNotStartedBecause: (why: string) => `The local service did not start: ${why}.`,
  localNamesNoAddress: 'it did not say where it listens',
  localEnded: (how: string) => `it ${how}`,
  couldNotBeStarted: (reason: string) => `could not be started: ${reason}`,
  endedWithCode: (code: string | number) => `ended with code ${code}`,
  endedBySignal: (signal: string) => `was ended by ${signal}`,
  localSilent: (seconds: number) => `it did not answer within ${seconds} seconds`,
} as const;
