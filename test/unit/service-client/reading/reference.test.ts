import { describe, expect, it } from 'vitest';
import { readFailure } from '#main/service-client/answers.ts';
import type { Answer } from '#main/service-client/http.ts';
import { formatFailure } from '#shared/failure.ts';

const answer = (status: number, body: object): Answer =>
  ({ status, header: () => undefined, bytes: () => Promise.resolve(Buffer.from(JSON.stringify(body))) }) as unknown as Answer;
async function read(status: number, message: string, details?: object) {
  const { failure } = await readFailure(answer(status, { message, ...(details && { details }) }), { paid: true, key: undefined });
  return [formatFailure(failure), failure.field];
}
const notFetched = { media_kind: 'image', stage: 'download', retryable: false };

describe('a failure about one picture of a request', () => {
  it.each([
    ['image_urls.1: its server answered 404', 'Reference 2 could not be fetched by the service: its server answered 404.', 'image_urls.1'],
    ['image_urls[0]: timed out.', 'Reference 1 could not be fetched by the service: timed out.', 'image_urls.0'],
    ['image_url: no file', 'The reference could not be fetched by the service: no file.', 'image_url'],
    ['first_frame_url: no file', 'The first frame could not be fetched by the service: no file.', 'first_frame_url'],
    ['last_frame_url: no file', 'The last frame could not be fetched by the service: no file.', 'last_frame_url'],
  ])('says which by the name that it has on the screen, and keeps the field: %s', async (said, words, field) => {
    expect(await read(422, said, notFetched)).toEqual([words, field]);
  });

  it('names it in the service’s own words where these say no more of the media', async () => {
    expect(await read(400, 'reference_image_urls[2] must be a valid URL.')).toEqual([
      'The service did not accept the request: Reference 3: must be a valid URL.',
      'reference_image_urls.2',
    ]);
    expect(await read(400, 'image_urls: alpha takes at most 2 references')).toEqual([
      'The service did not accept the request: References: alpha takes at most 2 references.',
      'image_urls',
    ]);
  });

  it('leaves words about anything else as they came', async () => {
    expect(await read(422, 'image_urls', notFetched)).toEqual(['The picture could not be fetched by the service: image_urls.', undefined]);
    expect(await read(422, 'audio_url: its server answered 404', { ...notFetched, media_kind: 'audio' })).toEqual([
      'The audio could not be fetched by the service: audio_url: its server answered 404.',
      undefined,
    ]);
  });
});
