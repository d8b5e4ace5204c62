/** The states of whatever is made. */
export type Status = 'empty' | 'stale' | 'queued' | 'generating' | 'done' | 'incomplete' | 'failed' | 'locked';
