export const speech = {
  // src-main/features/speech/addressed.ts
  voiceHasNoModel: 'This voice has no model at the moment.',
  forLipSync: (text: string) => `Speech for a lip sync: “${text}”`,
  addressMissing: 'The service made this and did not say where it is.',

  // src-main/features/speech/families.ts
  soundMissing: 'The service reported the audio as complete, and sent none.',
  takesOverAnHour: 'The service has been making this for more than an hour.',

  // src-main/features/speech/job-failure.ts
  onlyPartMade: 'The service made only a part of this. It is saved.',

  // src-main/features/speech/lines.ts
  speed: (speed: number) => `speed ${speed}`,
  modelOnlyStreams: (modelId: string) => `The model ${modelId} does not return a finished sound.`,
  lineBy: (name: string, text: string) => `A line by ${name}: “${text}”`,
  outcomeUnknown: 'It is not known whether this was made.',

  // src-main/features/speech/lost-connection.ts
  otherServiceConnected: 'Another service was connected. Blocks that were not sent are not sent to it automatically.',

  // src-main/features/speech/make.ts
  interruptedOnce:
    'Audio was interrupted after it had begun, and the service does not send it twice. The part that was received is saved. Generating again will be charged.',

  // src-main/features/speech/plan.ts
  noVoice: 'Choose a voice for this block.',
  characterWithoutVoice: (name: string) => `${name} has no voice. Choose one in Cast, or give this block a voice of its own.`,
  tooManyTakes: (takes: number) => `There are already ${takes} takes of this exact text. Change something before you generate more.`,
  namedVoiceHasNoModel: (name: string) => `The voice ${name} has no model at the moment.`,
  voiceLacksModel: (name: string, modelId: string) => `The voice ${name} does not speak with the model ${modelId}.`,
  modelUnavailable: (modelId: string) => `The model ${modelId} is not available at the moment.`,
  textTooLong: (length: number, modelId: string, longest: number) =>
    `The text has ${length} characters; the model ${modelId} takes ${longest} at most.`,
  modelSoundUnreadable: (id: string) => `The model ${id} makes no audio that Voicewright can read.`,
  modelMakesNoSpeech: (id: string) => `The model ${id} does not make speech.`,
  thisBlock: 'this block',

  // src-main/features/speech/receive.ts
  soundEndsEarly: 'The audio from the service cannot be read to its end. The playable part is saved.',
  noSoundInResponse: 'The response of the service has no audio.',

  // src-main/features/speech/recovery.ts
  studioEnded: 'Voicewright ended while this was being spoken. It may have been charged.',
  onlyBlocksLookedUp: 'Only the audio of a block can be looked up.',
  partSaved: (words: string) => `${words} The part that was received is saved.`,
  endUnknown: 'How this ended is not known. It may have been charged.',

  // src-main/features/speech/repair-plan.ts
  repairNoSound: 'This block has no audio yet. Generate the whole block.',
  repairNoWords: 'Word times for this take are missing, so it cannot be cut. Generate the whole block.',
  repairOtherSettings: 'This take was made with another voice or other settings. Generate the whole block, or restore the take first.',
  repairNothing: 'The audio says what the text says. Select the words to generate again.',
  repairTooLong: (minutes: number) => `Takes of more than ${minutes} minutes cannot be repaired. Generate the whole block.`,

  // src-main/features/speech/repairs.ts
  repairDamaged: 'The audio of this take cannot be read. Generate the whole block.',
  repairProjectClosed: 'The project was closed before the audio was ready.',
  repairNotMade: (why: string) => `${why} The block is unchanged. The new sentence is saved; trying again does not charge it again.`,

  // src-main/media/repair/splice-thread.ts
  theRepairedTake: 'The repaired take',

  // src-main/features/speech/run.ts
  nothingToSay: 'There is no text to speak yet.',
  blockGone: 'This block is no longer in the chapter.',
  notSentBecauseBefore: 'Not sent, because an earlier block failed for this reason.',

  // src-main/features/speech/service.ts
  serviceChanged: 'Another service was connected. Generate the block again.',
  tooManyWaiting: 'Too many generations are waiting. Let some finish first.',

  // src-main/features/speech/single-flight.ts
  stoppedWaiting: 'Stopped waiting. The service continues, and the result is saved when it is ready.',
} as const;
