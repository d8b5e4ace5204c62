import { create } from 'zustand';
import { sayLimits } from '#shared/operations/paid.ts';
import type { CatalogueVoice } from '#shared/catalogue/voices.ts';
import { lineKey, type Line } from '../../core/voices/lines-store.ts';
import { lineOf, sampleLine } from '../../core/voices/sample-line.ts';
import { messages } from '#shared/messages/index.ts';
import type { VoicesStore } from '../../core/voices/voices-store.ts';
import type { LinesStore } from '../../core/voices/lines-store.ts';
import { Playlist, type PlaylistSounds } from './playlist.ts';
import type { announce } from '../../lib/live-region.tsx';

interface AuditionState {
  /** The line that every chosen voice says: what a person wrote, else the usual one in the language of the first of them. */
  text: string;
  /** Voices that are still to be said, while an audition runs. */
  running: { total: number; done: number; failed: number } | undefined;
}

export interface AuditionDependencies {
  voices: Pick<VoicesStore, 'store' | 'voiceOfId' | 'markVoice'>;
  lines: Pick<LinesStore, 'sayLine' | 'stopLine' | 'store'>;
  sounds: PlaylistSounds;
  announce: typeof announce;
}

/** One line, said by every chosen voice. */
export class AuditionStore {
  readonly store = create<AuditionState>(() => ({
    text: sampleLine.text(undefined),
    running: undefined,
  }));
  readonly #deps: AuditionDependencies;
  #current = new AbortController();
  #playlist: Playlist | undefined;
  #speaking: Line[] = [];

  constructor(dependencies: AuditionDependencies) {
    this.#deps = dependencies;
    const { voices } = dependencies;
    const followFirst = (): void => {
      const [first] = voices.store.getState().chosen;
      if (first === undefined || this.store.getState().running) return;
      const text = sampleLine.text(voices.voiceOfId(first));
      if (text !== this.store.getState().text) this.store.setState({ text });
    };
    followFirst();
    voices.store.subscribe(({ chosen }, before) => {
      if (chosen !== before.chosen) followFirst();
    });
  }

  /** While no voice is chosen, the usual line is in the language whose voices come first in the list. */
  readonly followLanguage = (primaryLanguage: string): void => {
    if (this.#deps.voices.store.getState().chosen.length > 0) return;
    const text = sampleLine.text({ primaryLanguage });
    if (text !== this.store.getState().text) this.store.setState({ text });
  };

  readonly setLine = (text: string): void => {
    const line = text.slice(0, sayLimits.characters);
    sampleLine.set(line);
    this.store.setState({ text: line });
  };

  /** Has the line said by every chosen voice that has not said it yet; one failure does not stop the rest. They are heard in turn. */
  readonly audition = async (): Promise<void> => {
    const { text, running } = this.store.getState();
    const voices = this.#deps.voices.store.getState().chosen.flatMap((id) => this.#deps.voices.voiceOfId(id) ?? []);
    if (running || voices.length === 0 || text.trim() === '') return;
    const controller = (this.#current = new AbortController());
    const stopped = (): boolean => controller.signal.aborted;
    this.#playlist?.end();
    const playlist = (this.#playlist = new Playlist(this.#deps.sounds, (id) => this.#deps.voices.store.getState().chosen.includes(id)));
    const count = { total: voices.length, done: 0, failed: 0 };
    this.store.setState({ running: { ...count } });
    const left = [...voices.entries()];
    const work = async (): Promise<void> => {
      for (let next = left.shift(); next && !stopped(); next = left.shift()) {
        const [place, voice] = next;
        const line = lineOf(voice, text);
        this.#speaking = [...this.#speaking, line];
        const said = await this.#deps.lines.sayLine(line);
        this.#speaking = this.#speaking.filter((other) => other !== line);
        count.done += 1;
        if (said.state === 'said') {
          void this.#deps.voices.markVoice(voice.voiceId, { used: true });
          if (!stopped()) playlist.add({ voiceId: voice.voiceId, place, url: said.file.url });
        } else count.failed += 1;
        this.store.setState({ running: { ...count } });
      }
    };
    await Promise.all(Array.from({ length: atATime }, work));
    this.store.setState({ running: undefined });
    const failed = count.failed > 0 ? messages.voices.failedCount(messages.voices.voice(count.failed)) : '';
    this.#deps.announce(
      stopped() ? messages.voices.auditionStopped : messages.voices.auditionDone(messages.voices.voice(count.done - count.failed), failed),
    );
  };

  /** Sends nothing more, and plays no further line; what is under way at the service is kept when it comes. */
  readonly stopAudition = (): void => {
    this.#playlist?.end();
    this.#current.abort();
    for (const line of this.#speaking) this.#deps.lines.stopLine(line);
  };

  /** The sound of a voice's line, where it is there. */
  readonly soundOf = (voice: CatalogueVoice): string | undefined => {
    const state = this.#deps.lines.store.getState().lines.get(lineKey(lineOf(voice, this.store.getState().text)));
    return state?.state === 'said' ? state.file.url : undefined;
  };
}

/** Voices that speak at a time: the first can be heard soon, and the service is not stormed. */
const atATime = 3;
