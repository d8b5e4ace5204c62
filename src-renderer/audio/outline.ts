/** The outline of a short sound, for a small waveform: how loud each part of it gets, 0 to 1. */
export interface SoundOutline {
  seconds: number;
  peaks: Float32Array;
  /** Nothing in it can be heard. */
  isSilent?: boolean;
}

const parts = 240;
/** Outlines that are remembered; sounds by their address do not change. */
const remembered = 300;
/** Larger files are not read for a picture: it is for lines and previews. */
const maximumBytes = 32 * 1024 * 1024;
const outlines = new Map<string, Promise<SoundOutline | undefined>>();

/** `undefined` for what cannot be read or decoded: then there is no picture of it. */
export function outlineOf(url: string): Promise<SoundOutline | undefined> {
  const known = outlines.get(url);
  if (known) return known;
  const reading = read(url).catch(() => undefined);
  outlines.set(url, reading);
  if (outlines.size > remembered) {
    const oldest = outlines.keys().next().value;
    if (oldest !== undefined) outlines.delete(oldest);
  }
  void reading.then((found) => {
    // Offline or not there yet: the next look asks again.
    if (!found) outlines.delete(url);
  });
  return reading;
}

/** The same of a file of this machine that is in the window; `undefined` where it is too large or cannot be decoded. */
export async function outlineOfFile(file: Blob): Promise<SoundOutline | undefined> {
  return file.size > maximumBytes ? undefined : decode(await file.arrayBuffer()).catch(() => undefined);
}

async function read(url: string): Promise<SoundOutline | undefined> {
  const response = await fetch(url);
  if (!response.ok || Number(response.headers.get('Content-Length') ?? 0) > maximumBytes) return undefined;
  return decode(await response.arrayBuffer());
}

async function decode(bytes: ArrayBuffer): Promise<SoundOutline> {
  const sound = await new OfflineAudioContext(1, 1, 16_000).decodeAudioData(bytes);
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) => sound.getChannelData(channel));
  return { seconds: sound.duration, peaks: peaksOf(channels[0] ?? new Float32Array()), isSilent: channels.every(isSilent) };
}

/** What never gets louder than this has no speech that anybody hears: -60 dB of full scale. */
const silentPeak = 0.001;

const isSilent = (samples: Float32Array): boolean => samples.every((sample) => Math.abs(sample) < silentPeak);

/** The largest magnitude of each of as many parts, by the loudest of all. */
export function peaksOf(samples: Float32Array, count = parts): Float32Array {
  const peaks = new Float32Array(count);
  let loudest = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const part = Math.min(count - 1, Math.floor((index * count) / samples.length));
    const magnitude = Math.abs(samples[index] ?? 0);
    if (magnitude > (peaks[part] ?? 0)) peaks[part] = magnitude;
    if (magnitude > loudest) loudest = magnitude;
  }
  if (loudest > 0) for (let part = 0; part < count; part += 1) peaks[part] = (peaks[part] ?? 0) / loudest;
  return peaks;
}
