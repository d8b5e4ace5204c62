import { decimal } from './messages/figures.ts';
import { messages } from './messages/index.ts';

/** Places in a video as people who cut videos write them (SMPTE 12M), pure. */

/** Rates that are slower by 1 in 1,001 than the whole number that they are counted by. */
const slowed = [24, 30, 48, 60].map((counted) => ({ counted, rate: (counted * 1_000) / 1_001 }));
/** Rates come rounded to three decimals, or as a mean of what was measured. */
const near = 0.005;

/** By how many frames a second is counted; undefined where the rate has no timecode of its own, as the mean of uneven frames. */
function countedBy(frameRate: number): number | undefined {
  const whole = Math.round(frameRate);
  if (whole > 0 && Math.abs(frameRate - whole) < near) return whole;
  return slowed.find(({ rate }) => Math.abs(frameRate - rate) < near)?.counted;
}

/** At 29.97 and 59.94 frames a second, numbers are left out (never frames), so that the timecode stays with the clock. */
export function isDropFrame(frameRate: number): boolean {
  const counted = countedBy(frameRate);
  return (counted === 30 || counted === 60) && frameRate < counted - near;
}

/** Numbers left out at the start of a minute that is no tenth one, and frames of ten minutes. */
const dropped = (counted: number): { each: number; minute: number; ten: number } => {
  const each = counted / 15;
  return { each, minute: counted * 60 - each, ten: counted * 600 - each * 9 };
};

/**
 * `HH:MM:SS:FF` of a frame, counted from 0; `HH:MM:SS;FF` where numbers are dropped. A rate without a timecode of its own shows the clock's
 * seconds, and the frames since the last of them.
 */
export function timecode(frame: number, frameRate: number): string {
  const counted = countedBy(frameRate);
  if (counted === undefined) {
    const seconds = Math.floor(frame / frameRate + 1e-6);
    return written(seconds, Math.max(0, frame - Math.ceil(seconds * frameRate - 1e-3)), ':');
  }
  if (!isDropFrame(frameRate)) return written(Math.floor(frame / counted), frame % counted, ':');
  const { each, minute, ten } = dropped(counted);
  const within = frame % ten;
  const minutes = within < counted * 60 ? 0 : 1 + Math.floor((within - counted * 60) / minute);
  const number = frame + each * (Math.floor(frame / ten) * 9 + minutes);
  return written(Math.floor(number / counted), number % counted, ';');
}

/** The first frame that a timecode gives to that second. */
export function frameOfSecond(second: number, frameRate: number): number {
  const counted = countedBy(frameRate);
  if (counted === undefined) return Math.ceil(second * frameRate - 1e-3);
  if (!isDropFrame(frameRate)) return second * counted;
  const { each } = dropped(counted);
  const minutes = Math.floor(second / 60);
  const isShort = second % 60 === 0 && minutes % 10 !== 0;
  return second * counted + (isShort ? each : 0) - each * (minutes - Math.floor(minutes / 10));
}

/** The frame of a timecode as {@link timecode} writes it, of either separator; undefined for what is no timecode of this rate. */
export function frameOfTimecode(text: string, frameRate: number): number | undefined {
  const parts = /^(\d{1,2}):(\d{1,2}):(\d{1,2})[:;](\d{1,3})$/u.exec(text.trim());
  if (!parts) return undefined;
  const [hours = 0, minutes = 0, rest = 0, within = 0] = parts.slice(1).map(Number);
  const second = hours * 3_600 + minutes * 60 + rest;
  const first = frameOfSecond(second, frameRate);
  // More than 0 where numbers are dropped.
  const firstNumber = Number(timecode(first, frameRate).slice(-2));
  const frame = first + within - firstNumber;
  const isThere = minutes < 60 && rest < 60 && within >= firstNumber && frame < frameOfSecond(second + 1, frameRate);
  return isThere ? frame : undefined;
}

/** `29.97 fps, drop-frame`. */
export const frameRateWords = (frameRate: number): string =>
  messages.player.frameRate(decimal(frameRate, 3), isDropFrame(frameRate) ? messages.player.dropFrame : '');

function written(seconds: number, frame: number, separator: string): string {
  const [hours, minutes, rest, within] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60, frame].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${hours ?? ''}:${minutes ?? ''}:${rest ?? ''}${separator}${within ?? ''}`;
}
