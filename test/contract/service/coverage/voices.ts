import { rowsOf } from './row.ts';

const voices = 'paid-work/voices';
const cli = 'cli/paid';
const cliBeside = 'cli/paid.beside';

/** Voices of both versions, cloning, deletion and voice design. */
export const rows = [
  ...rowsOf('TTS v3', [
    ['GET /api/open/v3/voices', 'client.voices', 'service/client', 'of the voices takes all pages, once each'],
    [
      'GET /api/open/v3/voices, one page, by name',
      'client.voicePage',
      cli,
      'are listed page by page, searched at the service, and no further than --max-pages',
    ],
    ['GET /api/open/v3/voices/{voiceId}', 'voices.get', voices, 'are listed by every filter of the interface, and read one by one'],
  ]),
  ...rowsOf('Voice listing (v1), creation, deletion', [
    ['GET /api/open/v1/voices', 'voices.search', voices, 'are listed by every filter of the interface, and read one by one'],
    ['POST /api/open/v1/voices', 'voices.clone', voices, 'voice create whose answer is lost is never sent again by itself'],
    ['DELETE /api/open/v1/voices/{voiceId}', 'voices.delete', voices, 'voice delete whose answer is lost (%s) is verified by a read'],
  ]),
  ...rowsOf('Voice design', [
    ['POST /api/open/v1/voice-designs', 'designs.create', voices, 'keeps its previews on the disk'],
    [
      'GET /api/open/v1/voice-designs/{designId}/candidates/{candidateId}/audio',
      'client.designs.preview',
      cliBeside,
      'create keeps its previews, preview fetches one',
    ],
    [
      'POST /api/open/v1/voice-designs/{designId}/voices',
      'designs.save',
      voices,
      'voice design, save: sent again by the user it is answered with the same voice',
    ],
  ]),
];
