import type { exampleFile } from '../../../core/examples/example-files.ts';
import type { DubFilesStore } from '../../../core/dubbing-timeline/dub-files-store.ts';
import type { DubsStore } from '../../../core/dubbing-timeline/dubs-store.ts';
import type { StudioStore } from '../../../core/studio/studio-store.ts';
import { readCaptions, toSegments } from '#shared/dubbing/captions-in.ts';
import type { Segment } from '#shared/dubbing/timeline.ts';
import { newId } from '#shared/ids.ts';
import { messages } from '#shared/messages/index.ts';
import type { MakingStore } from './making-store.ts';

export interface ExampleDubDependencies {
  exampleFile: typeof exampleFile;
  dubs: Pick<DubsStore, 'store' | 'editDub'>;
  dubFiles: Pick<DubFilesStore, 'addFiles'>;
  making: Pick<MakingStore, 'generate' | 'estimateSegments'>;
  studio: Pick<StudioStore, 'store' | 'knownVoices'>;
}

/** The dub of **Try an example**: the film that comes with the studio, lines of two speakers, and a voice for each. */
export class ExampleDub {
  readonly #deps: ExampleDubDependencies;

  constructor(dependencies: ExampleDubDependencies) {
    this.#deps = dependencies;
  }

  /** Opens it as a new dub; its lines are generated where that costs nothing. */
  readonly open = async (): Promise<void> => {
    const { dubFiles, dubs, making, studio } = this.#deps;
    const before = dubs.store.getState().dub?.id;
    const captions = new File([messages.dubbing.exampleCaptions], `${messages.dubbing.exampleTitle}.srt`);
    await dubFiles.addFiles([await this.#deps.exampleFile('film'), captions]);
    const { dub } = dubs.store.getState();
    if (!dub || dub.id === before) return;
    dubs.editDub(messages.dubbing.voices, ({ segments }) => ({ segments: this.#withVoices(segments) }));
    if (studio.store.getState().connection?.kind === 'local') void making.generate(dubs.store.getState().dub?.segments ?? []);
  };

  /** What generating it would cost. */
  readonly price = async (signal: AbortSignal): Promise<number | null | undefined> => {
    const segments = toSegments(readCaptions(messages.dubbing.exampleCaptions).cues, newId);
    return (await this.#deps.making.estimateSegments(this.#withVoices(segments), signal))?.credits;
  };

  #withVoices(segments: readonly Segment[]): Segment[] {
    const speakers = [...new Set(segments.map(({ speaker }) => speaker))];
    const all = this.#deps.studio.knownVoices();
    const own = all.filter(({ primaryLanguage }) => primaryLanguage.startsWith(messages.dubbing.exampleLanguage));
    const voices = own.length > 0 ? own : all;
    return segments.map((segment) => ({
      ...segment,
      voiceId: voices[(speakers.indexOf(segment.speaker) * apart) % Math.max(1, voices.length)]?.voiceId ?? null,
    }));
  }
}

/** Voices side by side in the list are often alike. */
const apart = 3;
