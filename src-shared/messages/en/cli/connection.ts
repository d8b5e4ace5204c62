export const connection = {
  // src-main/hosts/cli/session.ts
  keyOfOther: (bound: string, origin: string) =>
    `VOICEWRIGHT_API_KEY belongs to ${bound} (VOICEWRIGHT_BASE_URL) and is not sent to ${origin}.`,
  realtimeNeedsBase: '--realtime-url needs --base-url or VOICEWRIGHT_BASE_URL too.',
  tooManyRuns: (maximumSlots: number) => `${maximumSlots} command-line runs use this profile. Let one finish first.`,
  purchasesHeld:
    'Another command uses the records of purchases that an earlier run left for this project. Wait until that command ends, then try again. Nothing was sent.',
  interrupted: 'The command line ended before this was finished. It may have been charged.',
} as const;
