import { keysOf } from '../../core/commands/key-rules.ts';
import { keysInText, shownKeys, type ChosenKeys, type KnownCommand } from '../../core/commands/commands.ts';
import { formatList } from '../../lib/format.ts';
import type { Licence } from '#shared/licences.ts';
import { messages } from '#shared/messages/index.ts';

/** A piece of a sentence: plain, a name on the screen, keys to press, or the title of a topic in the section `to`, which it leads to. */
type Piece = { kind: 'text' | 'label' | 'keys'; text: string } | { kind: 'link'; text: string; to: string };
export type Sentence = readonly Piece[];

/** A row of a table: keys and what they do, or a word and what it means. */
export interface Row {
  term: string;
  meaning: string;
  /** A long text, folded. */
  details?: string;
}

export interface Topic {
  /** Empty for the introduction of its section. */
  title: string;
  /** What else the search finds it by. */
  searchWords?: string;
  text: readonly Sentence[];
  steps: readonly Sentence[];
  /** Rows are found one by one. `keys` are shown as keys. */
  table?: { kind: 'keys' | 'words'; rows: readonly Row[] };
}

export interface Section {
  id: string;
  group: keyof typeof messages.help.groups;
  title: string;
  topics: readonly Topic[];
}

/** Where the keys of a section come from: areas (`takes`) and single commands (`sound.play`) of the command registry. */
const commandsOfSection: Readonly<Partial<Record<string, readonly string[]>>> = {
  narration: ['speech', 'repair', 'script', 'cast', 'sound', 'takes', 'pickups', 'chapters', 'export'],
  voices: ['voices'],
  clone: ['clone'],
  design: ['design'],
  live: ['live'],
  'lip-sync': ['lip-sync', 'players'],
  dubbing: ['dubbing', 'dub', 'players'],
  transcribe: ['transcribe'],
  'images-video': ['media'],
  jobs: ['jobs'],
  keyboard: ['sound.play', 'sound.stop', 'edit', 'project', 'go', 'view', 'window', 'service', 'help'],
};

/** True where some section lists the keys of the command. */
export const isInHelp = (commandId: string): boolean => Object.keys(commandsOfSection).some((sectionId) => belongsTo(sectionId, commandId));

function belongsTo(sectionId: string, commandId: string): boolean {
  return (commandsOfSection[sectionId] ?? []).some((one) => commandId === one || commandId.startsWith(`${one}.`));
}

const allKeys = (command: KnownCommand, chosen: ChosenKeys): string =>
  formatList(
    keysOf(command, chosen).map((one) => shownKeys(one)),
    'or',
  );

/** The whole help, with the keys that commands have now. */
export function helpSections(known: ReadonlyMap<string, KnownCommand>, chosen: ChosenKeys, licences: readonly Licence[]): Section[] {
  const keysOfId = (id: string, isInText: boolean): string => {
    const command = known.get(id);
    const keys = command ? keysOf(command, chosen) : [];
    return shownKeys(isInText ? keysInText(keys) : keys[0]);
  };
  const sentence = (text: string): Sentence => parseSentence(text, keysOfId);
  const sections = messages.help.sections.map(({ id, group, title, intro, topics }): Section => {
    const rows = [...known.values()]
      .filter((command) => belongsTo(id, command.id) && keysOf(command, chosen).length > 0)
      .map((command) => ({ term: allKeys(command, chosen), meaning: command.title }));
    return {
      id,
      group,
      title,
      topics: [
        { title: '', text: [sentence(intro)], steps: [] },
        ...topics.map(({ title: name, searchWords = '', text = [], steps = [] }) => ({
          title: name,
          searchWords,
          text: text.map(sentence),
          steps: steps.map(sentence),
        })),
        ...(rows.length > 0 ? [{ title: messages.help.keys, text: [], steps: [], table: { kind: 'keys' as const, rows } }] : []),
      ],
    };
  });
  return [
    ...sections,
    {
      id: 'glossary',
      group: 'more',
      title: messages.help.glossary,
      topics: [
        { title: '', text: [sentence(messages.help.whatTheWordsMean)], steps: [] },
        { title: '', text: [], steps: [], table: { kind: 'words', rows: messages.help.terms } },
      ],
    },
    {
      id: 'licences',
      group: 'more',
      title: messages.help.licences,
      topics: [
        { title: '', text: messages.help.whatLicencesAre.map(sentence), steps: [] },
        ...(licences.length > 0 ? [{ title: '', text: [], steps: [], table: { kind: 'words' as const, rows: licences.map(rowOf) } }] : []),
      ],
    },
  ];
}

const rowOf = ({ name, version, licence, holds, text }: Licence): Row => ({
  term: `${name} ${version}`,
  meaning: holds.length === 0 ? licence : messages.help.holds(licence, formatList([...holds], 'and')),
  ...(text !== '' && { details: text }),
});

/**
 * Parts `**Label**`, `{command.id}` and `[Title of a topic](#section)` from the text around them; `{in-text:command.id}` stands for the key that works while the caret is in text. A
 * command without keys is left out; so are the dots of a label, which a sentence does not say.
 */
export function parseSentence(text: string, keysOfId: (id: string, isInText: boolean) => string): Sentence {
  return text.split(/(\*\*[^*]+\*\*|\{(?:in-text:)?[\w.-]+\}|\[[^\]]+\]\(#[\w-]+\))/u).flatMap((part): Piece[] => {
    const link = /^\[(?<title>[^\]]+)\]\(#(?<to>[\w-]+)\)$/u.exec(part)?.groups;
    if (link) return [{ kind: 'link', text: link['title'] ?? '', to: link['to'] ?? '' }];
    if (part.startsWith('**')) return [{ kind: 'label', text: part.slice(2, -2).replace(/…$/u, '') }];
    if (part.startsWith('{')) {
      const isInText = part.startsWith('{in-text:');
      const keys = keysOfId(part.slice(isInText ? '{in-text:'.length : 1, -1), isInText);
      return keys === '' ? [] : [{ kind: 'keys', text: keys }];
    }
    return part === '' ? [] : [{ kind: 'text', text: part }];
  });
}
