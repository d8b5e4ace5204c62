import { rowsOf } from './row.ts';

const earlier = 'ledger/earlier-versions';
const generate = 'speech/generate';
const faults = 'speech/faults';
const aligned = 'is heard while it comes, and becomes a whole take with a word for each of its tokens';
const asJob = 'of a model without aligned streaming is made as %s';

/** Profile, models, text to speech of every version, the compatibility endpoints and the documents. */
export const rows = [
  ...rowsOf('Profile', [
    ['GET /api/open/v1/profile', 'profile.read', 'service/client', 'is tried again after what passes, and keeps fields that are not known'],
    ['POST /api/open/v1/profile', 'profile.update', earlier, 'whose answer is lost is read back: what it asked for is there'],
  ]),
  ...rowsOf('TTS v3', [
    ['GET /api/open/v3/speech/tts/capabilities', 'models.list', 'cli/cli', 'reads profile, models and voices as one JSON value each'],
    ['POST /api/open/v3/speech/tts', 'client.speech', generate, asJob],
    ['POST /api/open/v3/speech/tts/aligned', 'client.aligned', generate, aligned],
    ['POST /api/open/v3/speech/tts/jobs', 'client.createJob', faults, 'of a job is the same job under the same key'],
    [
      'GET /api/open/v3/speech/tts/jobs',
      'client.jobs',
      'cli/cli',
      'makes one job for one key, paid once, and fetches its sound as often as wanted',
    ],
    ['GET /api/open/v3/speech/tts/jobs/{jobId}', 'client.job', 'speech/killed', 'while a job is made goes on with it'],
    ['GET /api/open/v3/speech/tts/jobs/{jobId}/audio', 'client.jobAudio', 'service/client', 'a redirect of audio'],
    ['GET /api/open/v3/speech/tts/jobs/{jobId}/segments/{segmentIndex}', 'client.segmentWords', generate, asJob],
    ['GET /api/open/v3/openapi.json', 'client.documents.read', 'service/documents', 'both documents are read'],
    ['GET /api/openapi.json', 'client.documents.declared', 'service/documents', 'both documents are read'],
  ]),
  ...rowsOf('v3 aligned streaming', [
    ['aligned event audio', 'speech.generate', generate, aligned],
    ['aligned event alignment_snapshot', 'speech.generate', generate, aligned],
    ['aligned event alignment_invalidated', 'speech.generate', '../unit/speech/alignment', 'forgets an invalidated one'],
    ['aligned event completed', 'speech.generate', generate, aligned],
    ['aligned event error', 'speech.generate', faults, 'by the service’s own error says what the service said'],
  ]),
  ...rowsOf('TTS v1', [
    ['POST /api/open/v1/speech/tts', 'client.speechV1.speak', earlier, '%s lands whole before the ledger says done, and is charged once'],
    [
      'POST /api/open/v1/speech/tts with cache',
      'client.speechV1.cached',
      earlier,
      'replays the stored answer to the same id, and is charged once',
    ],
    ['the audio_url of a cached answer', 'client.speechV1.cachedAudio', earlier, 'whose address has expired is reported as paid'],
    ['POST /api/open/v1/speech/tts/jobs', 'client.speechV1.createJob', earlier, 'is the same task after a lost answer, one charge'],
    ['GET /api/open/v1/speech/tts/jobs/{taskId}', 'client.speechV1.job', earlier, 'is the same task after a lost answer, one charge'],
  ]),
  ...rowsOf('TTS v2 sync, compatibility endpoints', [
    ['POST /api/open/v2/speech/tts', 'client.speechV2.speak', earlier, '%s lands whole before the ledger says done, and is charged once'],
    ['POST /v1/tts', 'client.compatibility.engineStyle', earlier, 'takes its model from the header'],
    ['POST /v1/audio/speech', 'client.compatibility.openAiStyle', earlier, '%s lands whole before the ledger says done'],
    ['GET /v1/audio/voices', 'client.compatibility.openAiVoices', earlier, 'lists its voices by the other endpoint’s address'],
  ]),
];
