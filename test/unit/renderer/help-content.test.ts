import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { german } from '#shared/messages/de/index.ts';
import { english } from '#shared/messages/en/index.ts';
import { messages } from '#shared/messages/index.ts';
import { translations } from '#shared/messages/languages.ts';
import { isInHelp, type Section } from '../../../src-renderer/app/help/content.ts';
import { searchHelp } from '../../../src-renderer/app/help/search.ts';
import { panels } from '../../../src-renderer/app/registry.ts';
import { addWindowCommands } from '../../../src-renderer/app/shell/commands.ts';
import { useCommands } from '../../../src-renderer/core/commands/commands.ts';

/** What the window’s modules look at while they are loaded. */
vi.hoisted(() => {
  vi.stubGlobal('document', { querySelector: () => null, documentElement: { style: {} } });
  vi.stubGlobal('localStorage', { getItem: () => null });
});
vi.mock('../../../src-renderer/core/host/wire.ts', async () => (await import('../../helpers/fake-studio.ts')).hostModule);

const { sections, terms } = messages.help;
const textsOf = ({ intro, topics }: (typeof sections)[number]): string[] => [
  intro,
  ...topics.flatMap(({ title, text = [], steps = [] }) => [title, ...text, ...steps]),
];
const texts = sections.flatMap(textsOf);
/** The names on the screen that a text of Help has: `**Label**`. */
const findLabels = (text: string): string[] => [...text.matchAll(/\*\*([^*]+)\*\*/gu)].map(([, label = '']) => label);

/** Adds the commands of the window and of each panel, as the window does at its start. */
beforeAll(() => {
  addWindowCommands();
  for (const { commands } of panels) commands?.()();
});

/** Everything in an object and in the objects that it holds. */
const valuesIn = (object: object): unknown[] =>
  Object.values(object).flatMap((value: unknown) => (typeof value === 'object' && value !== null ? valuesIn(value) : [value]));

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const sourcesOfHelp = translations.flatMap((each) => globSync(`src-shared/messages/${each}/help/!(section).ts`, { cwd: root }));

/** The messages that the window shows as text or as the name of an icon, and not as a name for screen readers alone. */
function findShownMessages(): Set<string> {
  const shown = new Set<string>();
  for (const path of globSync('src-renderer/**/*.{ts,tsx}', { cwd: root })) {
    const source = read(path);
    const domains = new Map([...source.matchAll(/const (\w+) = messages\.(\w+);/gu)].map(([, name = '', domain = '']) => [name, domain]));
    for (const { 1: given, 2: name = '', 3: id = '', index } of source.matchAll(/(?:\bmessages\.(\w+)|\b(\w+))\.(\w+)/gu)) {
      const domain = given ?? domains.get(name);
      const isName = /(?<!<ActionIcon )aria-label=\{[^{}]*$/u.test(source.slice(Math.max(0, index - 80), index));
      if (domain !== undefined && !isName) shown.add(`${domain}.${id}`);
    }
  }
  return shown;
}

describe('Help', () => {
  it.each(translations)('has a picture of every panel in both themes in %s, and all of them together are small', (each) => {
    const folder = join(import.meta.dirname, '../../../assets/help', each);
    const wanted = ['start', ...panels.map(({ id }) => id)].flatMap((id) => [`${id}-dark.webp`, `${id}-light.webp`]);
    expect(readdirSync(folder).toSorted()).toEqual(wanted.toSorted());
    const bytes = wanted.map((name) => statSync(join(folder, name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2.5e6);
  });

  it('has a section for every panel, in the order of the rail, of its name and with at least one topic', () => {
    const ofPanels = sections.filter(({ group }) => group === 'panels');
    expect(ofPanels.map(({ id, title }) => ({ id, title }))).toEqual(panels.map(({ id, name }) => ({ id, title: name })));
    for (const { topics } of ofPanels) expect(topics.length).toBeGreaterThan(0);
  });

  it('explains 10 to 30 words once each, in the order of the alphabet', () => {
    const words = terms.map(({ term }) => term);
    expect(words.length).toBeGreaterThanOrEqual(10);
    expect(words.length).toBeLessThanOrEqual(30);
    expect(words).toEqual([...new Set(words)].sort((one, other) => one.localeCompare(other, 'en')));
  });

  it('lists the keys of every command of the window and of the panels', () => {
    const withKeys = [...useCommands.getState().known.values()].filter(({ keys }) => keys.length > 0).map(({ id }) => id);
    expect(withKeys).toEqual(
      expect.arrayContaining(['help.open', 'takes.compare', 'dub.add', 'players.on', 'clone.record', 'chapters.list']),
    );
    const missing = withKeys.filter((id) => !isInHelp(id));
    expect(missing, 'Add the area of these commands to commandsOfSection in src-renderer/app/help/content.ts').toEqual([]);
  });

  it('names keys only of commands that there are and that have keys', () => {
    const { known } = useCommands.getState();
    const named = texts.flatMap((text) => [...text.matchAll(/\{(?:in-text:)?([\w.-]+)\}/gu)].map(([, id = '']) => id));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((id) => (known.get(id)?.keys.length ?? 0) === 0)).toEqual([]);
  });

  it('names things on the screen as they are called there', () => {
    const { help, ...others } = messages;
    const onScreen = new Set<unknown>(valuesIn(others));
    const named = sections.flatMap((section) =>
      textsOf(section).flatMap((text) => findLabels(text).map((label) => ({ section: section.id, label }))),
    );
    expect(named.length).toBeGreaterThan(50);
    expect(help.help).toBe('Help');
    const unknown = named.filter(({ label }) => !onScreen.has(label));
    expect(unknown.map(({ section, label }) => `section ${section}: no message has this text: ${label}`)).toEqual([]);
  });

  it.each([english.help, german.help])('links only to topics that there are', ({ sections: all }) => {
    const links = all.flatMap(textsOf).flatMap((text) => [...text.matchAll(/\[(?<title>[^\]]+)\]\(#(?<to>[\w-]+)\)/gu)]);
    const titles = (id: string | undefined): string[] => all.find((one) => one.id === id)?.topics.map(({ title }) => title) ?? [];
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(({ groups }) => !titles(groups?.['to']).includes(groups?.['title'] ?? ''))).toEqual([]);
  });

  it.each(sourcesOfHelp)('takes every name on the screen from its message, in %s', (path) => {
    expect(findLabels(read(path)).filter((label) => !/^\$\{[^}]+\}$/u.test(label))).toEqual([]);
  });

  it('names only what can be read on the screen, not what screen readers alone say', () => {
    const shown = findShownMessages();
    const named = sourcesOfHelp.flatMap((path) => {
      const source = read(path);
      const renamed = new Map([...source.matchAll(/import \{ (\w+) as (\w+) \}/gu)].map(([, domain = '', name = '']) => [name, domain]));
      return [...source.matchAll(/\*\*\$\{(\w+)\.(\w+)/gu)].map(([, name = '', id = '']) => `${renamed.get(name) ?? name}.${id}`);
    });
    expect(named.length).toBeGreaterThan(200);
    expect([...new Set(named)].filter((id) => !shown.has(id))).toEqual([]);
  });
});

describe.each([
  {
    language: 'English',
    help: english.help,
    sectionsFirst: [
      { asked: 'voice', section: 'voices' },
      { asked: 'jobs', section: 'jobs' },
      { asked: 'live', section: 'live' },
    ],
    typed:
      'subtitle captions srt refund mp3 price cost money invoice cheap undo redo shortcut hotkeys chapter export download cancel trash backup share ' +
      'volume speed pause emotion pronunciation accent offline internet privacy password login dark theme font zoom error slow queue pdf translate',
    questions: [
      { asked: 'which language does a cloned voice speak', first: 'Clone a voice' },
      { asked: 'can I work offline', first: 'Work without the internet' },
      { asked: 'replace a word in the whole book', first: 'Find and replace' },
      { asked: 'program crashed while generating', first: 'After a crash' },
      { asked: 'how do I change a name everywhere in my manuscript', first: 'Find and replace' },
      { asked: 'the power failed while it was generating, do I pay twice', first: 'After a crash' },
      { asked: 'what does alpha mean', first: 'Alpha, beta, gamma, eta' },
      { asked: 'alpha', first: 'Alpha, beta, gamma, eta' },
      { asked: 'crash', first: 'After a crash' },
      { asked: 'charged twice after crash', first: 'After a crash' },
      { asked: 'mark while typing', first: 'Check takes and mark places' },
      { asked: 'how do I export to ACX', first: 'Export' },
      { asked: 'split a paragraph between two speakers', first: 'Give characters their voices' },
      { asked: 'outcome unknown', first: 'Outcome unknown' },
      { asked: 'mark a mistake while listening', first: 'Check takes and mark places' },
      { asked: 'mark', first: 'Check takes and mark places' },
      { asked: 'cover', first: 'Export' },
      { asked: 'cover image', first: 'Export' },
      { asked: 'typo', first: 'Find and replace' },
      { asked: 'how do I fix a typo', first: 'Find and replace' },
      { asked: 'longer pause', first: 'Listen and edit the audio' },
      { asked: 'pause between paragraphs', first: 'Listen and edit the audio' },
      { asked: 'emotion', first: 'Set the emotion of a voice' },
      { asked: 'opening credits', first: 'Opening and closing credits of a book' },
      { asked: 'closing credits', first: 'Opening and closing credits of a book' },
      { asked: 'retail sample', first: 'Retail sample of a book' },
      { asked: 'mispronounced name', first: 'Say a word another way' },
      { asked: 'delete voice', first: 'Delete a voice' },
      { asked: 'remove my cloned voice', first: 'Delete a voice' },
      { asked: 'how do I delete a designed voice', first: 'Delete a voice' },
      { asked: 'deleting a voice', first: 'Delete a voice' },
      { asked: 'undo', first: 'Undo and restore' },
      { asked: 'how do I undo', first: 'Undo and restore' },
      { asked: 'what can be undone', first: 'Undo and restore' },
      { asked: 'restore something I deleted', first: 'Undo and restore' },
      { asked: 'exporting a chapter', first: 'Export' },
      { asked: 'splitting a block', first: 'Write and arrange blocks' },
      { asked: 'merging segments', first: 'Edit segments' },
      { asked: 'pronouncing a name', first: 'Say a word another way' },
      { asked: 'adding a chapter', first: 'Work with chapters' },
      { asked: 'cloning a voice', first: 'Clone a voice' },
      { asked: 'trash', first: 'Undo and restore' },
      { asked: 'setting a budget', first: 'Set a budget' },
      { asked: 'what does it cost', first: 'Prices' },
      { asked: 'how much does it cost?', first: 'Prices' },
      { asked: 'price', first: 'Prices' },
      { asked: 'export subtitles', first: 'Export a dub' },
      { asked: 'how do I import captions', first: 'Dub on the timeline' },
      { asked: 'translate a video', first: 'Dub on the timeline' },
      { asked: 'try it without an account', first: 'What is free' },
      { asked: 'how do I connect my account', first: 'Connect an account' },
      { asked: 'how do I make an audiobook', first: 'Make your first narration' },
      { asked: 'how do I transcribe a recording', first: 'Transcribe a recording' },
      { asked: 'remove background noise', first: 'Prepare recordings' },
      { asked: 'how do I change the voice', first: 'Use a voice' },
      { asked: 'how do I get my money back', first: 'Refunds' },
      { asked: 'where are my files saved', first: 'Project files' },
      { asked: 'record my own voice', first: 'Clone a voice' },
      { asked: 'make a picture', first: 'Make an image or a video' },
      { asked: 'does it run on my computer', first: 'Add a voice or a recognizer to the local service' },
      { asked: 'how do I speak live', first: 'Speak' },
    ],
  },
  {
    language: 'German',
    help: german.help,
    sectionsFirst: [
      { asked: 'Stimme', section: 'voices' },
      { asked: 'Aufträge', section: 'jobs' },
    ],
    typed:
      'Untertitel Subtitle Erstattung MP3 Preis Kosten Geld Rechnung Abo kaufen rückgängig Tastenkürzel Tastenkombination Shortcut Kapitel Export ' +
      'herunterladen abbrechen Papierkorb sichern Lautstärke Geschwindigkeit Pause Emotion Aussprache Akzent offline Internet Datenschutz Passwort ' +
      'Anmelden dunkel Schrift Fehler langsam Rolle sperren trennen Cloud Speicherplatz übersetzen',
    questions: [
      { asked: 'was bedeutet Alpha', first: 'Alpha, Beta, Gamma, Eta' },
      { asked: 'nach einem Absturz doppelt berechnet', first: 'Nach einem Absturz' },
      { asked: 'wie exportiere ich für ACX', first: 'Exportieren' },
      { asked: 'Ergebnis unbekannt', first: 'Ergebnis unbekannt' },
      { asked: 'einen Fehler beim Anhören markieren', first: 'Takes prüfen und Stellen markieren' },
      { asked: 'Cover', first: 'Exportieren' },
      { asked: 'Titelbild', first: 'Exportieren' },
      { asked: 'Tippfehler', first: 'Suchen und ersetzen' },
      { asked: 'längere Pause', first: 'Audio anhören und bearbeiten' },
      { asked: 'Emotion', first: 'Das Gefühl einer Stimme einstellen' },
      { asked: 'Gefühl', first: 'Das Gefühl einer Stimme einstellen' },
      { asked: 'Vorspann', first: 'Vorspann und Abspann eines Buches' },
      { asked: 'Opening Credits', first: 'Vorspann und Abspann eines Buches' },
      { asked: 'Hörprobe fürs Hörbuch', first: 'Hörprobe eines Buches' },
      { asked: 'geklonte Stimme löschen', first: 'Eine Stimme löschen' },
      { asked: 'Stimme entfernen', first: 'Eine Stimme löschen' },
      { asked: 'Wie lösche ich eine Stimme?', first: 'Eine Stimme löschen' },
      { asked: 'lösche Stimme', first: 'Eine Stimme löschen' },
      { asked: 'Wie spreche ich das aus?', first: 'Ein Wort anders aussprechen' },
      { asked: 'spreche aus', first: 'Ein Wort anders aussprechen' },
      { asked: 'Wie spricht man ein Wort anders aus', first: 'Ein Wort anders aussprechen' },
      { asked: 'Wie füge ich ein Kapitel hinzu?', first: 'Mit Kapiteln arbeiten' },
      { asked: 'Wie füge ich eine Figur hinzu', first: 'Figuren Stimmen geben' },
      { asked: 'Wie füge ich Segmente zusammen?', first: 'Segmente bearbeiten' },
      { asked: 'exportiere als MP3', first: 'Exportieren' },
      { asked: 'wie exportiert man als MP3', first: 'Exportieren' },
      { asked: 'Wie richte ich einen Text aus?', first: 'Einen vorhandenen Text ausrichten' },
      { asked: 'Wie lege ich ein Budget fest?', first: 'Ein Budget festlegen' },
      { asked: 'Wie teile ich einen Block?', first: 'Blöcke schreiben und anordnen' },
      { asked: 'Wie ordne ich Blöcke an?', first: 'Blöcke schreiben und anordnen' },
      { asked: 'klone eine Stimme', first: 'Eine Stimme klonen' },
      { asked: 'Wie nehme ich meine Stimme auf?', first: 'Eine Stimme klonen' },
      { asked: 'wie benenne ich ein Kapitel um', first: 'Mit Kapiteln arbeiten' },
      { asked: 'Papierkorb', first: 'Rückgängig machen und wiederherstellen' },
      { asked: 'rückgängig machen', first: 'Rückgängig machen und wiederherstellen' },
      { asked: 'Wie mache ich etwas rückgängig?', first: 'Rückgängig machen und wiederherstellen' },
      { asked: 'Wie stelle ich Gelöschtes wieder her?', first: 'Rückgängig machen und wiederherstellen' },
      { asked: 'ein Wort im ganzen Buch ersetzen', first: 'Suchen und ersetzen' },
      { asked: 'Programm beim Erzeugen abgestürzt', first: 'Nach einem Absturz' },
      { asked: 'Was kostet das Erzeugen', first: 'Preise' },
      { asked: 'In welcher Sprache spricht die geklonte Stimme', first: 'Eine Stimme klonen' },
      { asked: 'Kann ich offline arbeiten', first: 'Ohne Internet arbeiten' },
      { asked: 'was kostet das', first: 'Preise' },
      { asked: 'Wie viel kostet es?', first: 'Preise' },
      { asked: 'Untertitel exportieren', first: 'Eine Synchronfassung exportieren' },
      { asked: 'Wie importiere ich Untertitel', first: 'Auf der Zeitleiste synchronisieren' },
      { asked: 'Video übersetzen', first: 'Auf der Zeitleiste synchronisieren' },
      { asked: 'ohne Konto ausprobieren', first: 'Was kostenlos ist' },
      { asked: 'wie verbinde ich mein Konto', first: 'Ein Konto verbinden' },
      { asked: 'Wie mache ich ein Hörbuch?', first: 'Die erste Vertonung' },
      { asked: 'Wie transkribiere ich eine Aufnahme', first: 'Eine Aufnahme transkribieren' },
      { asked: 'Hintergrundgeräusche entfernen', first: 'Aufnahmen vorbereiten' },
      { asked: 'wie ändere ich die Stimme', first: 'Eine Stimme verwenden' },
      { asked: 'Wie bekomme ich mein Geld zurück', first: 'Erstattungen' },
      { asked: 'Wo werden meine Dateien gespeichert', first: 'Projektdateien' },
      { asked: 'eigene Stimme aufnehmen', first: 'Eine Stimme klonen' },
      { asked: 'Lippen synchronisieren', first: 'Einen Lippensync erzeugen' },
      { asked: 'wie erstelle ich ein Bild', first: 'Ein Bild oder ein Video erzeugen' },
      { asked: 'Läuft das auf meinem Computer?', first: 'Dem lokalen Dienst eine Stimme oder Spracherkennung hinzufügen' },
      { asked: 'Wie spreche ich live', first: 'Sprechen' },
    ],
  },
])('the search of Help in $language', ({ help, typed, questions, sectionsFirst }) => {
  const sentence = (text: string) => [{ kind: 'text' as const, text: text.replaceAll('**', '') }];
  const all: Section[] = [
    ...help.sections.map(({ topics, intro, ...section }) => ({
      ...section,
      topics: [{ title: '', text: [intro], steps: [] }, ...topics].map(({ title, searchWords = '', text = [], steps = [] }) => ({
        title,
        searchWords,
        text: text.map(sentence),
        steps: steps.map(sentence),
      })),
    })),
    {
      id: 'glossary',
      group: 'more',
      title: help.glossary,
      topics: [{ title: '', text: [], steps: [], table: { kind: 'words', rows: help.terms } }],
    },
  ];
  /** What has all words, question words too. */
  const find = (query: string, synonyms: typeof help.synonyms): Section[] => {
    const { sections: found, isClosest } = searchHelp(query, all, { ...help, synonyms, stopWords: [] });
    return isClosest ? [] : found;
  };
  const count = (query: string, synonyms: typeof help.synonyms) =>
    find(query, synonyms).reduce((sum, { topics }) => sum + topics.length, 0);

  it('finds something for the words that people begin with', () => {
    expect(typed.split(' ').filter((word) => count(word, help.synonyms) === 0)).toEqual([]);
  });

  it('has for each synonym words that Help has, and few enough places to be read', () => {
    const means = help.synonyms.flatMap((synonym) => synonym.means);
    expect(means.filter((words) => count(words, []) === 0)).toEqual([]);
    expect(means.filter((words) => count(words, []) > 12)).toEqual([]);
  });

  it.each(sectionsFirst)('finds for “$asked” the section $section first', ({ asked, section }) => {
    expect(searchHelp(asked, all, help).sections[0]?.id).toBe(section);
  });

  it('does not take the name of the product for a word of the question', () => {
    const word = 'voicewright'.slice(0, 5);
    const { sections: found } = searchHelp(word, all, help);
    const texts = found.flatMap(({ title, topics }) =>
      topics.map((topic) =>
        JSON.stringify([title, topic.title, topic.searchWords, topic.text, topic.steps, topic.table]).replaceAll(/voicewright/giu, ''),
      ),
    );
    expect(texts.filter((text) => !text.toLowerCase().includes(word))).toEqual([]);
    expect(searchHelp('Voicewright', all, help).isClosest).toBe(false);
  });

  it.each(questions)('finds for “$asked” first “$first”', ({ asked, first }) => {
    const [section] = searchHelp(asked, all, help).sections;
    const [topic] = section?.topics ?? [];
    expect(topic?.table ? topic.table.rows[0]?.term : topic?.title).toBe(first);
  });
});
