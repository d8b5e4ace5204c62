import type { OperationFamily } from '#shared/paid-work.ts';

/** The file of a test, below `test` and without its ending, and its title or a part of it. */
export type Proof = readonly [test: string, name: string];

const attempts = 'unit/paid-requests/attempts';
const store = 'unit/paid-requests/store';
const throttle = 'unit/paid-requests/throttle';
const client = 'contract/service/client';
const statuses = 'contract/service/status-table';
const http = 'contract/service/http';
const faults = 'contract/speech/faults';
const earlier = 'contract/ledger/earlier-versions';
const media = 'contract/paid-work/media';
const voices = 'contract/paid-work/voices';
const recovery = 'contract/paid-work/recovery';
const patience = 'contract/paid-work/patience';
const live = 'contract/live/recovery';
const left = 'what was bought by endpoints of earlier versions, and a profile update, goes on or becomes unknown';

/** The rules of the failure rules for every paid operation, by their number, and what breaks when one is broken. */
export const rules: Readonly<Record<string, readonly Proof[]>> = {
  'rule 1: write ahead': [
    [store, 'gives back exactly what was written, after it was closed and opened'],
    [attempts, 'send nothing that the ledger could not hold'],
    ['contract/ledger/full-disk', 'on a full disk nothing is sent, it is said why'],
  ],
  'rule 2: stable ids': [
    [store, 'refuses a second operation under the same key'],
    [client, 'carries the ids and the exact bytes'],
    [attempts, 'have the ledger hold every attempt before it is made'],
  ],
  'rule 3: same account, same origin': [
    [recovery, 'what belongs to another account waits for it, and is reported'],
    ['contract/speech/killed', 'while a job is made does not go on with it on another account'],
  ],
  'rule 4: before and after the send': [
    [http, 'a refused connection costs nothing'],
    [http, 'a connection that ends without an answer may have been charged'],
    [attempts, 'try again what did not leave, three times in all, and it stays free'],
    [attempts, 'do not call a lost request free because the service could not be reached afterwards'],
  ],
  'rule 5: 409 branches on its code': [
    [client, 'with 409 %s means what its code says'],
    [attempts, 'wait while the same request is in progress, and stop at any other conflict'],
  ],
  'rule 6: the status table': [
    [statuses, '%s ends in the failure of the rules, with its charge, next step and request id'],
    [statuses, '%s ends in the same failure, and in its exit code'],
    [client, 'with %i is a failure with its charge and its next step'],
    [attempts, 'honour what a 429 says, and give up where it says too long'],
    [attempts, 'back off from a 503 that may pass'],
    [attempts, 'take a 504 for a lost answer, unless another try is of no use'],
    [attempts, 'confirm a 500 of %s by the same request, four times at most'],
    [patience, 'to an image or a line by a job is confirmed by the same request, and paid once'],
    [throttle, '402 pauses what is sent without a person'],
    [faults, 'a pause (%s) holds back the jobs of an earlier run'],
    [client, 'that is no event stream is no take'],
  ],
  'rule 7: results land whole': [
    ['contract/library/full-disk', 'disk'],
    [media, 'a result that breaks off, and an address that has expired, are asked for again, and nothing half is kept'],
    [faults, 'a pause (%s) holds back the jobs of an earlier run'],
  ],
  'rule 8: one hour': [[attempts, 'end one hour after the first send']],
  'rule 9: terminal states are immutable': [
    [store, 'does not change what is final, no matter who asks'],
    [client, 'is tried again after what passes'],
    ['contract/service/downloads', 'goes on where it broke off, by a range of the very same file'],
    [patience, 'and is not found at first is looked for again, and kept'],
  ],
  'rule 10: redirects': [
    [client, 'keeps the key on the service’s own origin'],
    [client, 'drops the key for another port of the same host'],
    [client, 'that then answers %i names the origin, which can be trusted by name'],
    [client, 'of a paid request is not followed'],
  ],
  'rule 11: bodies are bounded': [
    [http, 'that comes compressed all the same is counted as it unpacks'],
    ['unit/service-client/server-sent-events', 'hands out what came before the event that is too long'],
    ['unit/service-client/realtime-codec', 'throws a failure, and nothing else, at whatever bytes come'],
  ],
  'rule 12: undeclared fields': [[earlier, 'sends a field that the interface does not name only when the document declares it']],
  'rule 13: synced before it is sent': [
    ['contract/ledger/write-ahead', 'of one %s its ledger entry is on the disk: the system calls say so'],
  ],
};

/** Each family's row of the failure rules. */
export const families: Readonly<Record<OperationFamily, readonly Proof[]>> = {
  job: [
    [faults, 'of a job is the same job under the same key'],
    ['contract/speech/killed', 'while a job is made goes on with it, and its sound waits for the project'],
  ],
  'job-v1': [
    [earlier, 'is the same task after a lost answer, one charge'],
    [recovery, left],
  ],
  speech: [[attempts, 'ask once with the same key after a lost answer of %s']],
  'speech-v1': [
    [earlier, 'is asked once more under the same id after a lost answer, and reported as paid and not recoverable'],
    [recovery, left],
  ],
  'speech-v1-cached': [
    [earlier, 'replays the stored answer to the same id, and is charged once'],
    [recovery, left],
  ],
  'speech-v2': [
    [earlier, 'is never sent again after a lost answer, and says that it may have been charged'],
    [recovery, left],
  ],
  compatibility: [
    [earlier, 'is never sent again after a lost answer, and says that it may have been charged'],
    [recovery, left],
  ],
  aligned: [
    [faults, 'before a charge is asked for once more under the same key, and paid once'],
    [faults, 'leaves its sound as an incomplete take, is not sent again, and may have been charged'],
    [faults, 'is asked for by the user from the list of operations, too; a stream that had begun is not'],
  ],
  'realtime-simple': [[live, 'realtime simple: what is lost is never sent again; the contiguous prefix is kept']],
  'realtime-reliable': [
    [live, '%s: a dropped connection is taken up by retry_failed with exactly the same segments'],
    [live, 'v3: a request that completed unheard is fetched from the store, and paid for once'],
  ],
  'voice-create': [
    [voices, 'voice create whose answer is lost is never sent again by itself: it is looked up by name and time, and adopted'],
  ],
  transcription: [
    [voices, 'transcription whose answer is lost (%s) may have been charged, and is never sent again'],
    [recovery, '%s that was being sent becomes unknown, with its next step, and is not sent again by itself'],
  ],
  'lip-sync': [[media, 'lip-sync create whose answer is lost is never sent again by itself: it is looked up by time, and adopted']],
  'voice-delete': [
    [voices, 'voice delete: GET first, 404 means done, and nothing is sent'],
    [voices, 'voice delete whose answer is lost (%s) is verified by a read: %s'],
  ],
  design: [[voices, 'voice design whose answer is lost is sent again by the user, same key and body, and is charged once']],
  'design-save': [[voices, 'voice design, save: sent again by the user it is answered with the same voice']],
  dubbing: [
    [media, 'dubbing whose answer is lost is sent again by the user with the same key, and is charged once'],
    [media, 'dubbing whose lip sync cannot be created keeps its speech at once, books its credits, and lip sync can be tried alone'],
  ],
  image: [[media, 'images, videos: an answer that is lost is asked for again by itself with the same key, and charged once']],
  video: [[media, 'images, videos: an answer that is lost is asked for again by itself with the same key, and charged once']],
  'profile-update': [
    [earlier, 'whose answer is lost is read back: what it asked for is there, so it is done, and it was sent once'],
    [recovery, left],
  ],
};
