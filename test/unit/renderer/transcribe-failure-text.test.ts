import { expect, it } from 'vitest';
import { messages } from '#shared/messages/index.ts';
import { fail } from '../../../src-shared/failure.ts';
import { findTitle, explainFailure } from '../../../src-renderer/lib/transcription-failure.ts';
import { said } from '../../helpers/said.ts';

it('tells a person what the local service can transcribe, not the field of its request, and leaves other failures as they are', () => {
  const details = { code: 'ERR_TRANSCRIPTION_NO_RECOGNISER', charged: 'no', next: 'fix-input', requestId: 'req-1' } as const;
  const { failure } = fail(
    'invalid-input',
    said('The service did not accept the request: audio_url: this is no speech of the local service.'),
    details,
  );
  expect(explainFailure(failure)).toMatchObject({ charged: 'no', next: 'none', requestId: 'req-1' });
  expect(explainFailure(failure).message).not.toContain('audio_url');
  expect(findTitle(failure)).toBe(messages.transcribe.localServiceCannot);
  const other = fail('invalid-input', said('Another one.')).failure;
  expect(explainFailure(other)).toBe(other);
  expect(findTitle(other)).toBeUndefined();
});
