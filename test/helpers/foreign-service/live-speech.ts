import { LiveError } from './live-error.ts';
import type { LiveRequest, LiveSegment } from './live-requests.ts';
import { wavHeader } from './sound.ts';
import type { World } from './world.ts';

/** The sound of a segment in the packets that become `audio` events. Throws `generation_failed` where a test asked for it. */
export async function speakSegment(world: World, request: LiveRequest, segment: LiveSegment, first: boolean): Promise<Buffer[]> {
  if (world.faults.take('live')) throw new LiveError('generation_failed', 'The provider gave up.', { terminal: true, retryable: true });
  if (world.faults.take('liveTerminal')) throw new LiveError('generation_failed', 'The provider refuses this text.', { terminal: true });
  const { order } = request;
  const sound = await world.sound.speak({ text: segment.text, voice: order.voice.voiceId, speed: order.speed, volume: order.volume });
  if (world.character === 'odd' && order.format === 'wav') {
    // Audio frames are concatenated, so the segments of one request make one file here.
    segment.audio = first ? Buffer.concat([wavHeader(), sound.pcm]) : sound.pcm;
  } else {
    segment.audio = await world.sound.encode(sound, order.format, segment.text);
  }
  // Packets of the odd one do not end where samples end.
  const size = Math.max(world.character === 'odd' ? 2049 : 2048, Math.ceil(segment.audio.length / 10));
  const step = world.character === 'odd' ? size | 1 : size + (size % 2);
  const packets: Buffer[] = [];
  for (let start = 0; start < segment.audio.length; start += step) packets.push(segment.audio.subarray(start, start + step));
  return packets;
}
