import { mapWords } from '#shared/narration/alignment.ts';
import { wordsOf } from '#shared/narration/document.ts';
import { sampleRate, type Take, type Word } from '#shared/narration/take.ts';
import type { SplicedFile } from '../../media/repair/splice-thread.ts';
import type { Repair } from './repair-plan.ts';

const toMs = (samples: number): number => (samples * 1000) / sampleRate;

/** What is known of a take that was put together: its words have the times of the takes that they come from. `parts`: one for each run. */
export function repairedFacts(
  { now, base, words, runs, retained }: Pick<Repair, 'now' | 'base' | 'words' | 'runs' | 'retained'>,
  parts: readonly (Take | undefined)[],
  spliced: Pick<SplicedFile, 'samples' | 'parts' | 'shifts'>,
): Omit<Take, 'id' | 'blockId' | 'createdAt' | 'starred' | 'state'> {
  const used = [base, ...parts.flatMap((part) => part ?? [])];
  const isTimed = used.every((take) => take.words.length > 0);
  const isEstimated = used.map(({ alignment }) => alignment === 'estimated');
  return {
    fingerprint: now.fingerprint,
    text: now.shape.text,
    voiceId: now.shape.voiceId,
    modelId: now.shape.modelId,
    controls: now.shape.controls,
    samples: spliced.samples,
    // Without the times of all its parts it is aligned as a whole.
    alignment: !isTimed ? 'none' : isEstimated.every(Boolean) ? 'estimated' : isEstimated.some(Boolean) ? 'partial' : base.alignment,
    words: isTimed ? placeWords() : [],
    creditsUsed: 0,
    requestId: null,
    ignoredParameters: base.ignoredParameters,
    derivedFrom: sources(),
  };

  function placeWords(): Word[] {
    const placed: Word[] = [];
    const texts = wordsOf(now.shape.text).map(({ text }) => text);
    let run = 0;
    for (let token = 0; token < texts.length;) {
      const next = runs[run];
      const place = spliced.parts[run];
      if (next && place && token >= next.from) {
        const part = parts[run];
        if (part) placed.push(...moved(mapWords(texts.slice(next.from, next.to), part.words), toMs(place.offset), part));
        token = next.to;
        run += 1;
      } else {
        const word = retainedWord(token);
        if (word) placed.push(...moved([{ ...word, text: texts[token] ?? word.text }], toMs(spliced.shifts[run] ?? 0), base));
        token += 1;
      }
    }
    return forward(placed);
  }

  /** With the times of the words that it says, or of its share of one. */
  function retainedWord(token: number): Word | undefined {
    const part = retained[token];
    const [first, last] = [words[part?.first ?? -1], words[part?.last ?? -1]];
    if (!part || !first || !last) return undefined;
    return {
      ...first,
      startMs: first.startMs + part.begin * (first.endMs - first.startMs),
      endMs: last.startMs + part.end * (last.endMs - last.startMs),
    };
  }

  function moved(some: readonly Word[], byMs: number, { alignment }: Take): Word[] {
    const mixed = isEstimated.some(Boolean) && !isEstimated.every(Boolean);
    return some.map((word) => ({
      ...word,
      startMs: word.startMs + byMs,
      endMs: word.endMs + byMs,
      ...(mixed && alignment === 'estimated' ? { estimated: true } : {}),
    }));
  }

  /** Never back in time, nor past the end. */
  function forward(placed: readonly Word[]): Word[] {
    const end = toMs(spliced.samples);
    let start = 0;
    return placed.map((word) => {
      start = Math.min(end, Math.max(start, word.startMs));
      return { ...word, startMs: start, endMs: Math.min(end, Math.max(start, word.endMs)) };
    });
  }

  function sources(): NonNullable<Take['derivedFrom']> {
    const stretches: NonNullable<Take['derivedFrom']> = [];
    const add = (takeId: string, from: number, to: number, gainDb: number): void => {
      if (to > from) stretches.push({ takeId, startMs: toMs(from), endMs: toMs(to), gainDb });
    };
    let at = 0;
    spliced.parts.forEach(({ from, to, offset, gain }, index) => {
      const shift = spliced.shifts[index] ?? 0;
      add(base.id, at - shift, from - shift, 0);
      const part = parts[index];
      if (part) add(part.id, Math.max(0, from - offset), Math.min(part.samples, to - offset), gain);
      at = to;
    });
    const shift = spliced.shifts.at(-1) ?? 0;
    add(base.id, at - shift, spliced.samples - shift, 0);
    return stretches;
  }
}
