import { createParser } from 'eventsource-parser';
import { readAligned } from '#main/service-client/aligned.ts';
import { createAlignment } from '#shared/narration/alignment.ts';

/** Ten minutes of speech as a service sends it: 24 kHz PCM in pieces of 85 ms, a snapshot of words after every second. */
const seconds = 600;
const piecesPerSecond = 12;
const wordsPerSecond = 3;
/** Bytes of one piece of the network. */
const networkPiece = 16 * 1024;
const rounds = 7;

function stream(): { pieces: Uint8Array[]; events: number } {
  const event = (name: string, data: unknown): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const packet = Buffer.alloc((24_000 * 2) / piecesPerSecond);
  let text = '';
  let events = 0;
  let seed = 1;
  for (let second = 0; second < seconds; second++) {
    for (let piece = 0; piece < piecesPerSecond; piece++) {
      for (let at = 0; at < packet.byteLength; at++) packet[at] = seed = (seed * 48_271) % 2_147_483_647;
      text += event('audio', { audioBase64: packet.toString('base64') });
    }
    const words = Array.from({ length: wordsPerSecond }, (_, word) => {
      const startMs = second * 1000 + word * 330;
      return { text: `word${word}`, startMs, endMs: startMs + 300 };
    });
    text += event('alignment_snapshot', { chunkSeq: second, units: 'milliseconds', words });
    events += piecesPerSecond + 1;
  }
  text += event('completed', { requestId: 'r', generationId: 'g', alignmentStatus: 'complete', quotaRemaining: 1, creditsUsed: 1 });
  const bytes = Buffer.from(text);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.byteLength; at += networkPiece) pieces.push(Uint8Array.from(bytes.subarray(at, at + networkPiece)));
  return { pieces, events: events + 1 };
}

// oxlint-disable-next-line typescript/require-await -- the network, without its waits
async function* network(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* pieces;
}

async function ours(pieces: readonly Uint8Array[]): Promise<number> {
  const alignment = createAlignment();
  let bytes = 0;
  for await (const batch of readAligned(network(pieces)))
    for (const event of batch) {
      if (event.type === 'audio') bytes += event.bytes.byteLength;
      else if (event.type === 'snapshot') alignment.snapshot(event.chunkSeq, event.words);
    }
  return bytes + alignment.words().length;
}

async function bare(pieces: readonly Uint8Array[]): Promise<number> {
  let bytes = 0;
  let words = 0;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const value = JSON.parse(data) as { audioBase64: string; words: unknown[] };
      if (event === 'audio') bytes += Buffer.from(value.audioBase64, 'base64').byteLength;
      else if (event === 'alignment_snapshot') words += value.words.length;
    },
  });
  const text = new TextDecoder();
  for await (const piece of network(pieces)) parser.feed(text.decode(piece, { stream: true }));
  return bytes + words;
}

/** Events a second through the client, against the bare loop over the same bytes: each its best of several rounds, taken in turn. */
async function run(): Promise<{ ours: number; peer: number }> {
  const { pieces, events } = stream();
  const best = { ours: 0, peer: 0 };
  for (let round = 0; round < rounds; round++)
    for (const [who, loop] of [
      ['ours', ours],
      ['peer', bare],
    ] as const) {
      const started = performance.now();
      const sum = await loop(pieces);
      const perSecond = (events * 1000) / (performance.now() - started);
      if (sum !== seconds * (24_000 * 2 + wordsPerSecond)) throw new Error(`The ${who} loop lost something.`);
      best[who] = Math.max(best[who], perSecond);
    }
  return best;
}

export default { name: 'aligned-events-per-second', atLeast: 0.75, run };
