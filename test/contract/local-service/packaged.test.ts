import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { speechPath } from '#shared/wire/speech.ts';
import { startLocalService } from '../../helpers/local-service.ts';
import { Client } from './realtime/client.ts';
import { allVoices, call, failureOf, voiceFor } from './support.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'packaged-service-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What `files` of electron-builder.yml puts into an installed program, less the window. */
function packagedFiles(): string[] {
  const [, list = ''] = /^files:\n((?: {2}- .+\n)+)/mu.exec(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) ?? [];
  const patterns = [...list.matchAll(/- '?([^'\n]+)'?/gu)].map(([, pattern]) => pattern!);
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!') && !/^dist\/(?:preload|renderer)/u.test(pattern));
  return globSync(wanted, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name));
}

test('what an installed program consists of speaks every format, with no other package in reach', { tags: ['beside'] }, async () => {
  for (const file of packagedFiles()) cpSync(file, join(folder, file.slice(root.length)));
  const service = await startLocalService({ program: join(folder, 'dist/main/local-service.js') });
  try {
    const { voiceId } = await voiceFor(service, 'en-US', 'alpha');
    for (const format of ['mp3', 'wav', 'ogg']) {
      const response = await call(service, 'POST', speechPath, { body: { text: 'Well then.', voiceId, format } });
      expect(response.ok ? 'fine' : await failureOf(response), format).toBe('fine');
      await response.arrayBuffer();
    }
    const natural = (await allVoices(service)).find(({ name }) => name === 'Abigail')!;
    const response = await call(service, 'POST', speechPath, { body: { text: 'Well then.', voiceId: natural.voiceId, format: 'wav' } });
    expect(response.ok ? 'fine' : await failureOf(response), natural.name).toBe('fine');
    await response.arrayBuffer();
    for (const format of ['opus', 'pcm']) {
      const client = await Client.connect(service, 'v3', {});
      client.send({ event: 'start', request: { voiceId, modelId: 'alpha-s21pro-flash', format } });
      client.send({ event: 'input', text: 'Well then.' });
      const { events } = await client.rest();
      expect(events.at(-1), format).toMatchObject({ event: 'finish', reason: 'completed' });
      expect(client.audio.length, format).toBeGreaterThan(1_000);
    }
  } finally {
    await service.stop();
  }
});
