import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { german } from '../../../src-shared/messages/de/index.ts';
import { english } from '../../../src-shared/messages/en/index.ts';
import { messages } from '../../../src-shared/messages/index.ts';
import { findTexts } from './texts-in-code.ts';

/** Words and phrases of the older copy, and what to write in their place. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/\banew\b/iu, 'again'],
  [/\bby (?:your )?hand\b/iu, 'by you'],
  [/\btold\b/iu, 'reported, shown'],
  [/\bcalled so\b/iu, 'no matching …'],
  [/\bhad back\b/iu, 'this can’t be undone'],
  [/\bbroke off\b/iu, 'was interrupted'],
  [/\bdesk\b/iu, 'the feature’s own name'],
  [/\b(?:lend|lent)\b/iu, 'upload'],
  [/\bpatience\b/iu, 'too many requests'],
  [/\bwhose is whose\b/iu, 'names'],
  [/\b(?:base|web|realtime|an?|the|its|their|no|that|this) address(?:es)?\b|^address/iu, 'URL'],
  [/\bheard\b|\bhear (?:it|the|this|that|from|number)\b|^hear\b/iu, 'play'],
  [/\b(?:no|the|its|their|original|decoded|paid|with|without|of) sounds?\b|^sounds?$/iu, 'audio'],
  [/\bstudio\b/iu, 'Voicewright'],
  [/\bthis machine\b/iu, 'this computer'],
  [/\bkept\b/iu, 'saved'],
  [/\bcaret\b/iu, 'cursor'],
  [/\bledger\b/iu, 'Jobs'],
  [/\b(?:by|of) itself\b/iu, 'automatically'],
  [/\ball the same\b|\bany ?more\b/iu, 'say what you can do, or no longer'],
  [/\bas (?:it|they) (?:is|are|came|stands?|were)\b/iu, 'unchanged, saved'],
  [/\bby now\b|\bmost likely\b|\bcame of it\b|\bcome of it\b/iu, 'the plain fact'],
  [/\bunder ?way\b|\bon its way\b|\bbeing made\b/iu, 'running, in progress'],
  [/\btakes? (?:it|that|them|either|any of it) back\b|\bbrings? (?:it|them) back\b/iu, 'you can undo this'],
  [/\blet go\b/iu, 'drop'],
  [/\bgo(?:es|ing)? on\b/iu, 'continue, keep'],
  [/\b(?:an|no|its|lost|the) answers?\b/iu, 'response'],
  [/\basked for again\b|\bbought\b|\bpaid twice\b/iu, 'requested again, charged'],
  [/\bmade (?:elsewhere|and charged)\b/iu, 'generated, from another program'],
  [/\bhad arrived\b|\bwhat (?:arrived|came|is said|was said|nobody|you type)\b/iu, 'the thing by its name'],
  [/\b(?:account|you) may not\b|\b(?:address|URL|it) is none\b|\bis no (?:project|favourite|list)\b/iu, 'can’t, not'],
];

/** Accessible names that the design of the screens prescribes; the house style does not apply to them, but to every other text. */
const prescribed: ReadonlyMap<string, string> = new Map([['voicing.hearIt', 'Hear it']]);

/** Every message as people read it; what a message is given stands as `#`. */
function readAll(texts: unknown = messages, id = ''): { id: string; text: string }[] {
  if (typeof texts === 'string') return [{ id, text: texts }];
  if (typeof texts === 'function')
    return [{ id, text: (texts as (...parts: string[]) => string)(...Array.from({ length: texts.length }, () => '#')) }];
  if (typeof texts !== 'object' || texts === null) throw new Error(`${id} is no text.`);
  return Object.entries(texts).flatMap(([name, inner]) => readAll(inner, id === '' ? name : `${id}.${name}`));
}

/** The banned words of a message, each with its sentence and what to write instead. */
function findBanned({ id, text }: { id: string; text: string }): string[] {
  if (prescribed.get(id) === text) return [];
  return banned.flatMap(([word, instead]) => {
    const found = word.exec(text);
    return found === null ? [] : [`${id}: write “${instead}”, not “${found[0]}”: ${text}`];
  });
}

/** The paths of source files in the comment of a line: `// features/live/live-store.ts`. */
const findPointers = (line: string): string[] =>
  /^\s*(?:\/\/|\/?\*)/u.test(line) ? [...line.matchAll(/[\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|css)\b/gu)].map(([path]) => path) : [];

describe('The catalogue of messages', () => {
  const all = readAll();

  it('holds every text of the window: no file of the window has words for people of its own', () => {
    const files = globSync('src-renderer/**/*.{ts,tsx}', {
      exclude: (name) => /gallery|\.worklet\.ts$|\.d\.ts$/u.test(name),
    });
    expect(files.length).toBeGreaterThan(200);
    const own = files.flatMap((file) => findTexts(file).map(({ line, text }) => `${file}:${line} ${text}`));
    expect(own).toEqual([]);
  });

  it('has no word or phrase that the house style bans', () => {
    expect(all.length).toBeGreaterThan(2000);
    expect(all.flatMap(findBanned)).toEqual([]);
  });

  it('has each name that the design of the screens prescribes, to the letter', () => {
    for (const [id, name] of prescribed) expect(all.find((message) => message.id === id)?.text, id).toBe(name);
  });

  it('says which word of which message is banned, in its sentence, and what to write instead', () => {
    expect(findBanned({ id: 'jobs.all', text: 'All jobs' })).toEqual([]);
    expect(findBanned({ id: 'jobs.again', text: 'Generate it anew.' })).toEqual([
      'jobs.again: write “again”, not “anew”: Generate it anew.',
    ]);
    expect(findBanned({ id: 'voicing.hearIt', text: 'Hear it anew' })).toHaveLength(2);
    expect(findBanned({ id: 'voicing.hearNote', text: 'Hear it' })).toHaveLength(1);
  });

  it('points only at files that there are: from the root of the project, or from src-renderer', () => {
    const files = globSync('src-shared/messages/**/*.ts');
    const pointers = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => findPointers(line).map((pointer) => ({ place: `${file}:${index + 1}`, pointer }))),
    );
    expect(pointers.length).toBeGreaterThan(300);
    const gone = pointers.filter(({ pointer }) => !existsSync(pointer) && !existsSync(`src-renderer/${pointer}`));
    expect(gone.map(({ place, pointer }) => `${place} no such file: ${pointer}`)).toEqual([]);
  });

  it('has no empty message and no message with a placeholder that was never filled', () => {
    expect(all.filter(({ text }) => text.trim() === '' || /undefined|\$\{|\[object/u.test(text))).toEqual([]);
  });
});

/** Texts of main and of src-shared that stay where they are, and why. */
const notInTheCatalogue: readonly (readonly [RegExp, string])[] = [
  [/^src-main\/local-service\//u, 'a service of its own: what it says is the interface’s'],
  [/^src-shared\/wire\//u, 'the interface’s own reasons, which the local service sends too; they are values of messages'],
  [/^src-main\/infra\/(?:tough-server|byte-response)\.ts/u, 'reason phrases and bodies of HTTP statuses'],
  [
    /^src-main\/(?:library\/(?:results-index|project-schema)|paid-requests\/ledger\/(?:migrations|queries))\.ts|ledger\/store\.ts:\d+ (?:state IN|body = |connection_id|SELECT|BEGIN)/u,
    'SQL',
  ],
  [/service-client\/(?:reading\/|resources\/media-jobs|realtime\/(?:codec|server-events))/u, 'places in a response, for the log'],
  [/ ended with code #$| the decoder gave up$| handler of an operation$/u, 'reasons that the log alone has'],
  [
    /Voicewright tries whether|media\/track-language|shared\/keyring|project-checks\.ts:\d+ SQLite|virtual-sound|account\/profile\.ts:\d+ profile #/u,
    'bytes and names that machines compare',
  ],
  [/^src-shared\/(?:captions\/ass|editing\/reaper)\.ts/u, 'keys of a file format'],
  [
    /narration\/(?:sample|caption-breaks|abbreviations)\.ts|proof\/spoken-forms\.ts|dubbing\/clause-words\.ts/u,
    'the sample chapter, and words of languages',
  ],
  [/messages\/spoken-lines\.ts/u, 'what voices say to be tried, each text in its own language'],
  [/clone\/reading-scripts\.ts/u, 'what is read aloud, each text in its own language'],
  [/served\/(?:browser|session-page)\.ts|shared\/folders\.ts/u, 'names of browsers and of folders of the system; a page'],
  [/(?:removed by hand|consent confirmed|given up|sent again)$/u, 'names of events in the ledger'],
  [/ (?:get|list|download) #|# (?:list|get)|voices list --personal/u, 'a command to type'],
  [/voicewright: #/u, 'the name of the program before a message'],
  [
    / could not be read(?: and w(?:as|ere) set aside|: what is in it is not removed)/u,
    'lines of the log, of a damaged file of the profile',
  ],
];

describe('Texts of main and of what both sides share', () => {
  it('are in the catalogue: no file of main or of src-shared has words for people of its own', () => {
    const files = globSync(['src-main/**/*.ts', 'src-shared/**/*.ts'], {
      exclude: (name) => /messages\/(?:en|de)|\.d\.ts$|src-main\/local-service$/u.test(name),
    });
    expect(files.length).toBeGreaterThan(300);
    const own = files.flatMap((file) => findTexts(file).map(({ line, text }) => `${file}:${line} ${text}`));
    expect(own.filter((text) => !notInTheCatalogue.some(([known]) => known.test(text)))).toEqual([]);
  });
});

describe('Texts in code', () => {
  it('are found in failures and notices of main; lines of the log and statements of SQL are not', () => {
    const source = `
      throw fail('conflict', 'The cup is empty.');
      output.note(\`\${held} cups are empty\`);
      log.warn('a cup could not be filled', { why: 'It is broken.' });
      this.#log.error('a cup broke');
      database.prepare('SELECT cup FROM shelf WHERE id = ?');
    `;
    expect(findTexts('a.ts', source).map(({ text }) => text)).toEqual(['The cup is empty.', '# cups are empty', 'It is broken.']);
  });

  it('are found in JSX, in attributes that people read, in strings and in templates; classes, selectors and errors for developers are not', () => {
    const source = `
      const a = <p className="wide row">Play again</p>;
      const b = <input placeholder="Name" data-kind="big one" />;
      const c = \`Removed \${String(3)} files\`;
      const d = document.querySelector('main [role="log"]');
      throw new Error('nobody reads this');
    `;
    expect(findTexts('a.tsx', source).map(({ text }) => text)).toEqual(['Play again', 'Name', 'big one', 'Removed # files']);
  });
});

describe('An estimate in a text', () => {
  it('breaks neither behind its sign nor between figure and unit, in every text of both languages', () => {
    const broken: string[] = [];
    const read = (texts: unknown, id: string): void => {
      if (typeof texts === 'object' && texts !== null) {
        for (const [name, inner] of Object.entries(texts)) read(inner, `${id}.${name}`);
        return;
      }
      let text = texts;
      if (typeof texts === 'function')
        try {
          text = (texts as (...values: string[]) => unknown)(...Array.from({ length: 6 }, () => '48 credits'));
        } catch {
          return;
        }
      if (typeof text === 'string' && /≈ ?\d|≈\u00A048 credits/u.test(text)) broken.push(`${id}: ${text}`);
    };
    read(english, 'en');
    read(german, 'de');
    expect(broken).toEqual([]);
    for (const { about } of [english.shapes, german.shapes]) expect(about('48 credits')).toBe('≈\u00A048\u00A0credits');
  });
});
