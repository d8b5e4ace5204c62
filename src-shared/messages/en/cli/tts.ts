export const tts = {
  // src-main/hosts/cli/tts-commands.ts
  ttsCommand: 'speech that the service makes as a job and stores',
  createCommand: 'start a job that speaks text',
  serviceHasIt: (taskId: string) => `The service has it: tts download ${taskId} --out FILE.`,
  getCommand: 'show the state of a job',
  createdAfterOption: 'an ISO time',
  downloadCommand: 'download the audio of a job',
  jobAccepted: (said: string, taskId: string) => `${said} The service accepted the job: tts get ${taskId} --wait.`,
  notMade: (why: string, taskId: string) => `The service could not make this${why} (job ${taskId}).`,
  partMade: (why: string, taskId: string) =>
    `The service made only a part of this${why} (job ${taskId}). Get that part: tts download ${taskId} --out FILE.`,
  unknownStatus: (jobStates: string) => `--status takes ${jobStates}.`,
  notATime: '--created-after takes an ISO time.',
} as const;
