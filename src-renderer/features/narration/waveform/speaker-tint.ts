import type { BlockView } from '../../../core/chapter/chapter-view.ts';
import { speakerColour, speakerColours, speakerToken } from '../../../core/voices/speaker-colour.ts';
import { isWished } from '../../../lib/system-wishes.ts';
import { sampleRate } from '#shared/narration/take.ts';
import type { Timeline } from '#shared/narration/chapter-timeline.ts';

interface TintSources {
  timeline(): Pick<Timeline, 'blockAt'> | undefined;
  block(blockId: string): Pick<BlockView, 'character' | 'voiceId'> | undefined;
}

/** The colour in which the waveform is played, by who speaks there. With more contrast, and with the system's colours, it has none. */
export class SpeakerTint {
  readonly #sources: TintSources;
  #tokens = speakerTokens();

  constructor(sources: TintSources) {
    this.#sources = sources;
  }

  /** The theme is another. */
  retheme(): void {
    this.#tokens = speakerTokens();
  }

  readonly colourAt = (seconds: number): string | undefined => {
    if (this.#tokens.size === 0) return undefined;
    const block = this.#sources.timeline()?.blockAt(Math.floor(seconds * sampleRate));
    const view = block && this.#sources.block(block.blockId);
    const speaker = view && speakerColour(view);
    return speaker === undefined ? undefined : this.#tokens.get(speaker);
  };
}

function speakerTokens(): ReadonlyMap<string, string> {
  if (isWished('contrast') || window.matchMedia('(forced-colors: active)').matches) return new Map();
  const tokens = getComputedStyle(document.documentElement);
  return new Map(speakerColours.map((colour) => [colour, tokens.getPropertyValue(speakerToken(colour)).trim()]));
}
