import { afterEach, expect, it } from 'vitest';
import { createConnection } from '#main/service-client/connection.ts';
import { secret } from '#main/infra/secrets/secret.ts';
import { ServiceVoices } from '#main/features/voices/service.ts';
import { characters } from '../../helpers/foreign-service/characters.ts';
import { startForeignService } from '../../helpers/foreign-service/index.ts';
import { quietLog } from '../../helpers/quiet-log.ts';
import { context } from '../speech/fixture.ts';

const cleanup: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

it.each(characters)(
  'facts of voices and models that have grown old are read again from a %s service, and say the same as before',
  async (character) => {
    const service = await startForeignService({ character, speech: 'tones' });
    cleanup.push(() => service.stop());
    const { baseUrl, realtimeUrl, key } = service;
    const log = quietLog();
    const environment = { baseUrl, realtimeUrl, apiKey: secret(key) };
    const startLocalService = () => Promise.reject(new Error('No local service is wanted.'));
    const connection = createConnection({ platform: { environment, profileDirectory: '', startLocalService }, log });
    cleanup.push(() => connection.close());
    let ahead = 0;
    const voices = new ServiceVoices({ connection, log, now: () => Date.now() + ahead });
    cleanup.push(() => voices.close());

    const listed = await voices.services['voices.list'](null, context());
    const [voice] = listed.voices;
    const models = await voices.models();
    expect(voice?.modelIds).not.toEqual([]);
    const asked = (path: string): number => service.requests.filter((request) => request.path === path).length;
    const single = `/api/open/v3/voices/${voice!.voiceId}`;
    const capabilities = '/api/open/v3/speech/tts/capabilities';
    const before = [asked(single), asked(capabilities)];
    expect(await voices.voice(voice!.voiceId)).toMatchObject({ voiceId: voice!.voiceId });
    expect([asked(single), asked(capabilities)]).toEqual(before);

    ahead = 10 * 60_000;
    service.advance(ahead);
    const { name, modelIds, primaryLanguage } = voice!;
    expect(await voices.voice(voice!.voiceId)).toMatchObject({ name, modelIds, primaryLanguage });
    expect(await voices.models()).toEqual(models);
    expect([asked(single), asked(capabilities)]).toEqual(before.map((count) => count + 1));
  },
);
