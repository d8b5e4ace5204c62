import { once } from 'node:events';
import { decode, encode } from '@msgpack/msgpack';
import type { Page } from '@playwright/test';
import { WebSocket } from 'ws';
import { messages } from '#shared/messages/index.ts';
import { livePaths, subprotocols } from '#shared/wire/realtime.ts';
import { liveStudio } from '../helpers/live-studio.ts';
import type { LocalService } from '../helpers/local-service.ts';
import { median } from '../helpers/median.ts';

/**
 * From Enter in Live to the first sample that leaves the audio thread, through the built studio and a browser, against the first audio frame
 * at a bare socket after its flush. Both speak in a session that is open, and the service delays each flush by 300 ms. Milliseconds, medians.
 */
const rounds = 9;
const delayMs = 300;
const text = (index: number): string => `Phrase number ${String(index)} is said now.`;

interface Said {
  event: string;
  segmentId?: string;
}

/** A session of the bare protocol; answers with what says a phrase and waits for its first audio. */
async function bareSession(service: LocalService, voiceId: string) {
  const socket = new WebSocket(`${service.realtimeUrl}${livePaths.v3}`, [subprotocols.v3], {
    headers: { Authorization: `Bearer ${service.apiKey}` },
    perMessageDeflate: false,
  });
  const heard = (event: string, segmentId?: string): Promise<void> =>
    new Promise((resolve) => {
      const hear = (data: Buffer): void => {
        const said = decode(data) as Said;
        if (said.event !== event || (segmentId !== undefined && said.segmentId !== segmentId)) return;
        socket.off('message', hear);
        resolve();
      };
      socket.on('message', hear);
    });
  await once(socket, 'open');
  const ready = heard('ready');
  socket.send(
    encode({
      event: 'start',
      eventId: 'start',
      mode: 'reliable',
      requestId: 'bare',
      request: { voiceId, modelId: 'alpha-s21pro-flash', format: 'pcm' },
    }),
  );
  await ready;
  let sequence = 0;
  return {
    firstAudio: async (words: string): Promise<number> => {
      const number = ++sequence;
      const segmentId = `s${String(number)}`;
      const [first, complete] = [heard('audio', segmentId), heard('segment_completed', segmentId)];
      const began = performance.now();
      socket.send(encode({ event: 'text', eventId: `t${String(number)}`, sequence: number, text: words }));
      socket.send(encode({ event: 'flush', eventId: `f${String(number)}`, segmentId }));
      await first;
      const took = performance.now() - began;
      await complete;
      return took;
    },
    close: () => socket.terminate(),
  };
}

/** Says the text, and answers with what the panel shows as its first sound once it was spoken. */
async function firstSound(page: Page, words: string): Promise<number> {
  await page.getByRole('textbox', { name: messages.live.say, exact: true }).focus();
  await page.keyboard.insertText(words);
  await page.keyboard.press('Enter');
  const phrase = page.getByRole('list', { name: messages.live.phrases, exact: true }).getByRole('listitem').filter({ hasText: words });
  await phrase.and(page.locator('[data-phrase="spoken"]')).waitFor({ timeout: 30_000 });
  const [before = '', after = ''] = messages.live.firstAudioAfter('#').split('#');
  const shown = (await phrase.textContent())?.split(before)[1]?.split(after)[0];
  return Number(shown?.replaceAll(',', ''));
}

export default {
  name: 'enter-to-first-sound-live',
  atMost: 1.5,
  run: async (): Promise<{ ours: number; peer: number }> => {
    const studio = await liveStudio();
    const { page, service } = studio;
    try {
      const headers = { Authorization: `Bearer ${service.apiKey}` };
      const { items } = (await (await fetch(`${service.baseUrl}/api/open/v3/voices?search=Ada`, { headers })).json()) as {
        items: { voiceId: string }[];
      };
      const bare = await bareSession(service, items[0]?.voiceId ?? '');
      await service.setFaults([{ on: 'realtime:flush', kind: 'delay', ms: delayMs, nth: 1, times: 1_000 }]);
      await firstSound(page, 'The session begins.'); // this one also connects and loads the worklet
      await bare.firstAudio('The session begins.');
      const [ours, peer]: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await firstSound(page, text(round)));
        peer.push(await bare.firstAudio(text(round)));
      }
      bare.close();
      return { ours: median(ours), peer: median(peer) };
    } finally {
      await studio.close();
    }
  },
};
