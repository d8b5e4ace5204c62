import { type CoverageRow } from './row.ts';

const table = (section: string, test: string, rows: readonly (readonly [row: string, name: string])[]): CoverageRow[] =>
  rows.map(([row, name]) => ({ section, row, test: `media/${test}.test.ts`, name }));

const price = 'a job is accepted with its final price';
const result = 'the result can be played';
const list = 'the list is newest first, in pages, by state';
const oneCall = 'one call makes the speech and the job';
const partial = 'when the lip sync cannot be created the error carries the speech';
const heard = 'speech of this service in %s is recognised';
const forms = 'ignore_timestamps leaves the segments out';
const noRecogniser = 'any other sound without a recogniser is a clear 400';
const models = 'models are listed by type';
const image = 'an image is a PNG of the right size';
const video = 'a video plays';
const replay = 'the key is required, a repetition is the original answer uncharged';
const references = 'references are fetched, count for the picture';
const wrong = '%s with %j is a %s that names %s';
const failed = 'a job that fails is refunded once';
const drawn = 'killed while it draws';

/** Transcription, lip sync, dubbing, media models, images, videos and the legacy lip-sync paths. */
export const rows: readonly CoverageRow[] = [
  ...table('Speech to text', 'transcription', [
    ['POST /api/open/v1/speech/transcriptions', heard],
    ['audio_url required; an address that is none', 'imports that fail keep to the statuses of the endpoint'],
    ['language', 'a configured recogniser hears everything else'],
    ['ignore_timestamps', forms],
    ['file_name', heard],
    ['request content type: JSON, urlencoded, multipart', forms],
    ['status 200, 400, 402, 500', 'a configured recogniser hears everything else'],
    ['status 400 when nothing can recognise it', noRecogniser],
  ]),
  ...table('Transcription response', 'transcription', [
    ['text, duration, segments, credits_used, quota_remaining', heard],
    ['fields inside a segment', heard],
    ['sound that was converted without a loss', 'so is a stream, and what was converted without a loss'],
  ]),
  ...table('Lip sync', 'lip-sync', [
    ['POST /api/open/v1/media/lip-sync/jobs', price],
    ['GET /api/open/v1/media/lip-sync/jobs with page, limit, status', list],
    ['GET /api/open/v1/media/lip-sync/jobs/{jobId}', result],
    ['video_extension', 'video_extension bills the sound'],
    ['billing: the shorter of both, rounded up; the price is final', price],
    ['failed jobs are refunded in full', 'a job that fails is refunded in full'],
    ['402', 'without credits for it there is no job'],
    ['sound of other kinds', 'sound in %s goes into the result'],
    ['sound that the video cannot carry', 'sound that the video cannot carry is a 415'],
    ['video of other kinds', 'a WebM keeps its pictures'],
    ['404 for a job of somebody else', list],
  ]),
  ...table('Lip sync', 'import', [
    ['both files are imported before; an import that fails creates no job and charges nothing', 'a file that is too large is a 413'],
    ['video_url, audio_url: http and https alone', 'the address %j is a 400 that names the field'],
    ['both URLs must be fetchable by the service', 'the private address %s is refused'],
    ['redirects', 'redirects are followed'],
  ]),
  ...table('Lip-sync and dubbing job', 'lip-sync', [
    ['success, data; id, status, credits_used, billing_duration_seconds, video_duration_seconds, audio_duration_seconds', price],
    ['billing_rule shorter_input_rounded_up', price],
    ['result metadata of completed jobs', result],
    ['error code and message of failed jobs', 'a job that fails is refunded in full'],
    ['result address', 'the result is read in parts'],
  ]),
  ...table('Lip-sync and dubbing job', 'dubbing', [
    ['credits_used with tts, lip_sync, total', oneCall],
    ['tts_audio_url and tts_credits_used of an error', partial],
  ]),
  ...table('Lip-sync and dubbing jobs', 'lip-sync', [
    ['state pending at creation', price],
    ['state completed as a filter', list],
    ['terminal states are immutable', 'killed after it was accepted'],
  ]),
  ...table('Video dubbing', 'dubbing', [
    ['POST /api/open/v1/media/video-dubbing/jobs', oneCall],
    ['GET /api/open/v1/media/video-dubbing/jobs/{jobId}', oneCall],
    ['Idempotency-Key: reused for the same job, and a conflict with another body', oneCall],
    ['video_url, text, reference_id, model_id, speed', 'an import that fails, a wrong field or a missing key charges nothing'],
    ['fit_audio_to_video', 'fit_audio_to_video makes the speech last as long as a video'],
    ['limit 0.5x to 2x', 'a fit beyond 0.5x to 2x fails before the lip sync'],
    ['speech succeeds and lip-sync creation fails', partial],
    ['an unsuccessful lip-sync reservation is not retained', 'credits that reach for the speech alone'],
    ['a failed job refunds the lip sync', 'a job that fails gives its lip sync back'],
  ]),
  ...table('Media models, images, videos', 'images-and-videos', [
    ['GET /api/open/v1/media/models with mediaType image, video', models],
    ['image models differ in reference support', models],
    ['POST /api/open/v1/media/images/jobs', image],
    ['GET /api/open/v1/media/images/jobs/{jobId}', image],
    ['POST /api/open/v1/media/videos/jobs', video],
    ['GET /api/open/v1/media/videos/jobs/{jobId}', video],
    ['Idempotency-Key required and replayed', replay],
    ['prompt, model, aspect_ratio, resolution', wrong],
    ['image_url or image_urls, up to 4, never both', references],
    ['seconds, size', wrong],
    ['frame and reference media of videos', references],
    ['references that cannot be imported', 'a reference that cannot be imported creates no job'],
    ['draws on API quota, not on credits', replay],
    ['failures refund idempotently', failed],
    ['limit 50 jobs of an account under way', 'an account may have 50 jobs under way'],
    ['a restart', drawn],
  ]),
  ...table('Lip-sync and dubbing job', 'played', [['the result is playable', 'Chromium plays the clips of lip sync']]),
  ...table('Image and video jobs', 'played', [['the result is playable', 'Chromium plays the clips of video jobs']]),
  ...table('Image and video jobs', 'images-and-videos', [
    ['task id, status, result URL', image],
    ['error code', failed],
  ]),
  ...table('Errors', 'import', [
    ['code ERR_LIP_SYNC_MEDIA_DOWNLOAD_TIMEOUT', 'a file that does not arrive in time'],
    ['status 413', 'a file that is too large is a 413'],
    ['status 413 by duration', 'media that is longer than is taken is a 413'],
    ['status 415', 'what is no media, or not the media that is wanted, is a 415'],
    ['status 422', 'a file that is cut short, missing, or behind a broken connection is a 422'],
    ['status 422 without a server', 'nobody at the address is a 422'],
    ['status 422 of a name without an address', 'a name that stands for no address, %s, is a 422 that may be retried'],
    ['status 429', 'more imports at once than are taken is a 429'],
    ['status 503', 'a server that answers %s is a 503 with Retry-After'],
    ['status 504', 'a file that does not arrive in time'],
    ['details media_kind, stage, retryable', 'the fault import-fails answers as it is set to'],
  ]),
  ...table('Versioning', 'lip-sync', [
    ['POST /api/open/lip-sync/create', list],
    ['GET /api/open/lip-sync/list', list],
    ['GET /api/open/lip-sync/query', list],
  ]),
];
