import { create } from 'zustand';
import { cutText } from '#shared/cut-text.ts';
import type { Dub } from '#shared/dubbing/timeline.ts';
import type { Failure } from '#shared/failure.ts';
import { plainFailure } from '../../../lib/failure-words.ts';
import { formatMessage } from '#shared/messages/message.ts';
import { messages } from '#shared/messages/index.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { RecogniserState } from '#shared/operations/transcripts.ts';
import { edited } from '#shared/transcripts/edits.ts';
import { dubbingCues } from '#shared/transcripts/make.ts';
import type { Segment as TranscriptSegment } from '#shared/transcripts/read.ts';
import { importLimits } from '#shared/wire/media-address.ts';
import type { UnknownPriceStore } from '../../../core/account/unknown-price-store.ts';
import type { DubFilesStore } from '../../../core/dubbing-timeline/dub-files-store.ts';
import type { DubsStore } from '../../../core/dubbing-timeline/dubs-store.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import type { announce } from '../../../lib/live-region.tsx';

interface DubTranscriptionState {
  /** The dub whose video is transcribed, and since when, Unix milliseconds. */
  running: { dubId: string; since: number } | undefined;
  /** Why the last one of a dub has no words. */
  failed: { dubId: string; failure: Failure } | undefined;
}

export interface DubTranscriptionDependencies {
  client: StudioClient;
  dubs: Pick<DubsStore, 'store'>;
  dubFiles: Pick<DubFilesStore, 'takeLines'>;
  unknownPrice: Pick<UnknownPriceStore, 'mayBuy'>;
  announce: typeof announce;
}

/** What the service would do with a video’s speech, and for how much. */
export interface TranscriptionOffer {
  /** Why it cannot be sent, in words. */
  refused: string | undefined;
  recogniser: RecogniserState | null;
  /** Null where it is not known. */
  credits: number | null;
  learnedFrom: number;
  /** The transcript of the same video that was paid for and is on this computer. */
  paidId: string | undefined;
}

const price = { unit: 'second', family: 'transcription' } as const;

/** Makes a dub's segments of what its video says: one press sends it, and what comes stays in Transcribe, too. */
export class DubTranscriptionStore {
  readonly store = create<DubTranscriptionState>(() => ({ running: undefined, failed: undefined }));
  readonly #deps: DubTranscriptionDependencies;
  #controller: AbortController | undefined;

  constructor(dependencies: DubTranscriptionDependencies) {
    this.#deps = dependencies;
  }

  /** `undefined` where the service does not say. */
  readonly findOffer = async (dub: Dub, signal: AbortSignal): Promise<TranscriptionOffer | undefined> => {
    const { client } = this.#deps;
    const answer = await attempt(() =>
      Promise.all([client.run('transcripts.reach', null, { signal }), client.run('jobs.price', price, { signal })]),
    );
    if (!answer.ok) return undefined;
    const [{ reason, recogniser }, known] = answer.value;
    const refused = tooLong(dub) ?? (reason === null ? undefined : formatMessage(reason));
    const credits = known ? known.creditsPerUnit * Math.ceil(lengthOf(dub)) : null;
    const paidId = tooLong(dub) === undefined ? await this.#findPaid(dub, signal) : undefined;
    return { refused, recogniser, credits, learnedFrom: known?.samples ?? 0, paidId };
  };

  async #findPaid({ id: dubId }: Dub, signal: AbortSignal): Promise<string | undefined> {
    const answer = await attempt(() => this.#deps.client.run('dubs.transcript', { dubId }, { signal }));
    return answer.ok ? (answer.value.transcriptId ?? undefined) : undefined;
  }

  /** Makes segments of a transcript that was paid for, as it is edited in Transcribe. Nothing is sent. */
  readonly takePaid = async (id: string): Promise<void> => {
    const { client, dubs } = this.#deps;
    const { dub } = dubs.store.getState();
    if (!dub || this.store.getState().running) return;
    const answer = await attempt(() => client.run('transcripts.open', { id }));
    if (dubs.store.getState().dub?.id !== dub.id) return;
    if (!answer.ok) {
      this.store.setState({ failed: { dubId: dub.id, failure: answer.failure } });
      return;
    }
    const { record, segments, edits } = answer.value;
    this.#take(dub, record.name, edited(segments, edits));
  };

  /** Sends the video's speech, once, and makes segments of the answer. It is never sent again by itself. */
  readonly transcribe = async (): Promise<void> => {
    const { client, dubs, unknownPrice } = this.#deps;
    const { dub } = dubs.store.getState();
    if (!dub || this.store.getState().running) return;
    const isWanted = await unknownPrice.mayBuy(messages.dubbing.transcribeVideo, price);
    if (!isWanted || this.store.getState().running) return;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.store.setState({ running: { dubId: dub.id, since: Date.now() }, failed: undefined });
    this.#deps.announce(messages.transcribe.transcribingNamed(dub.title));
    const known: { operationId?: string } = {};
    const answer = await attempt(async () => {
      const { uploadId, name, title } = await client.run('dubs.recording', { dubId: dub.id }, { signal });
      await client.run('transcripts.inspect', { uploadId, name, purpose: 'recognition' }, { signal });
      const call = client.call(
        'transcripts.create',
        { source: { uploadId, name: cutText(name, 255), title }, timestamps: true },
        { signal },
      );
      for await (const event of call) if ('operationId' in event) known.operationId = event.operationId;
      return call.result;
    });
    this.store.setState({ running: undefined });
    if (!answer.ok) {
      if (answer.failure.kind === 'cancelled')
        this.#deps.announce(known.operationId === undefined ? messages.transcribe.stoppedUnsent : messages.transcribe.stoppedWaiting);
      else {
        this.store.setState({ failed: { dubId: dub.id, failure: answer.failure } });
        this.#deps.announce(`${dub.title}: ${plainFailure(answer.failure)}`);
      }
      return;
    }
    const { record, segments, failure } = answer.value;
    if (failure) this.store.setState({ failed: { dubId: dub.id, failure } });
    this.#take(dub, record.name, segments);
  };

  #take(dub: Dub, name: string, segments: readonly TranscriptSegment[]): void {
    const cues = dubbingCues(segments);
    // A person who has gone on to another dub finds the words in Transcribe.
    if (this.#deps.dubs.store.getState().dub?.id !== dub.id || cues.length === 0) {
      this.#deps.announce(messages.dubbing.transcriptInTranscribe(dub.title));
      return;
    }
    this.#deps.dubFiles.takeLines({ name, cues });
    this.#deps.announce(messages.transcribe.transcribed(messages.transcribe.segment(cues.length)));
  }

  readonly stopTranscribing = (): void => this.#controller?.abort();

  readonly dismissFailure = (): void => this.store.setState({ failed: undefined });
}

/** What an offer depends on: it is asked for again once the length of the sound is known. */
export const offerSubject = (dub: Dub): string => `${dub.id} ${dub.video.sound.state} ${String(lengthOf(dub))}`;

const lengthOf = ({ video }: Dub): number => (video.sound.samples || video.samples) / sampleRate;

/** That the video is longer than the service takes; said before anything is written for it. */
const tooLong = (dub: Dub): string | undefined =>
  lengthOf(dub) > importLimits.seconds ? messages.dubbing.tooLongToTranscribe(String(importLimits.seconds / 60)) : undefined;
