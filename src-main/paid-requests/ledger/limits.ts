/**
 * Lines of one timeline, bytes of one result and of a body that is kept after the end, at most; and how many operations that are over and
 * left nothing to be found by them (the sound of blocks, whose takes are in their projects; what failed). The oldest of these beyond that are
 * forgotten when the ledger is opened. What is open, or whose outcome is not known, and what has a result of its own stays forever.
 */
export const ledgerLimits = { events: 1000, resultBytes: 64 * 1024, bodyBytes: 64 * 1024, over: 100_000 } as const;
