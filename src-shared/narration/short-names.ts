/** Names that a text shortens: `Thomas` for `Captain Thomas` or `Thomas Gray`, `Darcy` for `Mr. Darcy`. Pure. */

const titles = new Set(
  [
    'mr|mrs|ms|miss|mx|dr|doctor|st|sir|lady|lord|dame|master|mister|madam|madame|captain|capt|colonel|col|major',
    'lieutenant|lt|sergeant|sgt|corporal|private|general|admiral|commander|professor|prof|father|brother|sister',
    'mother|reverend|rev|uncle|aunt|king|queen|prince|princess|duke|duchess|count|countess|baron|baroness|judge',
    'inspector|detective|constable|officer|president|senator|nurse|old|young|herr|frau|fräulein|doktor|kapitän',
    'hauptmann|oberst|leutnant|graf|gräfin|baronin|freiherr|fürst|fürstin|könig|königin|prinz|prinzessin|herzog',
    'herzogin|pater|pfarrer|bruder|schwester|onkel|tante|meister|kommissar|kommissarin|inspektor|direktor',
    'direktorin|richter|richterin|lehrer|lehrerin|oma|opa|professorin|vater|mutter',
  ].flatMap((some) => some.split('|')),
);
const joining = new Set(['of', 'von', 'van', 'de']);

/** Titles that are written in two ways. */
const shortTitles: Readonly<Record<string, string>> = {
  doctor: 'dr',
  doktor: 'dr',
  mister: 'mr',
  captain: 'capt',
  colonel: 'col',
  lieutenant: 'lt',
  sergeant: 'sgt',
  professor: 'prof',
  reverend: 'rev',
};

/** The same for spellings of one name: in any case, with or without the point of `Mr.`, and with `Doctor` or `Dr.`. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('.', '')
    .replaceAll('’', "'")
    .trim()
    .replace(/^\p{L}+(?= )/u, (title) => shortTitles[title] ?? title);

interface NameParts {
  hasTitle: boolean;
  /** Without titles, and never empty. */
  words: readonly string[];
}

function readParts(name: string): NameParts {
  const all = nameKey(name)
    .split(/\s+/u)
    .filter((word) => !joining.has(word));
  const first = all.findIndex((word) => !titles.has(word));
  const words = first === -1 ? all.slice(-1) : all.slice(first);
  return { hasTitle: words.length < all.length, words };
}

/** What a name is shortened to: its first and its last word. Nothing where it is one word already. */
function readShortForms(name: string): readonly string[] {
  const { hasTitle, words } = readParts(name);
  return hasTitle || words.length > 1 ? [...new Set([words[0], words.at(-1)])].filter((word) => word !== undefined) : [];
}

/**
 * Of those names that are one word, the name that each is short for: where exactly one of `names` and `rivals` has it as its first or last word, and that is
 * one of `names`. By `nameKey`.
 */
export function findLongNames(names: readonly string[], rivals: readonly string[] = []): ReadonlyMap<string, string> {
  const longer = new Map<string, Set<string>>();
  for (const name of [...names, ...rivals])
    for (const form of readShortForms(name)) longer.set(form, (longer.get(form) ?? new Set()).add(nameKey(name)));
  const own = new Set(names.map(nameKey));
  const found = new Map<string, string>();
  for (const name of own) {
    const [only, ...more] = longer.get(name) ?? [];
    if (only !== undefined && more.length === 0 && own.has(only)) found.set(name, only);
  }
  return found;
}

/** Pairs of words of these names that texts have one after the other and no name has: `Thomas Gray`, where `Captain Thomas` and `Gray` speak. */
export function findFullNames(texts: readonly string[], names: readonly string[]): string[] {
  const all = names.map((name) => readParts(name).words);
  const known = new Set(all.flat());
  const found = new Set<string>();
  for (const text of texts)
    for (const { groups } of text.matchAll(/(?<first>\p{Lu}[\p{L}\p{M}’'-]*)(?= (?<last>\p{Lu}[\p{L}\p{M}’'-]*))/gu)) {
      const [first, last] = [trimName(groups?.['first']), trimName(groups?.['last'])];
      const isPart = all.some((words) => words.includes(first) && words.includes(last));
      if (known.has(first) && known.has(last) && !isPart) found.add(`${first} ${last}`);
    }
  return [...found];
}

/** Without what shows whose something is. */
const trimName = (word = ''): string => nameKey(word).replace(/'s?$/u, '');
