import { cutText } from '#shared/cut-text.ts';
import { edited, type TranscriptEdits } from '#shared/transcripts/edits.ts';
import type { Segment } from '#shared/transcripts/read.ts';

const beginningCharacters = 2_000;
const mostRemembered = 500;

/** The beginnings of corrected transcripts, remembered, so that a list of many is read quickly. */
export class CorrectedTexts {
  /** By the transcript, the least recently read first. */
  readonly #remembered = new Map<string, { texts: string; beginning: string }>();

  /** The beginning of a text as it reads now; `sent` where nothing of it was changed, and where its segments cannot be read. */
  async read(id: string, edits: TranscriptEdits, sent: string, readSegments: () => Promise<readonly Segment[]>): Promise<string> {
    if (Object.keys(edits.texts).length === 0) return sent;
    const texts = JSON.stringify(edits.texts);
    const known = this.#remembered.get(id);
    if (known?.texts === texts) return this.#remember(id, texts, known.beginning);
    try {
      return this.#remember(id, texts, beginningOf(edited(await readSegments(), edits)));
    } catch {
      // Opening it says why; the list shows it anyway.
      return sent;
    }
  }

  #remember(id: string, texts: string, beginning: string): string {
    this.#remembered.delete(id);
    this.#remembered.set(id, { texts, beginning });
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > mostRemembered && oldest !== undefined) this.#remembered.delete(oldest);
    return beginning;
  }
}

/** Segments whose text was emptied are left out. */
const beginningOf = (segments: readonly Segment[]): string =>
  cutText(segments.flatMap(({ text }) => (text === '' ? [] : [text])).join(' '), beginningCharacters);
