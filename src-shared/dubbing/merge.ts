import { heardOf, type Heard } from './fit.ts';
import { dubLimits, inOrder, type DubTake, type Segment } from './timeline.ts';

/** Why segments cannot be one. */
export type MergeProblem = 'too-few' | 'apart' | 'speakers' | 'too-long';

/**
 * One segment where several neighbours of one speaker were: the first of them, until the end of the last. Parts of one take that follow each
 * other sound on as they did, for nothing; with other takes it sounds with the first of them, as stale.
 */
export function merged(segments: readonly Segment[], takes: readonly DubTake[], ids: readonly string[]): Segment[] | MergeProblem {
  const ordered = inOrder(segments);
  const wanted = new Set(ids);
  const those = ordered.filter(({ id }) => wanted.has(id));
  const [first] = those;
  if (!first || those.length < 2) return 'too-few';
  if (those.some(({ speaker }) => speaker !== first.speaker)) return 'speakers';
  const place = ordered.indexOf(first);
  if (those.some((segment, index) => ordered[place + index] !== segment)) return 'apart';
  const texts = those.map(({ text }) => text.trim()).filter((text) => text !== '');
  const text = texts.join(' ');
  if (text.length > dubLimits.characters) return 'too-long';
  const end = Math.max(...those.map((segment) => segment.end));
  const whole: Segment = { ...first, end, text, ...soundOf(those, takes, text) };
  return inOrder([...ordered.filter(({ id }) => !wanted.has(id)), whole]);
}

type Sound = Pick<Segment, 'part' | 'trim' | 'heard'>;

function soundOf(those: readonly Segment[], takes: readonly DubTake[], text: string): Sound {
  const known = those.map((segment) => heardOf(segment, takes));
  const joined = joinedSound(those, known, text);
  if (joined) return joined;
  const at = known.findIndex((heard) => heard !== undefined);
  const [segment, heard] = [those[at], known[at]];
  if (!segment || !heard) return { part: undefined, trim: null, heard: null };
  return { part: segment.part, trim: segment.trim, heard: heard.take.id };
}

/** The samples of one take, where each segment goes on with it to the sample and is spoken alike. */
function joinedSound(those: readonly Segment[], known: readonly (Heard | undefined)[], text: string): Sound | undefined {
  const [first, last] = [known[0], known.at(-1)];
  const [head, tail] = [those[0], those.at(-1)];
  if (!first || !last || !head || !tail) return undefined;
  const isOne = those.every(
    ({ voiceId, modelId, speed }, index) =>
      known[index]?.state === 'done' &&
      known[index].take.id === first.take.id &&
      (index === 0 || known[index].own.from === known[index - 1]?.own.to) &&
      voiceId === head.voiceId &&
      modelId === head.modelId &&
      speed === head.speed,
  );
  if (!isOne) return undefined;
  const takeId = first.take.id;
  const [before, after] = [first.from - first.own.from, last.own.to - last.to];
  return {
    part: { takeId, text, from: first.own.from, to: last.own.to },
    trim: before === 0 && after === 0 ? null : { takeId, head: before, tail: after },
    heard: takeId,
  };
}
