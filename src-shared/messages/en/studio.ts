export const studio = {
  // core/studio/studio.ts
  serviceStarting: 'The service is starting.',
  serviceUnavailable: 'The service is not available.',

  // src-main/infra/thread-call.ts
  threadEnded: 'A part of Voicewright ended before its work was done. Nothing that was saved is lost.',

  // src-main/service-client/connection.ts
  closing: 'Voicewright is closing.',

  // src-shared/rpc-bounds.ts
  nestsTooDeep: 'nests too deep',
  tooManyItems: (maxItems: number) => `holds more than ${maxItems} items`,
  requestTooLarge: 'holds more than one request may',
  nameOfField: (illFormed: string) => `the name of a field ${illFormed}`,
  loneSurrogate: 'holds half of a character (a lone surrogate), which cannot be stored or sent',

  // src-shared/rpc.ts
  noSuchOperation: (toWellFormed: string) => `Voicewright has no operation named ${toWellFormed}.`,
  tooMuchUnderWay: 'Too much is running at once. Let something finish, then try again.',
  windowTooSlow: 'The window could not keep up, so this was stopped.',
  tooMuchSent: 'The window sent more than Voicewright accepts.',
  sentInvalid: (op: string, reason: string) => `In ${op}: what was sent ${reason}.`,
  connectionLost: (reason: string) => `The connection of this window was lost: ${reason}`,
  tooMuchArrived: 'Voicewright sent more than the window accepts.',
  cannotBeSent: (op: string) => `What was asked of ${op} cannot be sent.`,
  callEnded: 'The call ended.',
  wentWrong: 'Something went wrong in Voicewright.',
  callIdInUse: 'A call id in use was opened again.',
  frameUnknown: 'A frame is not one of the contract.',
  closedHere: 'closed by this side',
} as const;
