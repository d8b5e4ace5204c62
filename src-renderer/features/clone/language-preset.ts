import { areLanguagesChosen, presetLanguages } from '#shared/clone/languages.ts';
import { ownLanguage } from '#shared/messages/index.ts';
import type { StudioClient } from '../../core/host/client.ts';
import type { StudioStore } from '../../core/studio/studio-store.ts';
import { findTextLanguages } from '../../core/voices/text-languages.ts';
import type { CloneStore } from './clone-store.ts';

export interface LanguagePresetDependencies {
  client: StudioClient;
  clone: Pick<CloneStore, 'store' | 'changeForm'>;
  studio: Pick<StudioStore, 'store' | 'knownVoices'>;
  /** The language of the computer, as a BCP 47 tag. */
  systemLanguage: () => string;
}

/** Fills in the language of the voice as long as the person has not chosen one: a voice that exists keeps its language. */
export class LanguagePreset {
  readonly #deps: LanguagePresetDependencies;
  /** A transcript, and the language that it is plainly in. */
  #transcript: { text: string; language: string | undefined } = { text: '', language: undefined };
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(dependencies: LanguagePresetDependencies) {
    this.#deps = dependencies;
  }

  /** Returns what ends it. */
  readonly watchLanguage = (): (() => void) => {
    const { clone, studio } = this.#deps;
    const follow = (): void => {
      this.#readTranscript();
      this.#fillIn();
    };
    const ends = [clone.store.subscribe(follow), studio.store.subscribe(follow)];
    follow();
    return () => {
      clearTimeout(this.#rest);
      for (const end of ends) end();
    };
  };

  #fillIn(): void {
    const { clone, studio, systemLanguage } = this.#deps;
    const draft = clone.store.getState();
    const voices = studio.knownVoices();
    if (draft.status !== 'ready' || draft.made !== null || draft.sending !== undefined || voices.length === 0) return;
    if (areLanguagesChosen(draft.form)) return;
    const system = systemLanguage();
    const languages = presetLanguages(draft, { transcript: this.#transcript.language, own: [ownLanguage(system), system] }, voices);
    if (languages.join() !== draft.form.languages.join()) clone.changeForm({ languages, languagesAreChosen: false });
  }

  /** Once the typing rests. */
  #readTranscript(): void {
    const text = this.#deps.clone.store.getState().form.referenceText.trim();
    if (text === this.#transcript.text) return;
    this.#transcript = { text, language: text === '' ? undefined : this.#transcript.language };
    clearTimeout(this.#rest);
    if (text !== '') this.#rest = setTimeout(() => void this.#findLanguage(text), restMs);
  }

  async #findLanguage(text: string): Promise<void> {
    const [language] = (await findTextLanguages(this.#deps.client, [text], new AbortController().signal)) ?? [];
    if (this.#transcript.text !== text) return;
    this.#transcript = { text, language: language ?? undefined };
    this.#fillIn();
  }
}

/** How long typing rests before its language is looked for, in milliseconds. */
const restMs = 400;
