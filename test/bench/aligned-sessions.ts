import { voicesPath } from '#shared/wire/voices.ts';
import { alignedPath } from '#shared/wire/speech.ts';
import { startLocalService } from '../helpers/local-service.ts';
import { median } from '../helpers/median.ts';

const streams = 200;
const text =
  'The lamp had burned since dusk, and nobody in the house could say who had lit it. "Leave it," she said; "it keeps better time than we do." ' +
  'So they left it where it was. In the morning it was still alight, and the house was empty.';
const tokens = text.split(' ').length;

/** Milliseconds until the first audio event; rejects unless the stream completes with every word in its place. */
async function firstAudio(url: string, request: RequestInit): Promise<number> {
  const started = performance.now();
  const response = await fetch(url, request);
  if (response.status !== 200 || response.body === null) throw new Error(`A stream was refused: ${response.status}`);
  let first: number | undefined;
  let events = '';
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    events += decoder.decode(bytes, { stream: true });
    if (events.includes('event: audio')) first ??= performance.now() - started;
  }
  const words = new Map<number, number>();
  for (const [, data = ''] of events.matchAll(/^event: alignment_snapshot\ndata: (.*)$/gmu)) {
    const snapshot = JSON.parse(data) as { chunkSeq: number; words: unknown[] };
    words.set(snapshot.chunkSeq, snapshot.words.length);
  }
  const told = [...words.values()].reduce((sum, count) => sum + count, 0);
  if (!events.includes('"alignmentStatus":"complete"') || told !== tokens || first === undefined) throw new Error('A stream is not whole');
  return first;
}

/**
 * First audio of two hundred aligned streams of one paragraph at once (95th of a hundred) against one alone, in milliseconds; none may
 * fail. Each first sentence is work for a core, so the last of so many waits for about a hundred of them on each of two.
 */
export default {
  name: `aligned-first-audio-p95-ms-of-${streams}-against-one`,
  // Alone, the first packet comes while its sentence is still being spoken. On two cores the 190th of two hundred waits for 94 whole ones, each
  // a good three times as long as that, and for a turn that goes on after every fourth: 350 to 400, and the rest is coders, sockets and this client.
  atMost: streams * 2.5,
  run: async (): Promise<{ ours: number; peer: number }> => {
    const service = await startLocalService({ threads: 2 });
    try {
      const headers = { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' };
      const list = (await (await fetch(`${service.baseUrl}${voicesPath}?search=Ada`, { headers })).json()) as {
        items: { voiceId: string }[];
      };
      const body = JSON.stringify({ text, voiceId: list.items[0]?.voiceId });
      const speak = () => firstAudio(`${service.baseUrl}${alignedPath}`, { method: 'POST', headers, body });
      await speak();
      // Milliseconds: a few of them differ by a third.
      const alone: number[] = [];
      while (alone.length < 9) alone.push(await speak());
      const times = await Promise.all(Array.from({ length: streams }, speak));
      return { ours: times.sort((one, other) => one - other)[Math.floor(streams * 0.95)] ?? NaN, peer: median(alone) };
    } finally {
      await service.stop();
    }
  },
};
