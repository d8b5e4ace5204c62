import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestStudio } from '../../helpers/studio.ts';

it('the output that an earlier version had for Live alone is that of everything, until another is chosen', async () => {
  const profileDirectory = mkdtempSync(join(tmpdir(), 'voicewright-earlier-output-'));
  mkdirSync(join(profileDirectory, 'live'));
  const settings = { version: 'v3', mode: 'reliable', voiceId: null, modelId: null, format: 'pcm', controls: {}, deviceId: 'speakers' };
  writeFileSync(join(profileDirectory, 'live', 'live.json'), JSON.stringify({ phrases: [], draft: '', waiting: [], settings }));
  const studio = await openTestStudio({ profileDirectory, service: { baseUrl: 'http://127.0.0.1:9', apiKey: 'sk-none' } });
  try {
    expect((await studio.client.run('studio.start', null)).settings.outputDeviceId).toBe('speakers');
    expect((await studio.client.run('settings.update', { outputDeviceId: '' })).outputDeviceId).toBe('');
    expect((await studio.client.run('studio.start', null)).settings.outputDeviceId).toBe('');
  } finally {
    await studio.close();
    rmSync(profileDirectory, { recursive: true, force: true });
  }
});
