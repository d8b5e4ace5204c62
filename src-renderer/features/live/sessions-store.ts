import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import { newId } from '#shared/ids.ts';
import { createBlock, schema } from '#shared/narration/document.ts';
import { withChapter } from '#shared/narration/outline.ts';
import type { LiveRequestRecord } from '#shared/operations/live.ts';
import { announce } from '../../lib/live-region.tsx';
import { plural } from '../../lib/format.ts';
import { toast, toastFailure } from '../../lib/toast.tsx';
import { whyNoMore } from '../../core/chapter/chapters.ts';
import { attempt, studio } from '../../core/host/host.ts';
import { openManuscript, useProject } from '../../core/project/project.ts';
import { defaultModelId } from '../../core/voices/voice-facts.ts';
import { voiceOfId } from '../../core/voices/voices.ts';
import { messages } from '#shared/messages/index.ts';

/** The requests of one session, in the order in which they were made. */
export interface LiveSession {
  sessionId: string;
  requests: readonly LiveRequestRecord[];
}

interface LiveSessionsState {
  status: { state: 'loading' | 'ready' } | { state: 'failed'; failure: Failure };
  requests: readonly LiveRequestRecord[];
  next: string | null;
  /** Whose sound is being fetched again, or copied. */
  busy: string | undefined;
}

export const useLiveSessions = create<LiveSessionsState>(() => ({
  status: { state: 'loading' },
  requests: [],
  next: null,
  busy: undefined,
}));

const set = useLiveSessions.setState;
const now = useLiveSessions.getState;
const pageSize = 50;
let reading = 0;

/** The newest first; as far as they were shown. */
export async function loadSessions(): Promise<void> {
  const turn = (reading += 1);
  const limit = Math.min(100, Math.max(pageSize, now().requests.length));
  const answer = await attempt(() => studio().run('live.sessions', { limit }));
  if (turn !== reading) return;
  set(
    answer.ok
      ? { status: { state: 'ready' }, requests: answer.value.requests, next: answer.value.next }
      : { status: { state: 'failed', failure: answer.failure } },
  );
}

export async function loadOlderSessions(): Promise<void> {
  const { next } = now();
  if (next === null) return;
  const turn = reading;
  const answer = await attempt(() => studio().run('live.sessions', { before: next, limit: pageSize }));
  if (turn !== reading) return;
  if (answer.ok) set({ requests: [...now().requests, ...answer.value.requests], next: answer.value.next });
  else toastFailure(answer.failure);
}

export function sessionsOf(requests: readonly LiveRequestRecord[]): readonly LiveSession[] {
  const sessions = new Map<string, LiveRequestRecord[]>();
  for (const request of requests) {
    const known = sessions.get(request.sessionId);
    if (known) known.unshift(request);
    else sessions.set(request.sessionId, [request]);
  }
  return [...sessions].map(([sessionId, own]) => ({ sessionId, requests: own }));
}

/** Goes on with a request whose end is not known: with its own id, so that nothing is spoken or paid for twice. */
export async function resumeRequest(operationId: string): Promise<void> {
  if (now().busy !== undefined) return;
  set({ busy: operationId });
  const answer = await attempt(() => studio().run('live.resume', { operationId }));
  set({ busy: undefined });
  if (answer.ok) announce(answer.value.whole ? messages.live.sessionComplete : messages.live.sessionPartlySaved);
  else toastFailure(answer.failure);
  await loadSessions();
}

export const whyNotKept = (): string | undefined => (useProject.getState().details ? whyNoMore() : messages.live.openProjectFirst);

/** Makes a chapter of the open project out of a session: a block for each phrase, with its sound as a take. Costs nothing. */
export async function keepAsChapter(session: LiveSession): Promise<boolean> {
  const manuscript = openManuscript();
  const { details, outline, chapterId: after } = useProject.getState();
  if (!manuscript || !details || whyNotKept() !== undefined || now().busy !== undefined) return false;
  const phrases = session.requests.flatMap(({ operationId, voiceId, modelId, segments }) =>
    segments
      .filter(({ bytes }) => bytes > 0)
      .map(({ segmentId, text }) => ({ operationId, segmentId, text, voiceId, modelId, blockId: newId() })),
  );
  const first = session.requests[0];
  if (phrases.length === 0 || !first) return false;
  set({ busy: session.sessionId });
  const chapterId = newId();
  const blocks = phrases.map(({ text, voiceId, modelId, blockId }) => {
    const voice = voiceOfId(voiceId);
    // The voice's own default is named by nobody, here as in Narration.
    return createBlock(text.trim(), { id: blockId, voiceId, modelId: voice && defaultModelId(voice) === modelId ? null : modelId });
  });
  const date = new Date(first.createdAt).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
  const title = messages.live.chapterTitle(date);
  manuscript.arrange(withChapter(outline, { id: chapterId, title }, after), new Map([[chapterId, schema.node('doc', null, blocks)]]));
  const answer = await attempt(async () => {
    await manuscript.flush();
    return studio().run('live.keep', {
      projectId: details.projectId,
      chapterId,
      phrases: phrases.map(({ operationId, segmentId, blockId }) => ({ operationId, segmentId, blockId })),
    });
  });
  set({ busy: undefined });
  if (!answer.ok) {
    toastFailure(answer.failure);
    return false;
  }
  toast(title, messages.live.savedAsChapter(plural(answer.value.takes.length, messages.live.phrase)));
  return true;
}
