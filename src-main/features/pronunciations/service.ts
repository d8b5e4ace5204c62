import { formatPronunciations } from '#shared/narration/pronunciation-csv.ts';
import type { Services } from '#shared/operations/index.ts';
import { messages } from '#shared/messages/index.ts';
import type { Log } from '../../infra/platform.ts';
import { ThreadClient } from '../../infra/thread-call.ts';
import { threadUrl } from '../../infra/threads.ts';
import type { Exports } from '../../library/exports.ts';
import type { LocalVoiceThread } from './local-voice-thread.ts';

/** How words are said, for the window: heard at once, and written as CSV. */
export class Pronunciations {
  readonly #exports: Pick<Exports, 'text'>;
  readonly #log: Log;
  #thread: ThreadClient<LocalVoiceThread> | undefined;

  constructor({ exports, log }: { exports: Pick<Exports, 'text'>; log: Log }) {
    this.#exports = exports;
    this.#log = log;
  }

  readonly services: Pick<Services, 'pronunciations.hear' | 'pronunciations.export'> = {
    'pronunciations.hear': async ({ text, language }) => ({ wav: new Uint8Array(await this.#voice().call('hear', text, language)) }),
    'pronunciations.export': async ({ entries, path, overwrite }, { signal }) => {
      const content = new TextEncoder().encode(formatPronunciations(entries));
      const file = { name: messages.voicing.csvName, type: 'text/csv; charset=utf-8', path, overwrite };
      const { name, path: written, url } = await this.#exports.text(file, [content], signal);
      return { name, path: written, url };
    },
  };

  /** Started when something is heard first. */
  #voice(): ThreadClient<LocalVoiceThread> {
    if (this.#thread?.alive !== true) {
      const onUnexpected = (text: string, facts: Record<string, unknown>): void => this.#log.error(text, facts);
      this.#thread = new ThreadClient<LocalVoiceThread>(threadUrl('local-voice-thread'), { name: 'pronunciations', onUnexpected });
    }
    return this.#thread;
  }

  async close(): Promise<void> {
    await this.#thread?.close();
  }
}
