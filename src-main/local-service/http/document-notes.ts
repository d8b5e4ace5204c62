import { headers } from '#shared/wire/common.ts';
import { prices } from '../accounts/prices.ts';
import { livePaths, subprotocols } from '#shared/wire/realtime.ts';

/** What the interface leaves open and this service chose, for readers who have only the documents. */
export const documentNotes = `A local implementation of the speech, voice and media interface. What that leaves open is chosen so:

- **Keys.** Each key \`local-NAME\` is an account of its own, \`local-NAME-readonly\` one that may not write voices (403), \`local-disabled\` a disabled one (401).
- **Prices.** A character of text is a UTF-16 unit. It takes one unit of the API quota, and one credit or two by its model. A voice design takes both for every character that is spoken, a cloned voice ${prices.clone} of each, a saved or deleted one nothing. Transcription takes ${prices.transcribedSecond} credits a second, lip sync ${prices.lipSyncSecond}, begun seconds counting whole. Images and videos take quota alone, as their catalogue says.
- **Refunds.** A job that fails is refunded whole; its record goes on saying what it had been charged.
- **Repeating.** \`${headers.requestId}\` is a trace of 1 to 128 visible ASCII characters; at a speech endpoint it is the idempotency key as well when no \`${headers.idempotencyKey}\` is sent, and in v1 and v2 it goes first. One key is one request of the account, whatever the endpoint. The compatibility endpoints, transcription, cloning, deleting and lip sync know no key: what is sent twice is done twice. The lists of voices and of lip-sync jobs tell what became of a lost answer.
- **Bodies** are UTF-8, uncompressed and at most 262,144 bytes, a form with recordings aside (413). Fields that a body does not name are refused where it says so, and ignored elsewhere; query fields that are not named are ignored.
- **Voices** are named \`voiceId\`; \`reference_id\` is the same in v1, in dubbing and in \`POST /v1/tts\` alone. Who sends no model gets the default one of the voice's family.
- **Addresses** of media are http or https, public or of this machine.
- **Realtime** is no part of these documents: \`${livePaths.v3}\` (\`${subprotocols.v3}\`) and \`${livePaths.v2}\` (\`${subprotocols.v2}\`) on the same host. A segment whose client left stays charged from its first sound on; one that fails here is refunded.
- \`webhookUrl\` is stored and never called.`;

interface Written {
  headers?: Record<string, object>;
  content?: Record<string, unknown>;
}

const text = (description: string, required = false) => ({ description, required, schema: { type: 'string' } });
const whole = (description: string, required = false) => ({ description, required, schema: { type: 'integer', minimum: 0 } });

const ignored = { [headers.ignoredParameters]: text('Controls that the model lacks, by a comma and a blank; absent when there are none') };
const retryAfter = (required: boolean) => ({ 'Retry-After': whole('Seconds to wait', required) });
const isSound = (type: string) => type.startsWith('audio/') || type === 'text/event-stream';

/** The headers of one answer, by what it is. */
function headersOf(method: string, path: string, status: string, types: readonly string[]): Record<string, object> {
  return {
    [headers.requestId]: text('The trace id that was sent, or one that was made', true),
    ...(status === '401' && { 'WWW-Authenticate': text('Bearer') }),
    ...((status === '429' || status === '503') && retryAfter(false)),
    ...(status === '202' && { Location: text('Where the job is polled', true), ...retryAfter(true) }),
    ...(status === '202' && path.includes('/speech/') && ignored),
    ...(method === 'get' && status === '200' && /\/jobs\/\{\w+\}$/u.test(path) && retryAfter(false)),
    ...(status === '302' && { Location: text('Where the audio is', true) }),
    ...(method === 'post' &&
      types.some(isSound) && {
        [headers.quotaRemaining]: whole('API quota that is left'),
        [headers.creditsUsed]: whole('Credits that this took'),
        ...ignored,
      }),
  };
}

/** Adds the headers of its answers to each operation of a document. */
export function withHeaders(paths: Record<string, object>): void {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods) as [string, { responses?: Record<string, Written> }][]) {
      for (const [status, answer] of Object.entries(operation.responses ?? {})) {
        answer.headers = headersOf(method, path, status, Object.keys(answer.content ?? {}));
      }
    }
  }
}
