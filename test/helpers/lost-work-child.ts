import { fail } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { openTestStudio } from './studio.ts';

/** Leaves a profile with paid work of every outcome that Jobs has something to do with. Run by `leaveLostWork`. */
const [profileDirectory = fail('a profile'), baseUrl = fail('an address'), apiKey = fail('a key')] = process.argv.slice(2);
const studio = await openTestStudio({ profileDirectory, service: { baseUrl, apiKey } });
const { client } = studio;

const faults = async (on: string): Promise<void> => {
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ faults: [{ on, kind: 'drop-after-charge' }] });
  const answer = await fetch(`${baseUrl}/_faults`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
};
const lost = async (work: Promise<unknown>): Promise<void> => {
  if (
    await work.then(
      () => true,
      () => false,
    )
  )
    throw new Error('Its answer was not lost.');
};
const uploaded = async (): Promise<string> => {
  const answer = await studio.studio.bytes(
    new Request('http://127.0.0.1/bytes/upload', {
      method: 'POST',
      body: await readFile(new URL('../fixtures/sound/sweep.mp3', import.meta.url)),
    }),
  );
  return ((await answer?.json()) as { uploadId: string }).uploadId;
};

await client.run('profile.update', { fields: { webhookUrl: 'https://example.org/before' } });
await client.run('designs.create', { prompt: 'A calm narrator with a low voice', previewText: 'The lamp was lit.' });
await faults('POST /api/open/v1/voice-designs');
await lost(client.run('designs.create', { prompt: 'An old sailor, hoarse', previewText: 'All hands on deck.' }));
await faults('POST /api/open/v1/voices');
await lost(
  client.run('voices.clone', { name: 'Anna of the lighthouse', files: [{ uploadId: await uploaded(), name: 'anna.mp3' }], consent: true }),
);
await fetch(`${baseUrl}/_faults`, { method: 'DELETE', headers: { Authorization: `Bearer ${apiKey}` } });
// By another program, with the same account.
await fetch(`${baseUrl}/api/open/v3/speech/tts/jobs`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ text: 'Made elsewhere.', voiceId: (await client.run('voices.list', null)).voices[0]?.voiceId }),
});
await studio.close();
