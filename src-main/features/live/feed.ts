import { fail } from '#shared/failure.ts';
import { liveLimits } from '#shared/live.ts';
import { message } from '#shared/messages/message.ts';

/** One text that is sent as one segment. */
export interface Phrase {
  id: string;
  text: string;
}

/** Phrases that wait to be sent, in their order; bounded, and still a person's to change. */
export class Feed {
  readonly #waiting: Phrase[] = [];
  readonly #seen = new Set<string>();
  #characters = 0;
  #ended = false;
  #changed: (() => void)[] = [];

  /** No more will come. */
  get ended(): boolean {
    return this.#ended && this.#waiting.length === 0;
  }

  /** The text that goes next. */
  get first(): string | undefined {
    return this.#waiting[0]?.text;
  }

  get ids(): string[] {
    return this.#waiting.map((phrase) => phrase.id);
  }

  /** Fails with `invalid-input` or `overloaded`; the phrase is then not taken. */
  say(phrase: Phrase): void {
    if (this.#ended) throw fail('invalid-input', message('live.finishing'), { field: 'type' });
    if (phrase.text.trim() === '') throw fail('invalid-input', message('live.nothingToSay'), { field: 'text' });
    if (this.#seen.has(phrase.id)) throw fail('invalid-input', message('live.phraseIdUsed'), { field: 'id' });
    if (this.#waiting.length >= liveLimits.waitingPhrases || this.#characters + phrase.text.length > liveLimits.waitingCharacters)
      throw fail('overloaded', message('live.tooMuchWaiting'));
    this.#seen.add(phrase.id);
    this.#characters += phrase.text.length;
    this.#waiting.push(phrase);
    this.#wake();
  }

  /** Fails with `conflict` when the phrase has been sent, or is not known. */
  edit({ id, text }: Phrase): void {
    const phrase = this.#waiting.find((one) => one.id === id);
    if (phrase === undefined) throw fail('conflict', message('live.phraseAlreadySent'), { field: 'id' });
    if (text.trim() === '') throw fail('invalid-input', message('live.nothingToSay'), { field: 'text' });
    this.#characters += text.length - phrase.text.length;
    phrase.text = text;
  }

  /** Answers with those that are dropped. */
  drop(ids: readonly string[] = this.ids): string[] {
    const dropped = this.ids.filter((id) => ids.includes(id));
    const kept = this.#waiting.filter((phrase) => !dropped.includes(phrase.id));
    this.#waiting.splice(0, this.#waiting.length, ...kept);
    this.#characters = kept.reduce((sum, phrase) => sum + phrase.text.length, 0);
    this.#wake();
    return dropped;
  }

  shift(): Phrase | undefined {
    const phrase = this.#waiting.shift();
    this.#characters -= phrase?.text.length ?? 0;
    return phrase;
  }

  /** Back to the front: it was not sent after all. */
  unshift(phrase: Phrase): void {
    this.#waiting.unshift(phrase);
    this.#characters += phrase.text.length;
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Settles when there is a phrase, or none will come, or `signal` is aborted. */
  async some(signal: AbortSignal): Promise<void> {
    while (this.#waiting.length === 0 && !this.#ended && !signal.aborted) await this.#change(signal);
  }

  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        this.#changed = this.#changed.filter((one) => one !== wake);
        resolve();
      };
      this.#changed.push(wake);
      signal.addEventListener('abort', wake);
    });
  }

  #wake(): void {
    for (const wake of [...this.#changed]) wake();
  }
}
