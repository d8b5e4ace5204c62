/**
 * Who speaks in prose, as its sentences say it: `“Come,” said Thomas.`, `Agnes asked: “Why?”`, `„Komm“, sagte Anna.` Only what stands right beside
 * quoted speech counts. Nothing of a text is changed. Pure.
 */

/** Opening quotation marks and what may close each. Straight ones open and close alike. */
const closers: Readonly<Record<string, string>> = { '“': '”', '„': '“”', '»': '«', '«': '»', '"': '"' };

/** Between speech and its subject, and before a colon or comma that opens speech. */
const verbs = [
  'said|says|asked|asks|replied|replies|answered|answers|whispered|whispers|shouted|shouts|cried|cries|called|muttered|mutters|murmured',
  'added|adds|exclaimed|continued|agreed|snapped|yelled|repeated|insisted|observed|remarked|declared|growled|sighed|interrupted|admitted',
  'sagte|sagt|fragte|fragt|antwortete|antwortet|erwiderte|erwidert|flüsterte|flüstert|rief|ruft|murmelte|murmelt|meinte|meint|schrie|schreit',
  'entgegnete|entgegnet|ergänzte|ergänzt|brummte|brummt|erklärte|erklärt|wiederholte|wiederholt|seufzte|seufzt|unterbrach',
].join('|');

const title = String.raw`(?:(?:Mr|Mrs|Ms|Dr|St)\.? )`;
const part = String.raw`\p{Lu}[\p{L}\p{M}]*(?:[’'-]\p{L}[\p{L}\p{M}]*)*`;
const name = String.raw`${title}?${part}(?: (?:(?:of|von|van|de) )?${part}){0,2}`;
/** Somebody without a name, whom the paragraph speaks of. */
const unnamed = String.raw`(?:[Hh]e|[Ss]he|[Tt]hey|I|[Ww]e|[Yy]ou|[Ii]t|[Ee]r|[Ss]ie|[Ii]ch|[Ww]ir|[Ii]hr|[Mm]an|(?:[Tt]he|[Hh]is|[Hh]er|[Aa]n?|[Dd]er|[Dd]ie|[Dd]as|[Ee]ine?|[Ss]eine?|[Ii]hre?) [\p{L}\p{M}-]+)`;
const subject = String.raw`(?<subject>${unnamed}(?![\p{L}\p{M}])|${name})`;
const lead = String.raw`^[\s,;.…!?–—-]*`;

const verbFirst = new RegExp(String.raw`${lead}(?:${verbs}) ${subject}`, 'u');
const subjectFirst = new RegExp(String.raw`${lead}${subject} (?:\p{Ll}+ly )?(?:${verbs})(?![\p{L}\p{M}])`, 'u');
/** Up to the speech that it opens: from the start of the sentence, as far as a colon or comma. */
const before = new RegExp(String.raw`(?:^|[.!?…]\s+)${subject} (?:\p{Ll}+ly )?(?:${verbs})(?![\p{L}\p{M}])[^.!?…]{0,40}[,:]\s*$`, 'u');

const isUnnamed = new RegExp(String.raw`^${unnamed}$`, 'u');
/** Capitals that begin a sentence and are no names. */
const noNames =
  /^(?:And|But|Then|So|Now|Yet|When|As|No|Yes|Und|Aber|Dann|Da|Doch|Nun|Jetzt|Als|Nein|Ja|Jemand|Niemand|Someone|Nobody|Everyone)\b/u;

interface Stretch {
  text: string;
  isSpeech: boolean;
}

/** A paragraph as narration and speech in turn; a quotation that does not end runs to its end. */
function readStretches(text: string): Stretch[] {
  const stretches: Stretch[] = [];
  let from = 0;
  let closing: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    const ends = closing === undefined ? closers[sign] !== undefined : closing.includes(sign);
    if (!ends) continue;
    stretches.push({ text: text.slice(from, at), isSpeech: closing !== undefined });
    closing = closing === undefined ? closers[sign] : undefined;
    from = at + 1;
  }
  stretches.push({ text: text.slice(from), isSpeech: closing !== undefined });
  return stretches;
}

/** Everybody whom a paragraph names beside its speech, in order; `undefined` for one without a name. */
function readSubjects(text: string): (string | undefined)[] {
  const stretches = readStretches(text);
  const subjects: (string | undefined)[] = [];
  for (const [index, { text: words, isSpeech }] of stretches.entries()) {
    if (isSpeech) continue;
    const follows = stretches[index - 1]?.isSpeech === true;
    const leads = stretches[index + 1]?.isSpeech === true;
    const found = (follows && (verbFirst.exec(words) ?? subjectFirst.exec(words))) || (leads && before.exec(words)) || undefined;
    const who = found?.groups?.['subject'];
    if (who === undefined) continue;
    subjects.push(isUnnamed.test(who) || noNames.test(who) ? undefined : who);
  }
  return subjects;
}

const keyOf = (who: string): string => who.normalize('NFC').toLowerCase();

/** Who speaks all that is quoted in a paragraph; `undefined` where it quotes nothing, names nobody or more than one. */
export function readAttribution(text: string): string | undefined {
  const [first, ...more] = readSubjects(text);
  return first !== undefined && more.every((who) => who !== undefined && keyOf(who) === keyOf(first)) ? first : undefined;
}

export interface AttributedSpeaker {
  /** In the spelling of the first. */
  name: string;
  /** Paragraphs whose speech is theirs alone. */
  blocks: number;
}

/** Names that are proposed, at most. */
const mostProposed = 40;

/** Those who speak in at least two paragraphs, who speaks most first. `known`: those who are characters already, and are not proposed. */
export function findAttributions(texts: readonly string[], known: readonly string[] = []): AttributedSpeaker[] {
  const cast = new Set(known.map(keyOf));
  const found = new Map<string, AttributedSpeaker>();
  for (const text of texts) {
    const who = readAttribution(text);
    if (who === undefined || cast.has(keyOf(who))) continue;
    const speaker = found.get(keyOf(who)) ?? { name: who, blocks: 0 };
    found.set(keyOf(who), { ...speaker, blocks: speaker.blocks + 1 });
  }
  const several = [...found.values()].filter(({ blocks }) => blocks > 1);
  return several.sort((one, other) => other.blocks - one.blocks).slice(0, mostProposed);
}
