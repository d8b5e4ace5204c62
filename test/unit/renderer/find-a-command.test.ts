import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Command, PanelCommand } from '../../../src-renderer/core/commands/commands-store.ts';
import { translations } from '#shared/messages/languages.ts';

/** What the window’s modules look at while they are loaded. */
vi.hoisted(() => {
  vi.stubGlobal('document', { querySelector: () => null, documentElement: { style: {} } });
  vi.stubGlobal('localStorage', { getItem: () => null });
});
vi.mock('../../../src-renderer/core/host/wire.ts', async () => (await import('../../helpers/fake-studio.ts')).hostModule);

type Language = (typeof translations)[number];
/** In the panel: what is typed, and the command that is to come first. */
type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

const tables: Readonly<Record<Language, Table>> = {
  en: {
    narration: {
      generate: 'speech.generate',
      'generate all': 'speech.generate-all',
      'read aloud': 'speech.generate',
      'generate the whole book': 'speech.generate-book',
      'find speakers': 'cast.find-speakers',
      speakers: 'cast.find-speakers',
      synthesize: 'speech.generate-all',
      subtitles: 'export.open',
      'save as mp3': 'export.open',
      'how do I export my book': 'export.open',
      download: 'export.open',
      'dark mode': 'view.theme-dark',
      dark: 'view.theme-dark',
      'import word document': 'chapters.import',
      'open file': 'project.open',
      'merge chapters': 'chapters.join',
      'divide chapter': 'chapters.split',
      'remove chapter': 'chapters.delete',
      'new chapter': 'chapters.add',
      'search text': 'script.find',
      typo: 'script.replace',
      pronunciation: 'script.pronunciations',
      'change voice': 'inspector.voice',
      'add speaker': 'cast.add',
      'take back': 'edit.undo',
      'api key': 'go.account',
      credits: 'go.account',
      preferences: 'window.settings',
      language: 'window.settings',
      manual: 'help.open',
      'backup history': 'project.versions',
      'copy project': 'project.save-copy',
      folder: 'project.copy-path',
      louder: 'takes.louder',
      'longer pause': 'sound.longer-pause',
      'clone my voice': 'go.clone',
      'record microphone': 'go.clone',
      'translate video': 'go.dubbing',
      'import captions': 'dub.import-captions',
      'speech to text': 'go.transcribe',
      'favourite voice': 'voices.favourite',
      'costs as excel': 'jobs.export',
      gb: 'speech.generate-book',
      'import recording': 'recordings.import',
      normalize: 'export.open',
      loudness: 'export.open',
      'room tone': 'export.open',
      bounce: 'export.open',
      metadata: 'export.open',
      'noise reduction': 'go.clone',
      'playback speed': 'sound.slower',
      speed: 'sound.slower',
      fade: 'repair.selection',
      crossfade: 'repair.selection',
    },
    transcribe: {
      subtitles: 'transcribe.export',
      captions: 'transcribe.export',
      srt: 'transcribe.export',
      export: 'transcribe.export',
      'save transcript': 'transcribe.export',
      'rename speaker': 'transcribe.speaker',
      'search word': 'transcribe.find',
    },
    dubbing: {
      export: 'dub.export-video',
      subtitles: 'dub.import-captions',
      'export captions': 'dub.export-captions',
      'load srt': 'dub.import-captions',
      'new segment': 'dub.add',
    },
    voices: { listen: 'voices.audition', search: 'voices.search', 'remove voice': 'voices.delete', preview: 'voices.audition' },
    jobs: { export: 'jobs.export', invoice: 'jobs.export', search: 'jobs.search' },
    start: { export: 'export.open', dub: 'go.dubbing' },
  },
  de: {
    narration: {
      Sicherungskopie: 'project.save-copy',
      'speichern unter': 'project.save-copy',
      generieren: 'speech.generate-all',
      'alles generieren': 'speech.generate-all',
      vorlesen: 'speech.generate-all',
      'ganzes Buch vertonen': 'speech.generate-book',
      Untertitel: 'export.open',
      'als MP3 speichern': 'export.open',
      'wie exportiere ich mein Buch': 'export.open',
      herunterladen: 'export.open',
      dunkel: 'view.theme-dark',
      Dunkelmodus: 'view.theme-dark',
      hell: 'view.theme-light',
      'Word-Datei importieren': 'chapters.import',
      'Datei öffnen': 'project.open',
      'Kapitel verbinden': 'chapters.join',
      'Kapitel trennen': 'chapters.split',
      'Kapitel entfernen': 'chapters.delete',
      'Wie füge ich ein Kapitel hinzu?': 'chapters.add',
      'neues Kapitel': 'chapters.add',
      'Text suchen': 'script.find',
      Tippfehler: 'script.replace',
      Aussprache: 'script.pronunciations',
      'Wort aussprechen': 'script.say-as',
      'Stimme ändern': 'inspector.voice',
      'Sprecher hinzufügen': 'cast.add',
      Sprecher: 'cast.find-speakers',
      'wer spricht': 'cast.find-speakers',
      zurücknehmen: 'edit.undo',
      'rückgängig machen': 'edit.undo',
      'API-Schlüssel': 'go.account',
      Guthaben: 'service.balance',
      Optionen: 'window.settings',
      Abhörtempo: 'window.settings',
      'Sprache ändern': 'window.settings',
      Anleitung: 'help.open',
      Sicherung: 'project.versions',
      lauter: 'takes.louder',
      'längere Pause': 'sound.longer-pause',
      abspielen: 'sound.play',
      'Stimme nachahmen': 'go.clone',
      'Stimme aufnehmen': 'go.clone',
      'Video übersetzen': 'go.dubbing',
      'Untertitel importieren': 'dub.import-captions',
      'Aufnahme abtippen': 'go.transcribe',
      'Rechnung als Tabelle': 'jobs.export',
      ae: 'speech.generate-all',
      'Aufnahme importieren': 'recordings.import',
      normalisieren: 'export.open',
      Lautheit: 'export.open',
      Metadaten: 'export.open',
      Rauschen: 'go.clone',
      Wiedergabegeschwindigkeit: 'sound.slower',
      Blende: 'repair.selection',
      Überblendung: 'repair.selection',
    },
    transcribe: {
      Untertitel: 'transcribe.export',
      SRT: 'transcribe.export',
      exportieren: 'transcribe.export',
      'Transkript speichern': 'transcribe.export',
      'Sprecher umbenennen': 'transcribe.speaker',
      'Wort finden': 'transcribe.find',
    },
    dubbing: {
      exportieren: 'dub.export-video',
      Untertitel: 'dub.import-captions',
      'Untertitel exportieren': 'dub.export-captions',
      'Untertitel laden': 'dub.import-captions',
      'neues Segment': 'dub.add',
    },
    voices: { anhören: 'voices.audition', suchen: 'voices.search', 'Stimme entfernen': 'voices.delete', vorhören: 'voices.audition' },
    jobs: { exportieren: 'jobs.export', Rechnung: 'jobs.export', finden: 'jobs.search' },
  },
};

/** Which of two alike commands is meant, a query cannot say: commands that differ in a number, and those of players in two panels. */
const alike = /-\d+$|^players\./u;

/** What nobody types in a title of several words. */
const little = /(?<=^|\s)(?:to|the|zum|zur|der|des|mit|auf|an|die|nach)\s/giu;

describe.each(translations)('Find a command in %s', (language) => {
  let list: (query: string, shown: string, hasProject?: boolean) => { id: string; reason: string | undefined }[];
  let isClosest: (query: string) => boolean;
  let all: readonly PanelCommand[];
  let words: Readonly<Record<string, string>>;

  beforeAll(async () => {
    vi.resetModules();
    const { setLanguage } = await import('#shared/messages/index.ts');
    await setLanguage(language);
    const { messages } = await import('#shared/messages/index.ts');
    const { panels } = await import('../../../src-renderer/app/registry.ts');
    const { addWindowCommands } = await import('../../../src-renderer/app/shell/commands.ts');
    const { learnCommands, useCommands } = await import('../../../src-renderer/core/commands/commands.ts');
    const { listCommands } = await import('../../../src-renderer/app/shell/list-commands.ts');
    for (const { id, commands } of panels) if (commands) learnCommands(id, commands);
    addWindowCommands();
    const { commands: ofWindow, ofPanels } = useCommands.getState();
    const possible = (command: Command): Command => ({ ...command, unavailable: () => undefined, isListed: () => true });
    const find = (query: string, shown: string, hasProject: boolean) => {
      const ofShown = ofPanels.filter(({ panel }) => panel === shown).map(({ command }) => command);
      return listCommands(query, { commands: [...ofWindow, ...ofShown].map(possible), ofPanels, panels, shown, hasProject });
    };
    list = (query, shown, hasProject = true) => find(query, shown, hasProject).rows.map(({ command: { id }, reason }) => ({ id, reason }));
    isClosest = (query) => find(query, 'narration', true).isClosest;
    all = [...ofPanels, ...ofWindow.map((command) => ({ panel: '', command }))];
    words = messages.commandWords.ofCommand;
    // The modules of all panels are loaded in each language.
  }, 60_000);

  it.each(
    Object.entries(tables[language]).flatMap(([shown, queries]) =>
      Object.entries(queries).map(([query, first]) => ({ shown, query, first })),
    ),
  )('has for “$query” in $shown $first first', ({ shown, query, first }) => {
    expect(list(query, shown)[0]?.id).toBe(first);
  });

  it('has every command of every panel among the first five for two words that a newcomer may type', () => {
    const missed = all.flatMap(({ panel, command: { id, title } }) => {
      if (alike.test(id)) return [];
      const [first = '', second = ''] = (words[id] ?? title.replaceAll(little, '')).split(' ');
      const found = list(`${first} ${second}`, panel === '' ? 'narration' : panel).map((row) => row.id);
      return first !== '' && found.slice(0, 5).includes(id)
        ? []
        : [`${id} (${title}): ${first} ${second} finds ${found.slice(0, 3).join(', ')}`];
    });
    expect(missed).toEqual([]);
  });

  it('has for speed the commands of playback, and where the speed of a block is set, before all else', () => {
    for (const query of language === 'en' ? ['speed'] : ['Tempo', 'Geschwindigkeit']) {
      const found = list(query, 'narration').slice(0, 3);
      expect(new Set(found.map(({ id }) => id))).toEqual(new Set(['sound.slower', 'sound.faster', 'inspector.details']));
    }
  });

  it('has Settings, where the listening speed is set, for speed', () => {
    for (const query of language === 'en' ? ['speed'] : ['Tempo', 'Abhörtempo'])
      expect(list(query, 'narration').map(({ id }) => id)).toContain('window.settings');
  });

  it('has a second key for each that German keyboards have only with AltGr', () => {
    const keysOf = (id: string) => all.find(({ command }) => command.id === id)?.command.keys;
    expect(keysOf('sound.slower')).toEqual(['[', '<']);
    const isFar = (keys: string): boolean => /[[\]{}\\@|~]$/u.test(keys);
    const far = all.filter(({ command: { keys = [] } }) => keys.some(isFar) && keys.every(isFar));
    expect(far.map(({ command: { id, keys } }) => `${id}: ${String(keys)}`)).toEqual([]);
  });

  it('has words only of commands that there are', () => {
    const ids = new Set([...all.map(({ command: { id } }) => id.replace(/-\d+$/u, '')), 'project.recent', 'view.inspector']);
    expect(Object.keys(words).filter((id) => !ids.has(id))).toEqual([]);
  });

  it('puts last what cannot be done, and has nothing by scattered letters', () => {
    const rows = list(language === 'de' ? 'exportieren' : 'export', 'dubbing', false);
    const refused = rows.findIndex(({ reason }) => reason !== undefined);
    expect(refused).toBeGreaterThan(0);
    expect(rows.slice(refused).filter(({ reason }) => reason === undefined)).toEqual([]);
    expect(list('gnrll', 'narration')).toEqual([]);
  });

  it('gives what has most of the words where nothing has all, and says so', () => {
    const query = language === 'de' ? 'Kapitel zebrieren' : 'chapter zebra';
    expect(isClosest(query)).toBe(true);
    expect(list(query, 'narration')[0]?.id).toMatch(/^chapters\./u);
    expect(isClosest(language === 'de' ? 'Kapitel teilen' : 'split chapter')).toBe(false);
    expect(list('zebra zebrieren', 'narration')).toEqual([]);
  });
});
