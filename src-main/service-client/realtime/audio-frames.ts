import type { RealtimeVersion } from '#shared/wire/realtime.ts';
import { snake } from '#shared/wire/realtime-spelling.ts';

/** What is used of an `audio` event (interface, "Realtime TTS v3" and "v2"); `audio` is a view of the frame that it came in. */
export interface AudioFrame {
  event: 'audio';
  segmentId: string;
  sequence: number;
  audio: Uint8Array;
}

type Kind = 'audio-name' | 'text' | 'segment' | 'sound' | 'number' | 'whole' | 'sequence';
/** The fields of the interface. What is used of them must be there; the others may be. */
const kinds = {
  event: 'audio-name',
  eventId: 'text',
  traceId: 'text',
  timestamp: 'number',
  inReplyTo: 'text',
  requestId: 'text',
  sessionId: 'text',
  segmentId: 'segment',
  sequence: 'sequence',
  audio: 'sound',
  format: 'text',
  sampleRate: 'whole',
  channels: 'whole',
  bitDepth: 'whole',
} as const satisfies Record<string, Kind>;
const needed: readonly Kind[] = ['audio-name', 'segment', 'sequence', 'sound'];

interface Field {
  /** In ASCII. */
  name: Uint8Array;
  kind: Kind;
  bit: number;
}

/**
 * Reads `audio` events as services write them, in place: of a thousand events of a session all but a few are sound, and to build, check and
 * copy each as `decodeEvent` does takes longer than all the rest that is done with it. Whatever is written in another way, or wrong, is left
 * to `decodeEvent`, with which this agrees on everything that it takes.
 */
export class AudioFrames {
  /** By the length of their names. */
  readonly #fields: Field[][] = [];
  readonly #required: number;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  /** The last one's, which is mostly the next one's. */
  #segment = { id: '', bytes: new Uint8Array(0) };

  constructor(version: RealtimeVersion) {
    let required = 0;
    for (const [place, [name, kind]] of Object.entries(kinds).entries()) {
      const field = { name: Buffer.from(version === 'v2' ? snake(name) : name, 'latin1'), kind, bit: 1 << place };
      (this.#fields[field.name.byteLength] ??= []).push(field);
      if (needed.includes(kind)) required |= field.bit;
    }
    this.#required = required;
  }

  /** `undefined`: not read here. */
  read(bytes: Uint8Array): AudioFrame | undefined {
    this.#bytes = bytes;
    this.#at = 0;
    let seen = 0;
    let [segmentId, sequence, from, to] = ['', 0, 0, 0];
    for (let left = this.#entries(); left > 0; left--) {
      const field = this.#field();
      if (field === undefined || (seen & field.bit) !== 0) return undefined;
      seen |= field.bit;
      if (field.kind === 'text') this.#skip(this.#textLength());
      else if (field.kind === 'number') {
        if (Number.isNaN(this.#number())) return undefined;
      } else if (field.kind === 'whole' || field.kind === 'sequence') {
        const value = this.#whole();
        if (field.kind === 'sequence') sequence = value;
        if (Number.isNaN(value)) return undefined;
      } else if (field.kind === 'sound') {
        const length = this.#soundLength();
        from = this.#at;
        to = from + length;
        this.#skip(length);
      } else {
        const length = this.#textLength();
        if (field.kind === 'segment') {
          const id = this.#segmentId(length);
          if (id === undefined) return undefined;
          segmentId = id;
        } else if (!this.#says(audioName, length)) return undefined;
        this.#skip(length);
      }
    }
    // It is no number where a length was none.
    if (this.#at !== bytes.byteLength || (seen & this.#required) !== this.#required) return undefined;
    return { event: 'audio', segmentId, sequence, audio: new Uint8Array(bytes.buffer, bytes.byteOffset + from, to - from) };
  }

  /** Behind the end stand zeros: what is taken there ends too late, which is found by its end. */
  #byte(): number {
    return this.#bytes[this.#at++] ?? 0;
  }

  #skip(length: number): void {
    this.#at += length;
  }

  #big(width: number): number {
    let value = 0;
    for (let count = 0; count < width; count++) value = value * 256 + this.#byte();
    return value;
  }

  #entries(): number {
    const head = this.#byte();
    return (head & 0xf0) === 0x80 ? head & 0x0f : head === 0xde ? this.#big(2) : 0;
  }

  #field(): Field | undefined {
    const head = this.#byte();
    const length = (head & 0xe0) === 0xa0 ? head & 0x1f : 0;
    const fields = this.#fields[length];
    if (fields === undefined) return undefined;
    for (const field of fields) {
      if (!this.#says(field.name, length)) continue;
      this.#skip(length);
      return field;
    }
    return undefined;
  }

  #says(word: Uint8Array, length: number): boolean {
    if (word.byteLength !== length) return false;
    // From behind, where names differ most.
    for (let place = length - 1; place >= 0; place--) if (word[place] !== this.#bytes[this.#at + place]) return false;
    return true;
  }

  #textLength(): number {
    const head = this.#byte();
    if ((head & 0xe0) === 0xa0) return head & 0x1f;
    return head === 0xd9 ? this.#big(1) : head === 0xda ? this.#big(2) : NaN;
  }

  #soundLength(): number {
    const head = this.#byte();
    return head === 0xc4 ? this.#big(1) : head === 0xc5 ? this.#big(2) : head === 0xc6 ? this.#big(4) : NaN;
  }

  #whole(): number {
    const head = this.#byte();
    if (head <= 0x7f) return head;
    return head === 0xcc ? this.#big(1) : head === 0xcd ? this.#big(2) : head === 0xce ? this.#big(4) : NaN;
  }

  /** Of a time nothing is used but that it is one: its value is read no further than that. */
  #number(): number {
    const head = this.#bytes[this.#at];
    if (head !== 0xcb && head !== 0xcf) return this.#whole();
    this.#skip(1);
    const first = this.#big(2);
    this.#skip(6);
    return head === 0xcb && (first & 0x7ff0) === 0x7ff0 ? NaN : first; // infinite, or none
  }

  #segmentId(length: number): string | undefined {
    if (this.#says(this.#segment.bytes, length)) return this.#segment.id;
    const bytes = this.#bytes.slice(this.#at, this.#at + length);
    if (bytes.some((byte) => byte > 0x7f)) return undefined;
    this.#segment = { id: String.fromCharCode(...bytes), bytes };
    return this.#segment.id;
  }
}

const audioName = Buffer.from('audio', 'latin1');
