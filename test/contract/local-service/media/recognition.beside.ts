import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { transcriptionPath } from '#shared/wire/transcription.ts';
import { transcription } from '#shared/wire/responses/transcription.ts';
import { findSphinx } from '#main/local-service/recognition/sphinx-recogniser.ts';
import { startLocalService } from '../../../helpers/local-service.ts';
import { call, failureOf } from '../support.ts';
import { startFileServer } from './media-support.ts';

vi.setConfig({ testTimeout: 150_000 });

test('the PocketSphinx of this machine, where there is one, finds most words of a person’s clear reading', async () => {
  const path = process.env['PATH'] ?? '';
  const files = await startFileServer();
  const audio_url = files.serve('/reading.ogg', readFileSync(new URL('../../../fixtures/reading/three-sentences.ogg', import.meta.url)));
  const service = await startLocalService({ path });
  try {
    const response = await call(service, 'POST', transcriptionPath, { body: { audio_url, language: 'en' } });
    if (findSphinx(path) === undefined) {
      expect((await failureOf(response)).code).toBe('ERR_TRANSCRIPTION_NO_RECOGNISER');
      return;
    }
    const { text, segments } = transcription.parse(await response.json());
    const found = new Set(text.toLowerCase().split(' '));
    const said = ['leisure', 'consider', 'how', 'much', 'there', 'might', 'power', 'young', 'man', 'cold', 'hearted', 'rather', 'selfish'];
    expect(said.filter((word) => found.has(word)).length).toBeGreaterThan(said.length / 2);
    expect(segments.some(({ start }) => start > 8.3 && start < 9.3)).toBe(true);
  } finally {
    await service.stop();
    await files.close();
  }
});
