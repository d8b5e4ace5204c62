import { rowsOf } from './row.ts';

const media = 'paid-work/media';
const cli = 'cli/paid.beside';

/** Transcription, lip sync, dubbing, images and videos. */
export const rows = [
  ...rowsOf('Speech to text', [
    [
      'POST /api/open/v1/speech/transcriptions',
      'transcription.create',
      'paid-work/voices',
      'lands whole in the profile, segments and unknown fields and all',
    ],
  ]),
  ...rowsOf('Lip sync', [
    [
      'POST /api/open/v1/media/lip-sync/jobs',
      'lipSync.create',
      media,
      'is taken at once, waited for by Retry-After, and its result lands whole',
    ],
    [
      'GET /api/open/v1/media/lip-sync/jobs',
      'client.lipSync.list',
      cli,
      'lip-sync create waits and writes its video whole; list and get find it',
    ],
    [
      'GET /api/open/v1/media/lip-sync/jobs/{jobId}',
      'client.lipSync.get',
      cli,
      'lip-sync create waits and writes its video whole; list and get find it',
    ],
    [
      'the result_url of a job',
      'client.files.media',
      media,
      'a result that breaks off, and an address that has expired, are asked for again',
    ],
  ]),
  ...rowsOf('Video dubbing', [
    [
      'POST /api/open/v1/media/video-dubbing/jobs',
      'dubbing.create',
      media,
      'is one operation for the speech and its lip sync, with both prices',
    ],
    [
      'GET /api/open/v1/media/video-dubbing/jobs/{jobId}',
      'client.dubbing.get',
      cli,
      'a job that is begun without waiting is fetched by dub get',
    ],
  ]),
  ...rowsOf('Media models, images, videos', [
    ['GET /api/open/v1/media/models', 'media.models', media, 'models that the account does not have are unavailable, and no failure'],
    ['POST /api/open/v1/media/images/jobs', 'images.create', media, 'images, videos: an answer that is lost is asked for again by itself'],
    [
      'GET /api/open/v1/media/images/jobs/{jobId}',
      'client.media.images.get',
      cli,
      'media models names what image create takes; the same key is the same job',
    ],
    ['POST /api/open/v1/media/videos/jobs', 'videos.create', media, 'a video is made and kept as one'],
    ['GET /api/open/v1/media/videos/jobs/{jobId}', 'client.media.videos.get', cli, 'video create and get'],
  ]),
];
