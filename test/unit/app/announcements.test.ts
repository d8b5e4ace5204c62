import { defaultSettings } from '#shared/operations/studio.ts';
import { expect, test } from 'vitest';
import { createAnnouncements } from '#main/app/events.ts';
import type { Take } from '#shared/narration/take.ts';
import type { StudioEvent } from '#shared/operations/studio.ts';

const take: Take = {
  id: 'take0001',
  blockId: 'block001',
  fingerprint: 'f',
  createdAt: 1,
  text: 't',
  voiceId: 'v',
  modelId: null,
  samples: 1,
  state: 'complete',
  alignment: 'none',
  words: [],
  creditsUsed: null,
  requestId: null,
  ignoredParameters: [],
  starred: false,
};
const account = { userId: 'u', tier: 'local', credits: 5, apiQuotaRemaining: 7, asOf: 1 };

test('a window that opens late hears the last state of each kind, and no moment that is over', async () => {
  const announcements = createAnnouncements();
  announcements.say({ type: 'settings', settings: { ...defaultSettings, theme: 'dark' } });
  announcements.say({ type: 'settings', settings: { ...defaultSettings, theme: 'light' } });
  announcements.say({ type: 'focus' });
  announcements.say({ type: 'take', projectId: 'p', take });
  announcements.say({ type: 'pickups', projectId: 'p', change: { put: [], removed: [], checked: ['take0001'] } });
  const heard: StudioEvent[] = [];
  const controller = new AbortController();
  const listening = announcements.listen((event) => heard.push(event), controller.signal);
  announcements.say({ type: 'account', account });
  controller.abort();
  await listening;
  announcements.say({ type: 'recent', recent: [] });
  expect(heard).toEqual([
    { type: 'settings', settings: { ...defaultSettings, theme: 'light' } },
    { type: 'account', account },
  ]);
});

test('an account that answers again takes its failure back', async () => {
  const announcements = createAnnouncements();
  announcements.say({ type: 'account-failed', failure: { kind: 'unauthorized', message: 'No.', charged: 'no', next: 'replace-key' } });
  announcements.say({ type: 'account', account });
  const heard: StudioEvent[] = [];
  const controller = new AbortController();
  controller.abort();
  await announcements.listen((event) => heard.push(event), controller.signal);
  expect(heard.map((event) => event.type)).toEqual(['account']);
});
