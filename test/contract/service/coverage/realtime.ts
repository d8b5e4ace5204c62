import { clientShapes, finishReasons, livePaths, realtimeCodes, requestStates, serverShapes } from '#shared/wire/realtime.ts';
import type { realtimeHelperPaths } from '#shared/wire/realtime-helpers.ts';
import type { ClientCoverageRow } from './row.ts';

const live = (file: string): string => `live/${file}.test.ts`;
const ticket = '%s: a browser ticket is opaque, and opens one session';
const flow = '%s reliable: phrases are spoken in their order by one request';
const simple = '%s simple: each phrase is a request of its own';
const helpers = '%s: capabilities and request status have the names of version 3';
const mended = 'bytes that the service counts and that never came are a gap, and the phrase is mended from the store';

const helperRows: Readonly<Record<keyof typeof realtimeHelperPaths, ClientCoverageRow>> = {
  capabilitiesV2: helper('GET /v2/tts/capabilities', 'live.capabilities', 'helpers', helpers),
  capabilitiesV3: helper('GET /v3/tts/capabilities', 'live.capabilities', 'helpers', helpers),
  requestV2: helper('GET /v2/tts/requests/{request_id}', 'realtime.request', 'helpers', helpers),
  requestV3: helper('GET /v3/tts/requests/{requestId}', 'realtime.request', 'helpers', helpers),
  segmentAudioV3: helper('GET /v3/tts/requests/{requestId}/segments/{segmentId}/audio', 'realtime.segmentAudio', 'misbehaving', mended),
  ticketsV2: helper('POST /v2/tts/browser-tickets', 'realtime.ticket', 'helpers', ticket),
  ticketsV3: helper('POST /v3/tts/browser-tickets', 'realtime.ticket', 'helpers', ticket),
};
function helper(row: string, operation: string, file: string, name: string): ClientCoverageRow {
  return { section: 'Realtime helper HTTP endpoints', row, operation, test: live(file), name };
}
const event = (row: string, file: string, name: string): ClientCoverageRow => ({
  section: 'Realtime TTS v2 and v3',
  row,
  operation: 'live.speak',
  test: live(file),
  name,
});

/** Every helper, event, state, end and code of the realtime interface, and what proves the client's side of it. */
export const rows: readonly ClientCoverageRow[] = [
  ...Object.values(helperRows),
  ...Object.values(livePaths).map((path) => ({ ...event(path, 'flows', flow), operation: 'realtime.open' })),
  ...Object.keys(clientShapes).map((name) =>
    name === 'auth'
      ? event('client event auth', 'helpers', ticket)
      : event(`client event ${name}`, 'flows', name === 'input' ? simple : flow),
  ),
  ...Object.keys(serverShapes).map((name) => {
    if (name === 'error') return event('server event error', 'misbehaving', 'the code %s is reported with what it means');
    if (name === 'request_status') return event('server event request_status', 'misbehaving', 'request_status: running is waited for');
    if (name === 'warning') return event('server event warning', 'misbehaving', 'events, fields and reasons that nobody knows yet');
    return event(`server event ${name}`, 'flows', flow);
  }),
  ...requestStates.map((state) =>
    state === 'completed'
      ? event('request state completed', 'recovery', 'v3: a request that completed unheard is fetched from the store')
      : event(`request state ${state}`, 'misbehaving', 'request_status: running is waited for'),
  ),
  ...finishReasons.map((reason) => event(`finish reason ${reason}`, 'misbehaving', 'the end %s is reported')),
  ...realtimeCodes.map((code) => event(`code ${code}`, 'misbehaving', 'the code %s is reported with what it means')),
];
