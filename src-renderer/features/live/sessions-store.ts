import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { withChapter } from '#shared/narration/outline.ts';
import type { LiveRequestRecord } from '#shared/operations/live.ts';
import { attempt } from '../../core/host/attempt.ts';
import { defaultModelId } from '../../core/voices/voice-facts.ts';
import { dateLocale, messages } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { ProjectStore } from '../../core/project/project-store.ts';
import type { ChaptersStore } from '../../core/chapter/chapters-store.ts';
import type { VoicesStore } from '../../core/voices/voices-store.ts';
import type { toastFailure, toast } from '../../lib/toast.tsx';
import type { announce } from '../../lib/live-region.tsx';

/** The requests of one session, in the order in which they were made. */
export interface LiveSession {
  sessionId: string;
  requests: readonly LiveRequestRecord[];
}

/**
 * Units of a session, a character each: of phrases that came whole, which are charged, and of others, which may be. A request that failed without a charge
 * has none of the latter.
 */
export function unitsOf(requests: readonly Pick<LiveRequestRecord, 'segments' | 'failure'>[]): { charged: number; reserved: number } {
  const units = { charged: 0, reserved: 0 };
  for (const { segments, failure } of requests)
    for (const { text, whole } of segments) {
      if (whole) units.charged += text.length;
      else if (failure?.charged !== 'no') units.reserved += text.length;
    }
  return units;
}

interface LiveSessionsState {
  status: { state: 'loading' | 'ready' } | { state: 'failed'; failure: Failure };
  requests: readonly LiveRequestRecord[];
  next: string | null;
  /** Whose sound is being fetched again, or copied. */
  busy: string | undefined;
}

export interface SessionsDependencies {
  client: StudioClient;
  project: Pick<ProjectStore, 'store' | 'openManuscript'>;
  chapters: Pick<ChaptersStore, 'whyNoMore'>;
  voices: Pick<VoicesStore, 'voiceOfId'>;
  toastFailure: typeof toastFailure;
  announce: typeof announce;
  toast: typeof toast;
}

/** The sessions that were spoken and are kept. */
export class SessionsStore {
  readonly store = create<LiveSessionsState>(() => ({
    status: { state: 'loading' },
    requests: [],
    next: null,
    busy: undefined,
  }));
  readonly #deps: SessionsDependencies;
  readonly #set = this.store.setState;
  readonly #now = this.store.getState;
  #reading = 0;

  constructor(dependencies: SessionsDependencies) {
    this.#deps = dependencies;
  }

  /** The newest first; as far as they were shown. */
  readonly loadSessions = async (): Promise<void> => {
    const turn = (this.#reading += 1);
    const limit = Math.min(100, Math.max(pageSize, this.#now().requests.length));
    const answer = await attempt(() => this.#deps.client.run('live.sessions', { limit }));
    if (turn !== this.#reading) return;
    this.#set(
      answer.ok
        ? { status: { state: 'ready' }, requests: answer.value.requests, next: answer.value.next }
        : { status: { state: 'failed', failure: answer.failure } },
    );
  };

  readonly loadOlderSessions = async (): Promise<void> => {
    const { next } = this.#now();
    if (next === null) return;
    const turn = this.#reading;
    const answer = await attempt(() => this.#deps.client.run('live.sessions', { before: next, limit: pageSize }));
    if (turn !== this.#reading) return;
    if (answer.ok) this.#set({ requests: [...this.#now().requests, ...answer.value.requests], next: answer.value.next });
    else this.#deps.toastFailure(answer.failure);
  };

  /** Goes on with a request whose end is not known: with its own id, so that nothing is spoken or paid for twice. */
  readonly resumeRequest = async (operationId: string): Promise<void> => {
    if (this.#now().busy !== undefined) return;
    this.#set({ busy: operationId });
    const answer = await attempt(() => this.#deps.client.run('live.resume', { operationId }));
    this.#set({ busy: undefined });
    if (answer.ok) this.#deps.announce(answer.value.whole ? messages.live.sessionComplete : messages.live.sessionPartlySaved);
    else this.#deps.toastFailure(answer.failure);
    await this.loadSessions();
  };

  readonly whyNotKept = (): string | undefined =>
    this.#deps.project.store.getState().details ? this.#deps.chapters.whyNoMore() : messages.live.openProjectFirst;

  /** Makes a chapter of the open project out of a session: a block for each phrase, with its sound as a take. Costs nothing. */
  readonly keepAsChapter = async (session: LiveSession): Promise<boolean> => {
    const manuscript = this.#deps.project.openManuscript();
    const { details, outline, chapterId: after } = this.#deps.project.store.getState();
    if (!manuscript || !details || this.whyNotKept() !== undefined || this.#now().busy !== undefined) return false;
    const phrases = session.requests.flatMap(({ operationId, voiceId, modelId, segments }) =>
      segments
        .filter(({ bytes }) => bytes > 0)
        .map(({ segmentId, text }) => ({ operationId, segmentId, text, voiceId, modelId, blockId: newId() })),
    );
    const first = session.requests[0];
    if (phrases.length === 0 || !first) return false;
    this.#set({ busy: session.sessionId });
    const chapterId = newId();
    const blocks = phrases.map(({ text, voiceId, modelId, blockId }) => {
      const voice = this.#deps.voices.voiceOfId(voiceId);
      // The voice's own default is named by nobody, here as in Narration.
      return createBlock(text.trim(), { id: blockId, voiceId, modelId: voice && defaultModelId(voice) === modelId ? null : modelId });
    });
    const date = new Date(first.createdAt).toLocaleString(dateLocale(), {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
    const title = messages.live.chapterTitle(date);
    manuscript.arrange(withChapter(outline, { id: chapterId, title }, after), new Map([[chapterId, schema.node('doc', null, blocks)]]));
    const answer = await attempt(async () => {
      await manuscript.flush();
      return this.#deps.client.run('live.keep', {
        projectId: details.projectId,
        chapterId,
        phrases: phrases.map(({ operationId, segmentId, blockId }) => ({ operationId, segmentId, blockId })),
      });
    });
    this.#set({ busy: undefined });
    if (!answer.ok) {
      this.#deps.toastFailure(answer.failure);
      return false;
    }
    this.#deps.toast(title, messages.live.savedAsChapter(messages.live.phrase(answer.value.takes.length)));
    return true;
  };
}

const pageSize = 50;

export function sessionsOf(requests: readonly LiveRequestRecord[]): readonly LiveSession[] {
  const sessions = new Map<string, LiveRequestRecord[]>();
  for (const request of requests) {
    const known = sessions.get(request.sessionId);
    if (known) known.unshift(request);
    else sessions.set(request.sessionId, [request]);
  }
  return [...sessions].map(([sessionId, own]) => ({ sessionId, requests: own }));
}
