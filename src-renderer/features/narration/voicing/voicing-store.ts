import { create } from 'zustand';
import type { Failure } from '#shared/failure.ts';
import type { BlockId, ChapterId } from '#shared/ids.ts';
import type { Aside } from '#shared/narration/aside.ts';
import { countSpeech, proposeAttributions, readSpeakerOf, type AttributedSpeaker } from '#shared/narration/attributions.ts';
import { findByName, maximumCharacters, withCharacters, type Character } from '#shared/narration/cast.ts';
import { Transform } from '@tiptap/pm/transform';
import { blocksOf } from '#shared/narration/document.ts';
import { countSpeechParts } from '#shared/narration/speech-parts.ts';
import { assignSpeech, assignWords } from '#shared/narration/split.ts';
import {
  comparePronunciations,
  pronunciationKey,
  pronunciationSchema,
  replayPronunciations,
  sameWritten,
  withPronunciations,
  type Pronunciation,
} from '#shared/narration/pronunciation.ts';
import type { ProjectDefaults } from '#shared/narration/shape.ts';
import { findSpeakers, readSpeaker } from '#shared/narration/speakers.ts';
import { sampleRate } from '#shared/narration/take.ts';
import { buildTimeline } from '#shared/narration/chapter-timeline.ts';
import { countReplacements } from '#shared/narration/count-replacements.ts';
import { findNewlyStale } from '#shared/narration/made-stale.ts';
import { messages } from '#shared/messages/index.ts';
import { attempt } from '../../../core/host/attempt.ts';
import type { StudioClient } from '../../../core/host/client.ts';
import { findTextLanguages } from '../../../core/voices/text-languages.ts';
import { nearCastColours } from '../../../core/voices/speaker-colour.ts';
import type { ProjectStore } from '../../../core/project/project-store.ts';
import type { StudioStore } from '../../../core/studio/studio-store.ts';
import type { toast, toastFailure } from '../../../lib/toast.tsx';
import type { RangeInBlock, ScriptMenuPlace } from '../script/caret.ts';
import type { WantedText } from './unspoken-languages.ts';

/** An entry as it is written, and the table that it is for. */
export interface EntryDraft {
  written: string;
  spoken: string;
  language: string | null;
  voice: string | null;
  shared: boolean;
}

/** What a change of the cast or the pronunciations would come to. */
export interface ChangePreview {
  matches: number;
  blocks: number;
  stale: number;
  /** `null` while no price is known. */
  credits: number | null;
}

interface VoicingState {
  /** The menu of the script: where it is open, and for what. */
  menu: ScriptMenuPlace | undefined;
  /** The dialog of pronunciations: what it begins with. */
  entry: EntryDraft | undefined;
  /** A change of a voice that is asked about. */
  recast: { character: Character; change: CharacterChange; preview: ChangePreview } | undefined;
  /** Names that were pasted before what they say, and are offered as characters. */
  found: readonly string[];
  /** Who the sentences of the text say speaks, while a person chooses of them. */
  proposed: readonly AttributedSpeaker[] | undefined;
  /** The character that was just added: its name takes the focus. */
  naming: string | undefined;
  /** The character whose voice is to be chosen next: its field takes the focus. */
  casting: string | undefined;
}

/** What shapes the sound of a character. */
export type CharacterChange = Partial<Pick<Character, 'voiceId' | 'modelId' | 'controls'>>;

const nothing: VoicingState = {
  menu: undefined,
  entry: undefined,
  recast: undefined,
  found: [],
  proposed: undefined,
  naming: undefined,
  casting: undefined,
};

export interface VoicingDependencies {
  client: StudioClient;
  project: Pick<
    ProjectStore,
    'store' | 'openManuscript' | 'updateProject' | 'setBlocks' | 'edit' | 'flushProject' | 'onReplay' | 'sayReplay'
  >;
  studio: Pick<StudioStore, 'store' | 'updateSettings'>;
  toast: typeof toast;
  toastFailure: typeof toastFailure;
}

/** Who speaks the blocks of the project, and how its words are said. */
export class VoicingStore {
  readonly store = create<VoicingState>(() => nothing);
  readonly #deps: VoicingDependencies;
  /** Names that were offered in a project, and are not offered again. */
  #offered = new Set<string>();

  constructor(dependencies: VoicingDependencies) {
    this.#deps = dependencies;
  }

  /** The languages of texts by their voices, each where it is plain. */
  readonly findLanguages = async (texts: readonly WantedText[], signal: AbortSignal): Promise<ReadonlyMap<string, string> | undefined> => {
    const languages = await findTextLanguages(
      this.#deps.client,
      texts.map(({ text }) => text),
      signal,
    );
    return languages && new Map(texts.flatMap(({ voiceId }, index) => (languages[index] == null ? [] : [[voiceId, languages[index]]])));
  };

  readonly openMenu = (menu: ScriptMenuPlace): void => this.store.setState({ menu });
  readonly closeMenu = (): void => this.store.setState({ menu: undefined });
  /** Begins with what the tables say of the word, if they do: the project's before the one for all, what is for any voice and language before the rest. */
  readonly openEntry = (written: string): void => {
    const known = [false, true].flatMap((shared) => {
      const found = this.tableOf(shared).filter((entry) => sameWritten(entry.written, written));
      const entry = found.find(({ voice, language }) => voice === null && language === null) ?? found[0];
      return entry ? [{ ...entry, shared }] : [];
    });
    const [entry = { written, spoken: '', language: null, voice: null, shared: false }] = known;
    this.store.setState({ entry, menu: undefined });
  };
  readonly closeEntry = (): void => this.store.setState({ entry: undefined });

  /** The table of the project, or the one for all. */
  readonly tableOf = (shared: boolean): readonly Pronunciation[] => {
    const { details } = this.#deps.project.store.getState();
    return (shared ? details?.sharedPronunciations : details?.pronunciations) ?? [];
  };

  /** What saving the entry would come to; `undefined` where it is not whole yet, or the question was given up. */
  readonly previewEntry = async (
    draft: EntryDraft,
    replaced: Pronunciation | undefined,
    signal: AbortSignal,
  ): Promise<ChangePreview | undefined> => {
    const entry = readEntry(draft);
    const { details } = this.#deps.project.store.getState();
    if (!entry || !details) return undefined;
    const table = this.#tableWith(draft.shared, entry, replaced);
    const changed = draft.shared ? { sharedPronunciations: table } : { pronunciations: table };
    const counted = countReplacements(this.#documents(), { ...details, ...changed }, (found) => found.entry === entry);
    return this.#preview(changed, { matches: counted.matches, blocks: counted.blocks.size }, signal);
  };

  /** Adds the entry in place of `replaced`. */
  readonly saveEntry = async (draft: EntryDraft, replaced: Pronunciation | undefined): Promise<Failure | undefined> => {
    const entry = readEntry(draft);
    return entry && this.saveTable(draft.shared, this.#tableWith(draft.shared, entry, replaced));
  };

  readonly removeEntry = (shared: boolean, entry: Pronunciation): Promise<Failure | undefined> =>
    this.saveTable(
      shared,
      this.tableOf(shared).filter((other) => other !== entry),
    );

  /** As one act that can be undone. */
  readonly saveTable = async (shared: boolean, table: Pronunciation[]): Promise<Failure | undefined> => {
    const open = this.#deps.project.openManuscript();
    const change = comparePronunciations(this.tableOf(shared), table);
    const failure = await this.#storeTable(shared, table);
    if (failure) return failure;
    const isSame = this.#deps.project.openManuscript() === open;
    if (isSame && change.before.length + change.after.length > 0) open?.recordAside({ kind: 'pronunciations', shared, ...change });
    return undefined;
  };

  async #storeTable(shared: boolean, table: Pronunciation[]): Promise<Failure | undefined> {
    if (!shared) return this.#deps.project.updateProject({ pronunciations: table });
    const answer = await attempt(async () => this.#deps.studio.updateSettings({ pronunciations: table }));
    return answer.ok ? undefined : answer.failure;
  }

  /** Follows Undo and Redo: the table is nowhere in sight, so what became of it is said. */
  readonly watchVoicing = (): (() => void) =>
    this.#deps.project.onReplay((aside, how) => {
      if (aside.kind !== 'pronunciations') return;
      const entries = aside.before.length > 0 ? aside.before : aside.after;
      const what =
        entries.length === 1
          ? messages.voicing.pronunciationOf(entries[0]?.written ?? '')
          : messages.voicing.pronunciationCount(entries.length);
      this.#deps.project.sayReplay(how, what);
      void this.#storeTable(aside.shared, replayPronunciations(this.tableOf(aside.shared), aside)).then((failure) => {
        if (failure) this.#deps.toastFailure(failure);
      });
    });

  /** A WAV file of this machine's own voice. */
  readonly hear = (text: string, language: string | null) =>
    attempt(() => this.#deps.client.run('pronunciations.hear', { text, language }));

  readonly exportTable = (shared: boolean) =>
    attempt(() => this.#deps.client.run('pronunciations.export', { entries: [...this.tableOf(shared)] }));

  #tableWith(shared: boolean, entry: Pronunciation, replaced: Pronunciation | undefined): Pronunciation[] {
    const others = this.tableOf(shared).filter((other) => other !== replaced && pronunciationKey(other) !== pronunciationKey(entry));
    return withPronunciations(others, [entry]);
  }

  #documents() {
    const open = this.#deps.project.openManuscript();
    return open ? open.chapterIds.map((id) => open.document(id)) : [];
  }

  async #preview(
    changed: Partial<Pick<ProjectDefaults, 'pronunciations' | 'sharedPronunciations'>> & { cast?: Character[] },
    counted: Pick<ChangePreview, 'matches' | 'blocks'>,
    signal: AbortSignal,
  ): Promise<ChangePreview | undefined> {
    const { details, takes } = this.#deps.project.store.getState();
    const open = this.#deps.project.openManuscript();
    if (!details || !open) return undefined;
    const connectionId = this.#deps.studio.store.getState().connection?.id ?? '';
    const after = { ...details, ...changed };
    const preview: ChangePreview = { ...counted, stale: 0, credits: 0 };
    if (await this.#deps.project.flushProject()) return undefined;
    for (const chapterId of open.chapterIds) {
      const document = open.document(chapterId);
      const blockIds = findNewlyStale({ document, defaults: details }, { document, defaults: after }, { takes, connectionId });
      if (blockIds.length === 0) continue;
      preview.stale += blockIds.length;
      const credits = await this.#priceOf(chapterId, blockIds, changed, signal);
      preview.credits = preview.credits === null || credits === null ? null : preview.credits + credits;
      if (signal.aborted) return undefined;
    }
    return preview;
  }

  async #priceOf(
    chapterId: ChapterId,
    blockIds: BlockId[],
    changed: Partial<ProjectDefaults>,
    signal: AbortSignal,
  ): Promise<number | null> {
    const projectId = this.#deps.project.store.getState().details?.projectId ?? '';
    const { cast, pronunciations, sharedPronunciations } = changed;
    const as = {
      ...(cast && { cast: [...cast] }),
      ...(pronunciations && { pronunciations: [...pronunciations] }),
      ...(sharedPronunciations && { sharedPronunciations: [...sharedPronunciations] }),
    };
    const answer = await attempt(() =>
      this.#deps.client.run('speech.estimate', { projectId, chapterId, blockIds, changed: as }, { signal }),
    );
    return answer.ok ? answer.value.credits : null;
  }

  get #cast(): readonly Character[] {
    return this.#deps.project.store.getState().details?.cast ?? [];
  }

  /** So that nobody of the cast looks like the narrator. */
  get #takenColours(): readonly number[] {
    return nearCastColours(this.#deps.project.store.getState().details?.voiceId ?? null);
  }

  /** As one act that can be undone. */
  async #saveCast(cast: Character[]): Promise<boolean> {
    this.#deps.project.openManuscript()?.recordAside(this.#becomes(cast));
    return this.#storeCast(cast);
  }

  /** That the cast becomes this one, for undo. */
  #becomes(cast: readonly Character[]): Aside {
    return { kind: 'project', before: { cast: [...this.#cast] }, after: { cast: [...cast] } };
  }

  /** Whether it is saved. */
  async #storeCast(cast: Character[]): Promise<boolean> {
    const failure = await this.#deps.project.updateProject({ cast });
    if (failure) this.#deps.toastFailure(failure);
    return failure === undefined;
  }

  readonly addCharacter = (): void => {
    const made = this.#withNewCharacter();
    if (!made) return;
    const naming = made.character.id;
    this.store.setState({ naming });
    void this.#saveCast(made.cast).then((isSaved) => {
      // A character that is not there has no name to give.
      if (!isSaved && this.store.getState().naming === naming) this.store.setState({ naming: undefined });
    });
  };

  /** The cast with one more, who has a name of the list yet; `undefined` where the cast is full. */
  #withNewCharacter(): { cast: Character[]; character: Character } | undefined {
    const cast = this.#cast;
    if (cast.length >= maximumCharacters) return undefined;
    let place = cast.length + 1;
    while (findByName(cast, messages.voicing.newName(place))) place += 1;
    const added = withCharacters(cast, [messages.voicing.newName(place)], this.#takenColours);
    const character = added.at(-1);
    return character && { cast: added, character };
  }

  /** Adds a character and makes it speak the selected blocks, or `words` of one, as one act of undo. */
  readonly assignToNew = async (words?: RangeInBlock): Promise<void> => {
    const { selected } = this.#deps.project.store.getState();
    const made = this.#withNewCharacter();
    if (!made) return;
    const { cast, character } = made;
    const aside = this.#becomes(cast);
    if (!(await this.#storeCast(cast))) return;
    this.store.setState({ naming: character.id });
    if (words) this.assignWords(character, words, aside);
    else this.#assignBlocks(character, selected, aside);
  };

  /** The field of this character's voice in Cast takes the focus, as soon as it is there. */
  readonly castNext = (characterId: string | undefined): void => this.store.setState({ casting: characterId });

  /** The name of the new character has the focus. */
  readonly named = (): void => this.store.setState({ naming: undefined });

  readonly changeCharacter = (id: string, change: Partial<Omit<Character, 'id'>>): void =>
    void this.#saveCast(this.#cast.map((character) => (character.id === id ? { ...character, ...change } : character)));

  /** One that speaks no block. */
  readonly removeCharacter = (id: string): void => void this.#saveCast(this.#cast.filter((character) => character.id !== id));

  /** Gives a character another voice, model or settings; asks first where that makes sound stale. */
  readonly recast = async (character: Character, change: CharacterChange): Promise<void> => {
    const cast = this.#cast.map((one) => (one.id === character.id ? { ...one, ...change } : one));
    const preview = await this.#preview({ cast }, { matches: 0, blocks: 0 }, new AbortController().signal);
    if (preview && preview.stale > 0) this.store.setState({ recast: { character, change, preview } });
    else await this.#saveCast(cast);
  };

  readonly answerRecast = (goOn: boolean): void => {
    const { recast } = this.store.getState();
    this.store.setState({ recast: undefined });
    if (recast && goOn) this.changeCharacter(recast.character.id, recast.change);
  };

  /** Makes a character speak the selected blocks; `null`: nobody of the cast. One act of undo. */
  readonly assign = (character: Character | null): void => this.#assignBlocks(character, this.#deps.project.store.getState().selected);

  #assignBlocks(character: Character | null, blockIds: readonly BlockId[], aside?: Aside): void {
    if (blockIds.length === 0) return;
    this.#deps.project.setBlocks(blockIds, () => ({ characterId: character?.id ?? null }), aside);
    this.#sayAssigned(character, blockIds.length);
  }

  /**
   * Makes a character speak words of a block of the shown chapter, as one act of undo, with what is changed `aside`. Answers with the block that has
   * them alone then.
   */
  readonly assignWords = (character: Character | null, words: RangeInBlock, aside?: Aside): BlockId => {
    let { blockId } = words;
    this.#deps.project.edit(
      (transform) => {
        const block = blocksOf(transform.doc).find(({ attributes }) => attributes.id === blockId);
        if (block && block.attributes.characterId !== (character?.id ?? null))
          blockId = assignWords(transform, block, words, character?.id ?? null);
      },
      'inspector',
      aside,
    );
    this.#sayAssigned(character, this.#deps.project.store.getState().selected.length);
    return blockId;
  };

  #sayAssigned(character: Character | null, blocks: number): void {
    this.#deps.toast(
      messages.voicing.assigned(character?.name ?? messages.voicing.noCharacter, blocks),
      '',
      this.#deps.project.openManuscript()?.undoOfLast(),
    );
  }

  /** Of each character: its blocks, and the minutes of their sound. */
  readonly castFigures = (): ReadonlyMap<string, { blocks: number; seconds: number }> => {
    const { details, takes } = this.#deps.project.store.getState();
    const connectionId = this.#deps.studio.store.getState().connection?.id ?? '';
    const figures = new Map<string, { blocks: number; seconds: number }>();
    if (!details) return figures;
    for (const document of this.#documents())
      for (const { node, heard } of buildTimeline(document, takes, details, connectionId).facts) {
        const id = node.attrs['characterId'] as string | null;
        if (id === null) continue;
        const { blocks, seconds } = figures.get(id) ?? { blocks: 0, seconds: 0 };
        figures.set(id, { blocks: blocks + 1, seconds: seconds + (heard?.take.samples ?? 0) / sampleRate });
      }
    return figures;
  };

  /** Looks in all chapters for who the sentences say speaks, in blocks that nobody of the cast speaks. `apart`: short names that a person keeps apart. */
  readonly findInText = (apart: readonly string[] = []): void => {
    const blocks = this.#documents().flatMap((document) => blocksOf(document));
    const texts = blocks.flatMap(({ text, attributes }) => (attributes.characterId === null ? [text] : []));
    this.store.setState({ proposed: proposeAttributions(texts, { cast: this.#cast.map(({ name }) => name), apart }) });
  };

  /** By a name that the text has: the blocks that its speech would be, and those of now that have audio, which their speech would need again. */
  readonly speechFigures = (splitsSpeech: boolean): ((name: string) => { blocks: number; sounding: number }) => {
    const { details, takes } = this.#deps.project.store.getState();
    const connectionId = this.#deps.studio.store.getState().connection?.id ?? '';
    const timelines = details ? this.#documents().map((document) => buildTimeline(document, takes, details, connectionId)) : [];
    const spoken = timelines.flatMap(({ facts }) => facts.filter(({ node }) => node.attrs['characterId'] === null));
    return countSpeech(
      spoken.map(({ node, heard }) => ({ text: node.textContent, sounds: heard !== undefined })),
      splitsSpeech,
      this.store.getState().proposed ?? [],
    );
  };

  /** Makes a short form of a name that is proposed a speaker of its own, or the same as who has the whole name. */
  readonly keepApart = (name: string, isApart: boolean): void => {
    const apart = (this.store.getState().proposed ?? []).flatMap(({ shorter }) => shorter.filter((other) => other.isApart));
    const names = apart.map((other) => other.name).filter((one) => one !== name);
    this.findInText(isApart ? [...names, name] : names);
  };

  readonly closeProposal = (): void => this.store.setState({ proposed: undefined });

  /**
   * The names become characters, and speak the blocks whose speech is theirs alone, in all chapters; with `splitsSpeech`, what is quoted in them, and the
   * rest is a block of the narrator’s in the same paragraph. One act; no text changes.
   */
  readonly assignProposed = async (names: readonly string[], splitsSpeech: boolean): Promise<void> => {
    const open = this.#deps.project.openManuscript();
    const speakerOf = readSpeakerOf((this.store.getState().proposed ?? []).filter(({ name }) => names.includes(name)));
    this.closeProposal();
    if (!open || names.length === 0) return;
    const cast = withCharacters(this.#cast, names, this.#takenColours);
    const aside = this.#becomes(cast);
    if (!(await this.#storeCast(cast))) return;
    const wanted = names.flatMap((name) => findByName(cast, name) ?? []);
    let assigned = 0;
    const changes = open.chapterIds.flatMap((chapterId) => {
      const transform = new Transform(open.document(chapterId));
      for (const block of blocksOf(transform.doc).toReversed()) {
        const speaker = block.attributes.characterId === null ? speakerOf(block.text) : undefined;
        const character = speaker === undefined ? undefined : findByName(wanted, speaker);
        if (!character) continue;
        assigned += splitsSpeech ? countSpeechParts(block.text) : 1;
        if (splitsSpeech) assignSpeech(transform, block, character.id);
        else transform.setNodeAttribute(block.position, 'characterId', character.id);
      }
      return transform.steps.length === 0 ? [] : [{ chapterId, steps: transform.steps, before: transform.docs, document: transform.doc }];
    });
    if (changes.length === 0) open.recordAside(aside);
    else open.commit(changes, { source: 'inspector', aside });
    this.#deps.toast(messages.voicing.speakersAdded(names.length, assigned), '', open.undoOfLast());
  };

  /** Offers the speakers of pasted paragraphs as characters, each once. */
  readonly offerSpeakers = (texts: readonly string[]): void => {
    const names = findSpeakers(
      texts,
      this.#cast.map(({ name }) => name),
    ).filter((name) => !this.#offered.has(name));
    for (const name of names) this.#offered.add(name);
    if (names.length > 0) this.store.setState({ found: names });
  };

  readonly dismissSpeakers = (): void => this.store.setState({ found: [] });

  /** The names become characters, and leave the text of the shown chapter. */
  readonly acceptSpeakers = async (): Promise<void> => {
    const { found } = this.store.getState();
    this.store.setState({ found: [] });
    const cast = withCharacters(this.#cast, found, this.#takenColours);
    const aside = this.#becomes(cast);
    if (!(await this.#storeCast(cast))) return;
    const wanted = new Set(found.map((name) => findByName(cast, name)));
    this.#deps.project.edit(
      (transform) => {
        for (const { attributes, text, position } of blocksOf(transform.doc).toReversed()) {
          const speaker = readSpeaker(text);
          const character = speaker && findByName(cast, speaker.name);
          if (!speaker || !character || !wanted.has(character)) continue;
          if (attributes.characterId !== character.id) transform.setNodeAttribute(position, 'characterId', character.id);
          transform.delete(position + 1, position + 1 + text.length - speaker.text.length);
        }
      },
      'inspector',
      aside,
    );
  };
}

function readEntry({ written, spoken, language, voice }: EntryDraft): Pronunciation | undefined {
  return pronunciationSchema.safeParse({ written, spoken, language, voice }).data;
}
