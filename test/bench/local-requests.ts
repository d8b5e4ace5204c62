import { startLocalService } from '../helpers/local-service.ts';
import { sampleRate } from '#main/local-service/sound/engine.ts';
import { type SpeechOrder } from '#main/local-service/sound/speech.ts';
import { Synthesis } from '#main/local-service/sound/synthesis.ts';
import { voicesPath } from '#shared/wire/voices.ts';
import { speechPath } from '#shared/wire/speech.ts';

const text = 'The lamp had burned since dusk, and nobody in the house could say who had lit it. It keeps better time than we do.';
const requests = 60;
const atOnce = 4;
const rounds = 5;

async function perSecond(work: () => Promise<void>): Promise<number> {
  const before = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let done = 0; done < requests / atOnce; done += 1) await work();
    }),
  );
  return (requests * 1000) / (performance.now() - before);
}

/**
 * Sync requests a second of the service in its own process, durable charge and all, against the same speeches made by the
 * speech thread alone. Rounds take turns, the best of each counts.
 */
export default {
  name: 'local-sync-requests-per-second',
  atLeast: 0.4,
  run: async (): Promise<{ ours: number; peer: number }> => {
    const service = await startLocalService({ threads: 1 });
    const synthesis = new Synthesis(1);
    try {
      const headers = { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' };
      const list = (await (await fetch(`${service.baseUrl}${voicesPath}?search=Ada`, { headers })).json()) as {
        items: { voiceId: string }[];
      };
      const body = JSON.stringify({ text, voiceId: list.items[0]?.voiceId, format: 'wav' });
      const order: SpeechOrder = {
        text,
        voice: { name: 'en-us+f2', rate: 165, pitch: 50, range: 52 },
        format: 'wav',
        gain: 0,
        speed: 1,
        normalise: true,
      };
      const viaService = async () => {
        const response = await fetch(`${service.baseUrl}${speechPath}`, { method: 'POST', headers, body });
        const bytes = (await response.arrayBuffer()).byteLength;
        if (response.status !== 200 || bytes < sampleRate * 2) throw new Error(`A request failed: ${response.status}`);
      };
      const alone = async () => {
        let bytes = 0;
        for await (const piece of synthesis.speak(order)) if (piece.kind === 'audio') bytes += piece.bytes.length;
        if (bytes < sampleRate * 2) throw new Error('The engine said nothing');
      };
      await viaService();
      await alone();
      let [ours, peer] = [0, 0];
      for (let round = 0; round < rounds; round += 1) {
        ours = Math.max(ours, await perSecond(viaService));
        peer = Math.max(peer, await perSecond(alone));
      }
      return { ours, peer };
    } finally {
      await synthesis.close();
      await service.stop();
    }
  },
};
