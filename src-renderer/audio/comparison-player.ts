import { sampleRate } from '#shared/narration/take.ts';
import { loudnessOf } from './loudness.ts';
import { peaksOf } from './outline.ts';
import { createContext } from './output.ts';

/** A sound to be compared: mono enough to be heard, short enough to be held whole. */
export interface ComparedSound {
  id: string;
  /** Studio address; what it answers with does not change. */
  url: string;
}

/** What is known of a sound once it is here. */
interface ComparedFacts {
  seconds: number;
  /** Loudest magnitude of each of its parts, 0 to 1. */
  peaks: Float32Array;
}

export interface ComparisonState {
  /** The one that is heard, or was last. */
  heard: string | undefined;
  playing: boolean;
  facts: ReadonlyMap<string, ComparedFacts>;
  /** How far each is turned down so that none wins by being louder, in decibels, 0 or less. */
  decibels: ReadonlyMap<string, number>;
  /** Those that could not be read. */
  failed: ReadonlySet<string>;
}

/** Sounds in one comparison at most: as many as there are number keys. */
export const maximumCompared = 9;
/** Larger files are no previews. */
const maximumBytes = 32 * 1024 * 1024;
/** One sound goes over into the other within this, in seconds: short enough for a cut, long enough for no click. */
const crossfade = 0.01;
/** A change is scheduled this far ahead, so that both halves of it fall on the same sample. */
const ahead = 0.02;

interface Sounding {
  id: string;
  source: AudioBufferSourceNode;
  gain: GainNode;
  level: number;
  /** When it began, in the context's seconds, and at which part of the sound, 0 to 1. */
  at: number;
  from: number;
}

/** How far each of several sounds is turned down, in decibels, so that all are as loud as the softest; one without loudness is left as it is. */
export function levelsOf(loudness: ReadonlyMap<string, number | undefined>): Map<string, number> {
  const softest = Math.min(...[...loudness.values()].filter((value) => value !== undefined));
  return new Map([...loudness].map(([id, value]) => [id, value === undefined ? 0 : Math.min(0, softest - value)]));
}

/**
 * Plays one of several sounds and switches between them at the same place, through one audio graph: the one fades out in the ten milliseconds
 * in which the other fades in, scheduled together, so that there is no gap. The same place is the same part of the text: as much of the one has
 * passed as of the other. The context is its own, for the chapter's is halted while the chapter is paused.
 */
export class ComparisonPlayer {
  #context: AudioContext | undefined;
  #buffers = new Map<string, AudioBuffer>();
  #loudness = new Map<string, number | undefined>();
  #loading = new Map<string, AbortController>();
  #sounds: readonly ComparedSound[] = [];
  #sounding: Sounding | undefined;
  /** Where playing begins when it does not play, 0 to 1. */
  #place = 0;
  /** Wanted before its sound was here. */
  #awaited: string | undefined;
  #state: ComparisonState = { heard: undefined, playing: false, facts: new Map(), decibels: new Map(), failed: new Set() };
  readonly #onChange: (state: ComparisonState) => void;
  loop = false;

  constructor(onChange: (state: ComparisonState) => void) {
    this.#onChange = onChange;
  }

  /** What is compared from now on. What is there already stays as it is. */
  setSounds(sounds: readonly ComparedSound[]): void {
    this.#sounds = sounds.slice(0, maximumCompared);
    const wanted = new Map(this.#sounds.map((sound) => [sound.id, sound.url]));
    for (const [id, controller] of this.#loading) if (!wanted.has(id)) controller.abort();
    for (const map of [this.#buffers, this.#loudness, this.#loading]) for (const id of map.keys()) if (!wanted.has(id)) map.delete(id);
    const { heard, facts, failed } = this.#state;
    if (heard !== undefined && !wanted.has(heard)) this.stop();
    this.#tell({
      ...(heard !== undefined && !wanted.has(heard) ? { heard: undefined } : {}),
      facts: new Map([...facts].filter(([id]) => wanted.has(id))),
      failed: new Set([...failed].filter((id) => wanted.has(id))),
    });
    this.#level();
    for (const sound of this.#sounds) if (!this.#buffers.has(sound.id) && !this.#loading.has(sound.id)) void this.#load(sound);
  }

  /** Hears a sound from where the comparison is, at once. To be called in a gesture. */
  hear(id: string): void {
    this.#ready();
    if (!this.#buffers.has(id)) {
      this.#awaited = id;
      this.#tell({ heard: id });
      return;
    }
    if (this.#sounding?.id === id) return;
    this.#start(id, this.#sounding ? undefined : this.#place);
  }

  /** Plays on, or halts where it is. To be called in a gesture. */
  toggle(): void {
    if (this.#sounding) this.pause();
    else {
      const id = this.#state.heard ?? this.#sounds[0]?.id;
      if (id !== undefined) this.hear(id);
    }
  }

  pause(): void {
    this.#awaited = undefined;
    this.#place = this.place;
    this.#end();
    this.#tell({ playing: false });
  }

  /** Silent, and back at the start. */
  stop(): void {
    this.pause();
    this.#place = 0;
  }

  /** Goes to a place, 0 to 1. */
  seek(place: number): void {
    this.#place = Math.min(1, Math.max(0, place));
    if (this.#sounding) this.#start(this.#sounding.id, this.#place);
  }

  /** Stops for good, and lets go of the sounds. */
  close(): void {
    this.stop();
    this.setSounds([]);
    void this.#context?.suspend();
  }

  /** How much has passed, 0 to 1. */
  get place(): number {
    const sounding = this.#sounding;
    return sounding && this.#context ? this.#placeAt(sounding, this.#context.currentTime) : this.#place;
  }

  #placeAt({ id, at, from }: Sounding, time: number): number {
    const seconds = this.#buffers.get(id)?.duration ?? 0;
    return seconds === 0 ? 0 : Math.min(1, from + Math.max(0, time - at) / seconds);
  }

  #ready(): AudioContext {
    this.#context ??= createContext({ sampleRate, latencyHint: 'interactive' });
    if (this.#context.state === 'suspended') void this.#context.resume();
    return this.#context;
  }

  /** Without `from`, where the one that sounds is at that moment. */
  #start(id: string, from?: number): void {
    const context = this.#ready();
    const buffer = this.#buffers.get(id);
    if (!buffer) return;
    const at = Math.ceil((context.currentTime + ahead) * sampleRate) / sampleRate;
    const before = this.#sounding;
    const place = from ?? (before ? this.#placeAt(before, at) : 0);
    const sample = Math.round((place >= 1 ? 0 : place) * buffer.length);
    const source = new AudioBufferSourceNode(context, { buffer });
    const gain = new GainNode(context, { gain: 0 });
    const level = this.#gain(id);
    gain.gain.setValueAtTime(0, at).linearRampToValueAtTime(level, at + crossfade);
    source.connect(gain).connect(context.destination);
    source.start(at, sample / sampleRate);
    this.#end(at);
    const sounding: Sounding = { id, source, gain, level, at, from: sample / buffer.length };
    source.addEventListener('ended', () => {
      if (this.#sounding !== sounding) return;
      this.#sounding = undefined;
      this.#place = 0;
      if (this.loop) this.#start(id, 0);
      else this.#tell({ playing: false });
    });
    this.#sounding = sounding;
    this.#awaited = undefined;
    this.#tell({ heard: id, playing: true });
  }

  #end(at = this.#context?.currentTime ?? 0): void {
    const sounding = this.#sounding;
    if (!sounding) return;
    this.#sounding = undefined;
    const { gain, source, level } = sounding;
    // One that has only just been scheduled has risen no further than this.
    const begun = Math.max(at, sounding.at);
    gain.gain.cancelScheduledValues(at);
    gain.gain.setValueAtTime(level * Math.min(1, (begun - sounding.at) / crossfade), begun);
    gain.gain.linearRampToValueAtTime(0, begun + crossfade);
    source.stop(begun + crossfade);
    source.addEventListener('ended', () => gain.disconnect());
  }

  async #load(sound: ComparedSound): Promise<void> {
    const controller = new AbortController();
    this.#loading.set(sound.id, controller);
    try {
      const response = await fetch(sound.url, { signal: controller.signal });
      if (!response.ok || Number(response.headers.get('Content-Length') ?? 0) > maximumBytes) throw new Error('no sound');
      // Decoding needs no gesture where nothing is to be heard.
      const buffer = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(await response.arrayBuffer());
      if (controller.signal.aborted) return;
      const samples = buffer.getChannelData(0);
      this.#buffers.set(sound.id, buffer);
      this.#loudness.set(sound.id, loudnessOf(Int16Array.from(samples, (value) => Math.max(-1, Math.min(1, value)) * 32_767)));
      this.#tell({
        facts: new Map(this.#state.facts).set(sound.id, { seconds: buffer.duration, peaks: peaksOf(samples) }),
        failed: new Set([...this.#state.failed].filter((id) => id !== sound.id)),
      });
      this.#level();
      if (this.#awaited === sound.id) this.hear(sound.id);
    } catch {
      if (!controller.signal.aborted) this.#tell({ failed: new Set(this.#state.failed).add(sound.id) });
    } finally {
      if (this.#loading.get(sound.id) === controller) this.#loading.delete(sound.id);
    }
  }

  #gain(id: string): number {
    return 10 ** ((this.#state.decibels.get(id) ?? 0) / 20);
  }

  /** All as loud as the softest; what sounds at the moment is taken there. */
  #level(): void {
    const loudness = new Map(this.#sounds.flatMap(({ id }) => (this.#buffers.has(id) ? [[id, this.#loudness.get(id)] as const] : [])));
    this.#tell({ decibels: levelsOf(loudness) });
    const sounding = this.#sounding;
    if (!sounding || !this.#context) return;
    const level = this.#gain(sounding.id);
    if (level === sounding.level) return;
    sounding.level = level;
    sounding.gain.gain.setTargetAtTime(level, Math.max(this.#context.currentTime, sounding.at + crossfade), crossfade);
  }

  #tell(change: Partial<ComparisonState>): void {
    this.#state = { ...this.#state, ...change };
    this.#onChange(this.#state);
  }
}
