import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { decode, encode } from '@msgpack/msgpack';
import { WebSocket } from 'ws';
import { liveInput } from '#shared/live.ts';
import { livePaths, subprotocols } from '#shared/wire/realtime.ts';
import { LiveFixture, type Place } from '../contract/live/fixture.ts';
import { median } from '../helpers/median.ts';

/** 192 MB a round: after a shorter one the bare loop's garbage is still there, and is collected in the round after it, which is ours. */
const frames = 12_000;
const frameBytes = 16 * 1024;
const rounds = 8;

/** Frames a second through the client: decoded, in order, synced to the disk and told. */
async function ours(fixture: LiveFixture): Promise<number> {
  let started = 0;
  let took = 0;
  let bytes = 0;
  const spoken = Promise.withResolvers<undefined>();
  const sends = (async function* () {
    yield { type: 'say' as const, id: 'p', text: 'Hello.' };
    await spoken.promise; // else the flood would be stopped in its middle
  })();
  await fixture.live.services['live.speak'](liveInput.parse({ voiceId: 'v', modelId: 'model' }), {
    emit: (event) => {
      if (event.type === 'accepted') started = performance.now();
      else if (event.type === 'audio') bytes += event.bytes.byteLength;
      else if (event.type === 'completed') {
        took = performance.now() - started;
        spoken.resolve(undefined);
      }
    },
    sends,
    signal: new AbortController().signal,
  });
  if (bytes !== frames * frameBytes) throw new Error(`The client lost something: ${bytes} bytes came.`);
  return (frames * 1000) / took;
}

/** The same frames through a bare socket and the decoder. */
async function bare(place: Place): Promise<number> {
  const socket = new WebSocket(`${place.realtimeUrl}${livePaths.v3}`, [subprotocols.v3], { perMessageDeflate: false });
  await once(socket, 'open');
  const took = await new Promise<number>((resolve) => {
    let started = 0;
    let bytes = 0;
    socket.on('message', (data: Buffer) => {
      const event = decode(data) as { event: string; audio?: Uint8Array };
      if (event.event === 'segment_accepted') started = performance.now();
      else if (event.event === 'audio') bytes += event.audio?.byteLength ?? 0;
      else if (event.event === 'segment_completed' && bytes === frames * frameBytes) resolve(performance.now() - started);
    });
    socket.send(encode({ event: 'start', eventId: '1', mode: 'reliable', requestId: 'bare', request: {} }));
    socket.send(encode({ event: 'text', eventId: '2', sequence: 1, text: 'Hello.' }));
    socket.send(encode({ event: 'flush', eventId: '3', segmentId: 's' }));
  });
  socket.terminate();
  return (frames * 1000) / took;
}

async function run(): Promise<{ ours: number; peer: number }> {
  const worker = new Worker(new URL('../helpers/realtime-flood.ts', import.meta.url), { workerData: { frames, bytes: frameBytes } });
  const [place] = (await once(worker, 'message')) as [Place];
  const fixture = await LiveFixture.open(place);
  const [through, past]: [number[], number[]] = [[], []];
  try {
    for (let round = 0; round < rounds; round++) {
      through.push(await ours(fixture));
      past.push(await bare(place));
    }
    return { ours: median(through), peer: median(past) };
  } finally {
    await fixture.close();
    await worker.terminate();
  }
}

export default { name: 'realtime-frames-per-second-through-the-client', atLeast: 0.6, run };
