import { create } from 'zustand';
import { createDocument } from '#shared/narration/document.ts';
import type { Take } from '#shared/narration/take.ts';
import { noDefaults } from '#shared/narration/shape.ts';
import { buildTimeline, type Timeline } from '#shared/narration/chapter-timeline.ts';
import { ChapterView, viewChapter } from './chapter-view.ts';
import { noVoiceFacts, voiceFacts, type VoiceFacts } from '../voices/voice-facts.ts';
import type { ProjectStore } from '../project/project-store.ts';
import type { StudioStore } from '../studio/studio-store.ts';
import type { GenerationStore } from '../generation/generation-store.ts';

const emptyChapter = new ChapterView([], buildTimeline(createDocument([]), [], noDefaults, ''));

export interface ChapterDependencies {
  project: Pick<ProjectStore, 'store'>;
  studio: Pick<StudioStore, 'store' | 'knownModels' | 'otherServiceOf'>;
  generation: Pick<GenerationStore, 'store'>;
}

/** The current chapter as the screen shows it, updated in the microtask after anything that it depends on has changed. */
export class ChapterStore {
  readonly store = create<ChapterView>(() => emptyChapter);
  readonly #deps: ChapterDependencies;
  #seen: unknown[] = [];
  #seenLists: unknown[] = [];
  #facts: VoiceFacts = noVoiceFacts;
  #seenTakes: readonly Take[] = [];
  #damaged: ReadonlySet<string> = new Set();
  #timeline: Timeline | undefined;
  #scheduled = false;

  constructor(dependencies: ChapterDependencies) {
    this.#deps = dependencies;
  }

  /** The chapter as of now, for what cannot wait for the next turn. */
  readonly currentChapter = (): ChapterView => {
    const { document, details, takes } = this.#deps.project.store.getState();
    if (!document || !details) return emptyChapter;
    const connectionId = this.#deps.studio.store.getState().connection?.id ?? '';
    const { voiceId, modelId, cast, pronunciations, sharedPronunciations } = details;
    const inputs = [document, takes, voiceId, modelId, cast, pronunciations, sharedPronunciations, connectionId];
    if (!this.#timeline || inputs.some((input, index) => input !== this.#seen[index])) {
      this.#seen = inputs;
      this.#timeline = buildTimeline(document, takes, details, connectionId, this.#timeline);
    }
    const { phases, failed, paid } = this.#deps.generation.store.getState();
    if (takes !== this.#seenTakes) {
      this.#seenTakes = takes;
      this.#damaged = new Set(takes.filter((take) => take.state === 'damaged').map((take) => take.fingerprint));
    }
    const view = {
      defaults: details,
      connectionId,
      timeline: this.#timeline,
      phases,
      failed,
      damaged: this.#damaged,
      paid,
      voices: this.knownFacts(),
    };
    return viewChapter(view, this.store.getState());
  };

  /** What the lists of the service say of voices and models, worked out once for each list. */
  readonly knownFacts = (): VoiceFacts => {
    const { voices, models } = this.#deps.studio.store.getState();
    if (this.#seenLists[0] !== voices || this.#seenLists[1] !== models) {
      this.#seenLists = [voices, models];
      const known = voices.state === 'ready' ? voices : undefined;
      this.#facts = voiceFacts(known?.value, this.#deps.studio.knownModels(), {
        fresh: known?.fresh ?? true,
        isElsewhere: (voiceId) => this.#deps.studio.otherServiceOf(voiceId) !== undefined,
      });
    }
    return this.#facts;
  };

  #refresh(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      this.store.setState(this.currentChapter(), true);
    });
  }

  readonly watchChapter = (): void => {
    this.#deps.project.store.subscribe((now, before) => {
      if (now.document !== before.document || now.takes !== before.takes || now.details !== before.details) this.#refresh();
    });
    this.#deps.generation.store.subscribe((now, before) => {
      if (now.phases !== before.phases || now.failed !== before.failed || now.paid !== before.paid) this.#refresh();
    });
    this.#deps.studio.store.subscribe((now, before) => {
      if (now.connection?.id !== before.connection?.id || now.voices !== before.voices || now.models !== before.models) this.#refresh();
    });
    this.#refresh();
  };
}
