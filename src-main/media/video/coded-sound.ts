import type { EncodedPacket } from 'mediabunny';

/** Encoded sound, packet by packet, at the times at which its samples play: what a coder needs in advance lies before 0. */
export interface CodedSound {
  codec: 'aac' | 'opus' | 'pcm-s16';
  decoderConfig: AudioDecoderConfig;
  packets: AsyncGenerator<EncodedPacket>;
  /** Packets, at most. */
  count: number;
}
