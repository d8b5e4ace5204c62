/**
 * Text to what the engine is given: whitespace tokens, grouped into chunks (about a sentence each), and for every token the
 * pieces that are spoken for it. A token is never lost and never joined with another: the words on the wire are the tokens.
 */

interface Token {
  /** Exactly as it stands in the text. */
  text: string;
  /** What the engine is given for it; none for a token that has no sound of its own, such as a lone quotation mark. */
  spoken: string[];
}

export interface Chunk {
  tokens: Token[];
  /** Silence that belongs behind this chunk when another follows, in milliseconds at normal speed. */
  pauseMs: number;
}

/** Beyond these a sentence is cut, at a comma where there is one: the engine's own clause buffer ends at about 800 bytes. */
const chunkCharacters = 280;
const chunkTokens = 60;
/** From how many characters on a comma is a welcome place to cut. */
export interface Comfort {
  first: number;
  further: number;
}
const unhurried: Comfort = { first: 200, further: 200 };
/** The engine cuts words at about 160 bytes: longer tokens are given to it in pieces. */
const pieceCodePoints = 40;

const sentenceEnd = /[.!?…।॥。！？]["'”’»›)\]}*_]*$/u;
const clauseEnd = /[,;:،，；—–-]["'”’»›)\]}]*$/u;
/** Tokens that end in a full stop without ending a sentence, in the languages of the catalogue; compared in lower case. */
const abbreviations = new Set(
  (
    'dr. mr. mrs. ms. prof. st. mt. jr. sr. vs. no. vol. fig. inc. ltd. co. dept. gen. col. sgt. capt. lt. rev. hon. e.g. i.e. cf. approx. ' +
    'a.m. p.m. z.b. d.h. u.a. bzw. ca. nr. hr. fr. str. usw. evtl. ggf. sra. srta. dra. ud. uds. pág. núm. p.ej. m. mm. mme. mlle. p.ex. av. डॉ. श्री. पं.'
  ).split(' '),
);

function endsSentence(token: string): boolean {
  if (!sentenceEnd.test(token)) return false;
  const bare = token.replace(/^["'“„«‹([{]+/u, '').toLowerCase();
  return !abbreviations.has(bare) && !/^\p{L}\.$/u.test(bare) && !/^\d{1,2}\.$/u.test(bare);
}

/** Quotation marks are not spoken (behind `!` the engine would name the sign); control characters end a C string or are no SSML. */
function spokenText(token: string, normalise: boolean): string {
  const clean = token
    .replace(/["“”„«»‹›`]|^[‘'‚]+|[’']+$/gu, '')
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b\u2060\ufeff\ufffe\uffff]|\p{Surrogate}/gu, '')
    // Double brackets would open the engine's own phoneme notation.
    .replace(/\[\[|\]\]/gu, '');
  return normalise ? clean : clean.replace(/\p{Nd}(?=\p{Nd})/gu, '$& ');
}

function piecesOf(spoken: string): string[] {
  const points = Array.from(spoken);
  if (points.length <= pieceCodePoints * 2) return spoken.trim() === '' ? [] : [spoken];
  const pieces: string[] = [];
  for (let from = 0; from < points.length; from += pieceCodePoints) {
    const piece = points.slice(from, from + pieceCodePoints).join('');
    if (piece.trim() !== '') pieces.push(piece);
  }
  return pieces;
}

/**
 * `normalise` false has digits spoken one by one (the documented effect of `textNormalization: false`). `comfort` is smaller for an engine that
 * gives nothing before it has said the whole chunk.
 */
export function chunksOf(text: string, normalise: boolean, comfort = unhurried): Chunk[] {
  const chunks: Chunk[] = [];
  let tokens: Token[] = [];
  let characters = 0;
  const close = (pauseMs: number) => {
    if (tokens.length > 0) chunks.push({ tokens, pauseMs });
    tokens = [];
    characters = 0;
  };
  for (const match of text.matchAll(/(\s*)(\S+)/gu)) {
    const [, before = '', token = ''] = match;
    const last = chunks.at(-1);
    if (/\n[^\S\n]*\n/u.test(before)) {
      close(600);
      const previous = chunks.at(-1);
      if (previous !== undefined) previous.pauseMs = 600;
    } else if (before.includes('\n') && tokens.length === 0 && last !== undefined) last.pauseMs = Math.max(last.pauseMs, 450);
    if (tokens.length > 0 && characters + token.length > chunkCharacters) close(60);
    tokens.push({ text: token, spoken: piecesOf(spokenText(token, normalise)) });
    characters += token.length + 1;
    if (endsSentence(token)) close(300);
    else if (characters > (chunks.length === 0 ? comfort.first : comfort.further) && clauseEnd.test(token)) close(150);
    else if (tokens.length >= chunkTokens) close(60);
  }
  close(0);
  return chunks;
}

/** Groups of pieces that the engine gets in one call, so that no call takes long and none overruns the engine's buffers. */
export function breathsOf(chunk: Chunk): { token: number; text: string }[][] {
  const breaths: { token: number; text: string }[][] = [];
  let breath: { token: number; text: string }[] = [];
  let characters = 0;
  chunk.tokens.forEach((token, index) => {
    for (const text of token.spoken) {
      if (breath.length > 0 && characters + text.length > chunkCharacters) {
        breaths.push(breath);
        breath = [];
        characters = 0;
      }
      breath.push({ token: index, text });
      characters += text.length + 1;
    }
  });
  if (breath.length > 0) breaths.push(breath);
  return breaths;
}
