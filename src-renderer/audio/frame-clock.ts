import { timecode } from '#shared/timecode.ts';

/** Rules of time by frames, pure: which frame a place is in, how it is written, and how one player is kept beside another. */

/** Where a video says no frame rate, it is counted by this one. */
export const usualFrameRate = 25;

/** A place that lies on a boundary but for rounding belongs to the frame that begins there. */
const rounding = 1e-4;

export const frameAt = (seconds: number, frameRate: number): number => Math.max(0, Math.floor(seconds * frameRate + rounding * frameRate));

/** The middle of a frame, in seconds: a player that is sent there shows this frame and no other. */
export const middleOf = (frame: number, frameRate: number): number => (frame + 0.5) / frameRate;

/** The timecode of a place, of the frame that is shown there. */
export const timecodeAt = (seconds: number, frameRate: number): string => timecode(frameAt(seconds, frameRate), frameRate);

export type Correction = { type: 'none' } | { type: 'rate'; rate: number } | { type: 'seek'; to: number };

/** Beyond this many seconds, catching up would take longer than a jump is noticed. */
const longestChase = 0.4;
/** Seconds in which a small difference is to be gone, and how much faster or slower a player may run for that. */
const chaseSeconds = 0.25;
const mostChange = 0.25;

/**
 * How a player at `at` seconds comes to where the clock is. It is let be within half a frame; one that is being corrected goes on until it
 * is within an eighth. `rate` is the clock's.
 */
export function correctionOf(
  player: { at: number; correcting: boolean },
  clock: { at: number; rate: number; frameRate: number },
): Correction {
  const behind = clock.at - player.at;
  const distance = Math.abs(behind);
  if (distance > longestChase) return { type: 'seek', to: clock.at };
  if (distance * clock.frameRate <= (player.correcting ? 0.125 : 0.5)) return { type: 'none' };
  const change = Math.max(-mostChange, Math.min(mostChange, behind / chaseSeconds));
  return { type: 'rate', rate: clock.rate * (1 + change) };
}
