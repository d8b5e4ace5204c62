import { create } from 'zustand';
import { createDocument } from '#shared/narration/document.ts';
import type { Take } from '#shared/narration/take.ts';
import { buildTimeline, type Timeline } from '#shared/narration/timeline.ts';
import { ChapterView, viewChapter } from './chapter-view.ts';
import { useGeneration } from '../generation/generation.ts';
import { useProject } from '../project/project.ts';
import { knownModels, otherServiceOf, useStudio } from '../studio/studio.ts';
import { noVoiceFacts, voiceFacts, type VoiceFacts } from '../voices/voice-facts.ts';

const emptyChapter = new ChapterView([], buildTimeline(createDocument([]), [], { voiceId: null, modelId: null }, ''));

/** The current chapter as the screen shows it, worked out anew in the turn after anything that it rests on has changed. */
export const useChapter = create<ChapterView>(() => emptyChapter);

let seen: unknown[] = [];
let seenLists: unknown[] = [];
let facts: VoiceFacts = noVoiceFacts;
let seenTakes: readonly Take[] = [];
let damaged: ReadonlySet<string> = new Set();
let timeline: Timeline | undefined;

/** The chapter as of now, for what cannot wait for the next turn. */
export function currentChapter(): ChapterView {
  const { document, details, takes } = useProject.getState();
  if (!document || !details) return emptyChapter;
  const connectionId = useStudio.getState().connection?.id ?? '';
  const inputs = [document, takes, details.voiceId, details.modelId, connectionId];
  if (!timeline || inputs.some((input, index) => input !== seen[index])) {
    seen = inputs;
    timeline = buildTimeline(document, takes, details, connectionId, timeline);
  }
  const { phases, failed } = useGeneration.getState();
  if (takes !== seenTakes) {
    seenTakes = takes;
    damaged = new Set(takes.filter((take) => take.state === 'damaged').map((take) => take.fingerprint));
  }
  const view = { defaults: details, connectionId, timeline, phases, failed, damaged, voices: knownFacts() };
  return viewChapter(view, useChapter.getState());
}

/** What the lists of the service say of voices and models, worked out once for each list. */
export function knownFacts(): VoiceFacts {
  const { voices, models } = useStudio.getState();
  if (seenLists[0] !== voices || seenLists[1] !== models) {
    seenLists = [voices, models];
    const known = voices.state === 'ready' ? voices : undefined;
    facts = voiceFacts(known?.value, knownModels(), {
      fresh: known?.fresh ?? true,
      isElsewhere: (voiceId) => otherServiceOf(voiceId) !== undefined,
    });
  }
  return facts;
}

let scheduled = false;
function refresh(): void {
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    useChapter.setState(currentChapter(), true);
  });
}

export function watchChapter(): void {
  useProject.subscribe((now, before) => {
    if (now.document !== before.document || now.takes !== before.takes || now.details !== before.details) refresh();
  });
  useGeneration.subscribe((now, before) => {
    if (now.phases !== before.phases || now.failed !== before.failed) refresh();
  });
  useStudio.subscribe((now, before) => {
    if (now.connection?.id !== before.connection?.id || now.voices !== before.voices || now.models !== before.models) refresh();
  });
  refresh();
}
