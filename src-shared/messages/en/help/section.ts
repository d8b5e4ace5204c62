/**
 * The Help page. In texts, `**${domain.id}**` is a name on the screen, taken from its message so that both change together, and
 * `{command.id}` the keys of a command, and `[Title](#section)` a link to the topic of this title; tests look all of them up. A panel’s section has the panel’s id.
 */
interface HelpTopic {
  readonly title: string;
  /** Words that people type for what it is about, and that do not stand in it. The search counts them as words of its title. */
  readonly searchWords?: string;
  readonly text?: readonly string[];
  /** What to do, in order. */
  readonly steps?: readonly string[];
}

/** What people type (one of the words or groups of words), and the words of Help that are looked for in its place. */
export interface HelpSynonym {
  readonly typed: readonly string[];
  /** Each is one or more words that stand in one topic. */
  readonly means: readonly string[];
}

/** How words of a language change, as far as the search needs it. */
export interface HelpWordForms {
  /** What is left out at the end of a word, the longest first. */
  readonly endings: readonly string[];
  /** The consonants that an ending doubles: `dubbing`. */
  readonly doubled: string;
  /** What stands before a verb, and at the end of the sentence: `aus` of `aussprechen`. */
  readonly prefixes: readonly string[];
  /** What stands between the two: `aus-ge-sprochen`, `aus-zu-sprechen`. */
  readonly infixes: readonly string[];
  /** Stems of verbs that change their vowel, by their other one: `sprich` is `sprech`. */
  readonly stems: Readonly<Record<string, string>>;
}

export interface HelpSection {
  readonly id: string;
  readonly group: 'start' | 'panels' | 'more';
  readonly title: string;
  /** What it is for, in one or two sentences. */
  readonly intro: string;
  readonly topics: readonly HelpTopic[];
}
