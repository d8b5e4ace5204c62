import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isSpeech, type LedgerEntry } from '#main/paid-requests/ledger/types.ts';
import { headerLength, readManifest } from '#main/features/live/save.ts';
import { bodySchema } from '#main/features/live/recovery.ts';
import { findFiles } from '#main/paid-requests/family.ts';
import type { ServiceClient } from '#main/service-client/client.ts';
import { toFailure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { engineSpeechPath } from '#shared/wire/compatibility.ts';
import { speechPath, speechRequest } from '#shared/wire/speech.ts';
import type { CampaignStudio } from './studio.ts';

/** The service asked for the same once more by another account, which is what tells what it had made where it replays nothing. */
export type ReferenceClient = ServiceClient;

/** What is wrong with the result of something that is done: it is on the disk, to the byte as the service made it. */
export async function onDisk(entry: LedgerEntry, studio: CampaignStudio, reference: ReferenceClient): Promise<string[]> {
  const client = await studio.connection.ready();
  const { family, taskId } = entry;
  if (isSpeech(entry)) {
    const own = await takenSound(entry, studio);
    if (own === undefined) return ['its sound is not in the store, whole'];
    const theirs =
      family === 'job' && taskId !== null ? await whole((await client.jobAudio(taskId)).body) : await makeAgain(entry, reference);
    return own.equals(theirs) ? [] : ['its sound is not what the service made'];
  }
  switch (family) {
    case 'realtime-reliable':
    case 'realtime-simple':
      return ofLive(entry, studio, client, reference);
    case 'speech-v1':
    case 'speech-v1-cached':
    case 'speech-v2':
    case 'compatibility':
      return same(landed(entry, studio), await makeAgain(entry, reference), 'its sound');
    case 'transcription':
      return ofTranscription(entry, studio, reference);
    case 'design':
      return ofDesign(entry, studio, client);
    case 'voice-create':
    case 'design-save':
      return (await knows(client, entry.result?.['voiceId'])) ? [] : ['the service does not know its voice'];
    case 'voice-delete':
      return (await knows(client, decodeURIComponent(entry.path.split('/').at(-1) ?? ''))) ? ['its voice is still there'] : [];
    case 'lip-sync':
    case 'dubbing':
    case 'image':
    case 'video': {
      const resource = { 'lip-sync': client.lipSync, dubbing: client.dubbing, image: client.media.images, video: client.media.videos }[
        family
      ];
      const { job } = await resource.get(taskId ?? '');
      return same(onlyFile(entry, studio), await whole((await client.files.media(job.resultUrl ?? '')).body), 'its result');
    }
    case 'job-v1':
      // Begun by no part of the studio; where a recovery has gone on with it, its sound is kept.
      return findFiles(entry).length === 0
        ? []
        : same(onlyFile(entry, studio), await whole((await client.jobAudio(taskId ?? '')).body), 'its sound');
    default:
      return [];
  }
}

/** What is wrong with the part that was made and paid for of something that failed. `charges`: how many of the service stand. */
export const paidPart = (entry: LedgerEntry, studio: CampaignStudio, charges: number): Promise<string[]> =>
  entry.family === 'realtime-reliable' ? phrasesOfFailed(entry, studio, charges) : speechOfDubbing(entry, studio);

/**
 * The phrases of a live request that failed. Only the service's own "failed for good" ends a request that is partly paid (failure rules, "realtime
 * reliable": everything else is gone on with), and then each phrase that is paid for is stored, and is on the disk to the byte.
 */
async function phrasesOfFailed(entry: LedgerEntry, studio: CampaignStudio, charges: number): Promise<string[]> {
  if (entry.state !== 'failed' || charges === 0) return [];
  const client = await studio.connection.ready();
  const { state, stored } = await client.realtime.request('v3', entry.requestId);
  if (state !== 'failed_terminal')
    return [`was paid for and is given up, though the service calls it ${state}: ${entry.failure?.message ?? ''}`];
  const manifest = await readManifest(join(studio.profile.directory, 'live'), entry.operationId);
  const path = entry.result?.['path'];
  const own = typeof path === 'string' ? read(path) : undefined;
  const storedIds = [...stored].flatMap(([segmentId, isStored]) => (isStored === true ? [segmentId] : []));
  const wrong = charges > storedIds.length ? [`${charges} phrases are paid for, and ${storedIds.length} can be had`] : [];
  for (const segmentId of storedIds) {
    const kept = manifest?.segments.find((one) => one.segmentId === segmentId);
    const theirs = soundOf(manifest?.format ?? '', await whole((await client.realtime.segmentAudio(entry.requestId, segmentId)).body));
    if (kept === undefined || own?.subarray(kept.offset, kept.offset + kept.bytes).equals(theirs) !== true)
      wrong.push(`its paid phrase ${segmentId} is not in its result`);
  }
  return wrong;
}

/** What is wrong with the speech of a dubbing whose lip sync failed: that is paid for, and kept. */
async function speechOfDubbing(entry: LedgerEntry, studio: CampaignStudio): Promise<string[]> {
  const address = entry.result?.['speechUrl'];
  if (entry.family !== 'dubbing' || entry.state !== 'failed' || typeof address !== 'string') return [];
  if (findFiles(entry).length === 0) return []; // it could not be fetched, and the failure says so
  const client = await studio.connection.ready();
  return same(onlyFile(entry, studio), await whole((await client.files.media(address)).body), 'its speech');
}

const same = (own: Buffer | undefined, theirs: Buffer, what: string): string[] =>
  own === undefined ? [`${what} is not there`] : own.equals(theirs) ? [] : [`${what} is not what the service made`];

async function whole(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

const read = (path: string): Buffer | undefined => (existsSync(path) ? readFileSync(path) : undefined);

/** The bytes of what it kept, where that is one file of the length that the ledger says. */
function onlyFile(entry: LedgerEntry, studio: CampaignStudio): Buffer | undefined {
  const files = findFiles(entry);
  const bytes = files.length === 1 ? fileAt(files[0]?.url, studio) : undefined;
  return bytes?.byteLength === files[0]?.bytes ? bytes : undefined;
}
const fileAt = (url: string | undefined, studio: CampaignStudio): Buffer | undefined =>
  read(studio.profile.kept.path(url?.split('/').at(-1) ?? ''));

async function takenSound(entry: LedgerEntry, { profile }: CampaignStudio): Promise<Buffer | undefined> {
  const found = await profile.library.findPaid(entry.fingerprint);
  if (found?.state !== 'complete') return undefined;
  const bytes = read(join(profile.directory, 'results', found.contentHash.slice(0, 2), found.contentHash));
  return bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === found.contentHash ? bytes : undefined;
}

/** Sound that went where its caller wanted it; by a person's hand later, it is kept instead. */
function landed(entry: LedgerEntry, studio: CampaignStudio): Buffer | undefined {
  if (findFiles(entry).length > 0) return onlyFile(entry, studio);
  const tag = /^Hi (.+)\.$/u.exec(entry.summary)?.[1] ?? '';
  return read(studio.landing(tag));
}

/** The samples of a phrase, said again by other means. */
async function makeSamplesAgain(entry: LedgerEntry, text: string, reference: ReferenceClient): Promise<Buffer> {
  const { voiceId, modelId } = bodySchema.parse(JSON.parse(Buffer.from(entry.body).toString('utf8'))).request;
  const body = Buffer.from(JSON.stringify(speechRequest.parse({ text, voiceId, modelId, format: 'wav' })));
  const wav = await makeAgain({ ...entry, family: 'speech', path: speechPath, body, contentType: 'application/json' }, reference);
  return soundOf('wav', wav);
}
const soundOf = (format: string, file: Buffer): Buffer => file.subarray(headerLength(format, file));

/** Equal requests have equal sound: one that was made for one schedule stands for the others. */
const known = new Map<string, Buffer>();

async function makeAgain(entry: LedgerEntry, reference: ReferenceClient): Promise<Buffer> {
  const name = createHash('sha256').update(`${entry.family} ${entry.path} `).update(entry.body).digest('hex');
  const before = known.get(name);
  if (before !== undefined) return before;
  const id = newId();
  const request = { path: entry.path, body: entry.body, contentType: entry.contentType, idempotencyKey: id, requestId: id };
  const sound = async (): Promise<Buffer> => {
    switch (entry.family) {
      case 'aligned': {
        const pieces: Buffer[] = [];
        for await (const events of (await reference.aligned(request)).events)
          for (const event of events) if (event.type === 'audio') pieces.push(event.bytes);
        return Buffer.concat(pieces);
      }
      case 'speech':
        return whole((await reference.speech(request)).body);
      case 'speech-v1':
        return whole((await reference.speechV1.speak(request)).body);
      case 'speech-v1-cached':
        return whole((await reference.speechV1.cachedAudio((await reference.speechV1.cached(request)).cached.audio_url)).body);
      case 'speech-v2':
        return whole((await reference.speechV2.speak(request)).body);
      default:
        return whole(
          (
            await (entry.path === engineSpeechPath
              ? reference.compatibility.engineStyle(request)
              : reference.compatibility.openAiStyle(request))
          ).body,
        );
    }
  };
  const bytes = await sound();
  known.set(name, bytes);
  return bytes;
}

/** Each segment as the service has stored it. What a simple session says is stored nowhere: it is what the service says to anybody who has the same words said. */
async function ofLive(
  entry: LedgerEntry,
  { profile }: CampaignStudio,
  client: ServiceClient,
  reference: ReferenceClient,
): Promise<string[]> {
  const manifest = await readManifest(join(profile.directory, 'live'), entry.operationId);
  if (manifest?.whole !== true) return ['its sound is not whole'];
  if (manifest.segments.length === 0) return []; // all that it was to say went into another request
  const path = entry.result?.['path'];
  const own = typeof path === 'string' ? read(path) : undefined;
  if (own?.byteLength !== manifest.bytes) return ['its sound is not there'];
  const wrong: string[] = [];
  for (const { segmentId, texts, offset, bytes } of manifest.segments) {
    const theirs =
      entry.family === 'realtime-simple'
        ? await makeSamplesAgain(entry, texts.join(''), reference)
        : soundOf(manifest.format, await whole((await client.realtime.segmentAudio(entry.requestId, segmentId)).body));
    if (!own.subarray(offset, offset + bytes).equals(theirs)) wrong.push(`its segment ${segmentId} is not what the service made`);
  }
  return wrong;
}

async function ofTranscription(entry: LedgerEntry, studio: CampaignStudio, reference: ReferenceClient): Promise<string[]> {
  const own = onlyFile(entry, studio);
  if (own === undefined) return ['its text is not there'];
  const id = newId();
  const { transcription } = await reference.transcriptions.create({
    path: entry.path,
    body: entry.body,
    idempotencyKey: id,
    requestId: id,
  });
  const kept = JSON.parse(own.toString()) as Record<string, unknown>;
  // What is left of an account is that account's own.
  const theirs = JSON.parse(JSON.stringify({ ...transcription.whole, quota_remaining: kept['quota_remaining'] })) as unknown;
  return isDeepStrictEqual(kept, theirs) ? [] : ['its text is not what the service made'];
}

async function ofDesign(entry: LedgerEntry, studio: CampaignStudio, client: ServiceClient): Promise<string[]> {
  const candidates = entry.result?.['candidates'] as { candidateId: string; preview: { url: string } | null }[] | undefined;
  if (candidates === undefined || candidates.length === 0) return ['it has no candidates'];
  const wrong: string[] = [];
  for (const { candidateId, preview } of candidates) {
    const theirs = await whole((await client.designs.preview(entry.taskId ?? '', candidateId)).body);
    wrong.push(...same(preview === null ? undefined : fileAt(preview.url, studio), theirs, `the preview of ${candidateId}`));
  }
  return wrong;
}

async function knows(client: ServiceClient, voiceId: unknown): Promise<boolean> {
  if (typeof voiceId !== 'string') return false;
  try {
    await client.voice(voiceId);
    return true;
  } catch (thrown) {
    if (toFailure(thrown).kind === 'not-found') return false;
    throw thrown;
  }
}
