export const service = {
  // src-main/features/live/refusals.ts
  keyNotAccepted: 'The service did not accept the key',
  keyMissing: 'The service asks for a key',
  notAllowed: 'This account has no permission for that',
  inputNotAccepted: 'The service did not accept what was sent',
  inputUnreadable: 'The service could not read what was sent',
  creditsUsedUp: 'Your account has too few credits',
  quotaUsedUp: 'Your account has too little API quota',
  failed: 'The service failed',

  // src-main/features/media/service.ts
  resultAddressUnreadable: 'The URL of the result cannot be read.',

  // src-main/features/speech/job-failure.ts
  couldNotMake: (why: string) => `The service could not make this${why}.`,

  // src-main/service-client/aligned.ts
  streamEndedEarly: 'The service ended the stream before the audio was complete.',
  pieceOfSound: 'a piece of its audio',
  failedWhileSpeaking: (said: string) => `The service failed while it was speaking${said}`,
  streamUnreadable: (what: string) => `The service's stream cannot be read: ${what} is not what it should be.`,

  // src-main/service-client/answers.ts
  sentence: (what: string) => `${what}.`,
  sentenceWithReason: (what: string, reason: string) => `${what}: ${reason}`,
  requestNotAccepted: 'The service did not accept the request',
  notFound: 'The service does not know what was asked for',
  requestSeenBefore: 'The service has seen this request before',
  requestTooLarge: 'The request is too large for the service',
  mediaTypeNotTaken: 'The service does not take media of this kind',
  mediaNotUsable: 'The service could not use the media',
  tooManyRequests: 'Too many requests',
  unavailable: 'The service cannot do that at the moment',
  timedOut: 'The service took too long',
  stillWorking: 'The same request is still being worked on',
  requestIdConflict: 'The request id was used for another text before; nothing was made',
  madeOnce: 'This was made and paid for, and the service does not send it twice',
  refundedBefore: 'This failed before and was refunded',
  failedWithStatus: (status: number) => `The service failed with status ${status}`,
  unexpectedStatus: (status: number) => `The service answered with status ${status}, which was not expected`,
  theAudio: 'The audio',
  thePicture: 'The picture',
  mediaFailed: (subject: string, failed: string) => `${subject} ${failed}`,
  addressNotFetched: 'is at a URL that the service does not fetch from',
  mediaNotFetched: 'could not be fetched by the service',
  mediaFetchedNotUsable: 'was fetched, and could not be used',
  theMedia: (kind: string) => `The ${kind}`,
  mediaFailedAtStage: (detail: string) => `could not be used by the service${detail}`,

  // src-main/service-client/client.ts
  profileNamesNoAccount: 'The service’s profile names no account (user_id), so nothing is sent for it.',

  // src-main/service-client/download.ts
  downloadChanged: 'Download interrupted, and the service now sends another file in its place. Download it again.',

  // src-main/service-client/exchange.ts
  redactedAddress: '[a URL from the service]',
  notJson: (path: string) => `The service’s response to ${path} is not JSON.`,
  responseIncomplete: 'The service accepted the request, and its response did not arrive whole.',
  resultNotNamed: (detail: string) => `The service accepted the request, and its response does not say how to find the result${detail}`,
  namelessType: 'nothing that has a name',
  notSound: (type: string) => `The service responded with ${type} where sound was expected.`,
  responseInvalid: (path: string, place: string) => `The service’s response to ${path} is not valid${place}.`,

  // src-main/service-client/http.ts
  thisComputer: 'this computer',
  privateNetwork: 'a private network',
  hostAtAddress: (host: string, address: string) => `${host}, which is ${address}`,
  unlessTrusted: ' unless you trust that URL for this connection',
  onlyHttpsTrusted: '; only an https address can be trusted',
  privateAddressNotFetched: (origin: string, where: string, named: string, unless: string) =>
    `The service names ${origin}, which leads into ${where} (${named}). Voicewright does not fetch from there${unless}.`,
  schemeNotFetched: (protocol: string) => `Voicewright does not fetch from ${protocol} URLs.`,
  notAskedToCompress: 'The service compressed its response in a way that was not requested.',
  originUnreachable: (origin: string, thrown: string) => `The service at ${origin} cannot be reached: ${thrown}`,
  sentWithoutAnswer: (detail: string) => `The request was sent, and the service did not answer${detail}. It may have been charged.`,
  connectionEndedSuffix: ': the connection ended',
  inTimeSuffix: ' in time',
  connectionEnded: 'The service ended the connection without a response.',
  noAnswerInTime: 'The service did not answer in time.',
  tooMuchSent: 'The service sent more than Voicewright accepts for one request.',
  compressionUnreadable: 'The service’s compressed response cannot be read.',
  endedBeforeWhole: 'The connection ended before the response was complete.',
  stoppedSending: 'The service stopped sending before the end.',
  reasonTimeout: 'it did not answer in time.',
  reasonUnknownName: 'its name is not known here.',
  reasonRefused: 'nothing listens there.',
  reasonNoRoute: 'there is no way to it from here.',
  reasonCertificate: 'its certificate is not trusted.',
  reasonTls: 'a secure connection could not be made.',
  reasonFailed: 'the connection failed.',

  // src-main/service-client/reading/documents.ts
  openApiNamesNoPaths: 'The service’s OpenAPI document names no paths.',

  // src-main/service-client/reading/list.ts
  listNotRecognized: (what: string) => `The service’s list of ${what} could not be recognized: it has another form than Voicewright knows.`,

  // src-main/service-client/reading/media-job.ts
  couldNotMakeRefunded: (why: string) => `The service could not make the result${why}`,

  // src-main/service-client/reading/reference.ts
  theFirstFrame: 'The first frame',
  theLastFrame: 'The last frame',
  reference: (number: string) => `Reference ${number}`,
  theReference: 'The reference',

  // src-main/service-client/realtime/codec.ts
  notARealtimeEvent: 'The service sent something that is no event of the realtime interface.',

  // src-main/service-client/realtime/socket.ts
  realtimeClosed: 'the service closed it',
  textForMessagePack: 'The service sent text where MessagePack was expected.',
  realtimeOver: 'it is over',
  realtimeEndedHere: 'it was ended here',
  realtimeSilent: 'the service went silent',
  realtimeLost: (why: string) => `The realtime connection was lost: ${why}.`,
  realtimeUnreachable: (origin: string, error: string) => `The realtime service at ${origin} cannot be reached: ${error}`,
  subprotocolNotSpoken: (origin: string, subprotocol: string) => `The service at ${origin} does not speak ${subprotocol}.`,

  // src-main/service-client/given-addresses.ts
  keyNotForOrigin: (origin: string) =>
    `The service stores this at ${origin}, which requires the key. Voicewright does not send the key to a URL that you have not trusted.`,
  tooManyRedirects: (maximumRedirects: number) => `The service redirected more than ${maximumRedirects} times.`,
  redirectNotFollowed: 'The service redirected to a URL that cannot be followed.',
  redirectNotSecure: (from: string, origin: string) =>
    `The service at ${from} redirects Voicewright to ${origin}, which is not secure. It is not fetched from there.`,
  resultPaidAtId: (message: string, id: string) => `${message} The result is paid for, and Voicewright saved its id: ${id}.`,

  // src-main/service-client/resources/files.ts
  resultAddressNotFollowed: 'The URL of the result cannot be followed.',
  resultNotMedia: 'The result at the service is not a picture, video or sound.',

  // src-main/service-client/resources/realtime.ts
  ticketNotRecognized: 'The service issued no ticket that can be recognized.',
  noRealtimeAddress: 'This service has no realtime URL. Set it in the connection, or by VOICEWRIGHT_REALTIME_URL.',
  realtimeAddressWithPath: 'Enter a realtime URL such as wss://realtime.example, without a path.',

  // src-main/service-client/resources/speech-v1.ts
  soundAddressUnreadable: 'The URL of the audio cannot be read.',

  // src-main/service-client/server-sent-events.ts
  eventTooLong: 'The service sent an event that is too long for Voicewright.',
} as const;
