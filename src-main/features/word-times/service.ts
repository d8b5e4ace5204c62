import { toFailure } from '#shared/failure.ts';
import type { Take } from '#shared/narration/take.ts';
import type { Log } from '../../infra/platform.ts';
import type { LibraryService } from '../../library/library.ts';
import { Aligner } from '../../media/alignment/aligner.ts';

/** Takes that wait to be aligned, at most; further ones are found again when their project is opened. */
const maximumWaiting = 10_000;

interface Parts {
  takes: Pick<LibraryService['takes'], 'listen' | 'pcmPath' | 'timeWords'>;
  /** BCP 47 tags of the languages that a voice speaks; none where that is not known. */
  voiceLanguages: (voiceId: string) => readonly string[];
  log: Log;
  aligner?: Pick<Aligner, 'align' | 'close'>;
}

/** Finds the words of takes whose service gave no times, one take after another, in the background. */
export class WordTimes {
  readonly #parts: Parts;
  readonly #aligner: Pick<Aligner, 'align' | 'close'>;
  /** Projects by take, in the order in which the takes came. */
  readonly #waiting = new Map<string, { projectId: string; take: Take }>();
  /** Takes that no words could be found for, while the studio runs. */
  readonly #refused = new Set<string>();
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#aligner = parts.aligner ?? new Aligner({ onUnexpected: (text, facts) => parts.log.error(text, facts) });
    parts.takes.listen((projectId, takes) => this.#add(projectId, takes));
  }

  /** Settles when nothing waits any more. */
  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#waiting.clear();
    await this.#aligner.close();
    await this.settled();
  }

  #add(projectId: string, takes: readonly Take[]): void {
    if (this.#closed) return;
    for (const take of takes)
      if (needsWords(take) && !this.#refused.has(take.id) && this.#waiting.size < maximumWaiting)
        this.#waiting.set(take.id, { projectId, take });
    if (this.#waiting.size > 0) this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  async #run(): Promise<void> {
    // The caller that brought the take has its answer first.
    await Promise.resolve();
    for (;;) {
      const [next] = this.#waiting.values();
      if (next === undefined) return;
      await this.#align(next.projectId, next.take).catch((thrown: unknown) => {
        const { kind } = toFailure(thrown);
        this.#parts.log.info('the words of a take could not be found', { takeId: next.take.id, kind });
        if (this.#refused.size >= maximumWaiting) this.#refused.clear();
        if (kind !== 'not-found' && kind !== 'cancelled') this.#refused.add(next.take.id);
      });
      this.#waiting.delete(next.take.id);
    }
  }

  async #align(projectId: string, { id, text, voiceId, controls }: Take): Promise<void> {
    const { takes, voiceLanguages } = this.#parts;
    const path = await takes.pcmPath(projectId, id);
    if (path === undefined) return;
    const { words } = await this.#aligner.align({
      sound: { path, coding: 'pcm' },
      text,
      language: controls?.language,
      voiceLanguages: voiceLanguages(voiceId),
    });
    const timed = words.map(({ text: word, startMs, endMs }) => ({ text: word, startMs, endMs, estimated: true }));
    await takes.timeWords(projectId, id, timed);
  }
}

const needsWords = ({ alignment, state, samples, text }: Take): boolean =>
  alignment === 'none' && state === 'complete' && samples > 0 && text.trim() !== '';
