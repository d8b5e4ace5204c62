/** Flite's own sample rate: 16 bit mono. */
export const fliteRate = 16_000;
