/** Ids of what commands lead to in Details. */

export const blockVoiceField = 'block-voice';
export const castSection = 'cast';
