import { messages } from '#shared/messages/index.ts';
import { OverCap, useCapPassed, usePriceBasis } from '../../../core/account/price.tsx';
import { useChapter } from '../../../core/chapter/chapter.ts';
import type { Estimate } from '../../../core/generation/generation.ts';
import { useProject } from '../../../core/project/project.ts';
import { useStudio } from '../../../core/studio/studio.ts';
import { leaves, number } from '../../../lib/format.ts';
import { describeLeftOut, type LeftOutBlock } from './left-out.ts';
import classes from './generate-actions.module.css';

interface EstimateProps {
  estimate: Estimate | undefined;
  /** Blocks that a press generates, those that cost nothing included. */
  count: number;
  full?: boolean;
  /** The book has other chapters, which are not meant. */
  isOfChapter?: boolean;
  /** Blocks that are not sent. */
  leftOut?: readonly LeftOutBlock[];
}

/** Blocks in words, with how many of them are free: paid for before, or of the same words as another one. */
export function blocksInWords(count: number, { blocks: paid }: Pick<Estimate, 'blocks'>): string {
  const free = Math.max(0, count - paid);
  const words = messages.narration.block(count);
  return free === 0 ? words : messages.narration.someFree(words, number(free));
}

const nothing: readonly LeftOutBlock[] = [];

/** What a paid press would send, cost and leave. An unknown price is called unknown. */
export function EstimateWords({ estimate: known, count, full = false, isOfChapter = false, leftOut = nothing }: EstimateProps) {
  const credits = useStudio((state) => state.account?.credits);
  const cast = useProject((state) => state.details?.cast);
  const inChapter = useChapter((chapter) => chapter.blocks.length);
  const basis = usePriceBasis(known?.credits, known?.learnedFrom ?? 0);
  const passed = useCapPassed(known?.credits);
  if (!known) return full ? messages.narration.block(count) : <span className={classes.estimate}>{messages.account.loadingPrice}</span>;
  if (known.blocks === 0) {
    const free = messages.narration.paidBefore(messages.narration.block(count));
    return full ? free : <span className={classes.estimate}>{free}</span>;
  }
  const price =
    known.credits === null ? messages.narration.priceUnknown : messages.shapes.about(messages.narration.credit(Math.ceil(known.credits)));
  const left = leaves(credits, known.credits === null ? null : Math.ceil(known.credits));
  if (!full)
    return (
      <span className={classes.estimate}>
        <span className={classes.room}>
          <span className={classes.amount} title={count > known.blocks ? messages.narration.whyFree : undefined}>
            {known.blocks === inChapter ? '' : `${blocksInWords(count, known)}, `}
            {messages.narration.character(known.characters)} ·{'\u00A0'}
          </span>
        </span>
        <span>
          {price}
          {known.outcomeUnknown !== undefined && (
            <span className={classes.unknown} title={messages.narration.outcomeUnknown(known.outcomeUnknown)}>
              {messages.narration.ofThemUnknown(known.outcomeUnknown)}
            </span>
          )}
          {passed === undefined ? <span className={classes.left}>{left}</span> : <OverCap />}
        </span>
      </span>
    );
  return (
    <>
      {isOfChapter ? messages.narration.ofThisChapter(blocksInWords(count, known)) : blocksInWords(count, known)},{' '}
      {messages.narration.character(known.characters)}: {price}
      {passed === undefined ? `${left}.` : `. ${passed}`} {basis} {count > known.blocks && messages.narration.whyFree}
      {describeLeftOut(leftOut, cast ?? [])
        .map(({ words }) => words)
        .join(' ')}
      {known.outcomeUnknown !== undefined && ` ${messages.narration.outcomeUnknown(known.outcomeUnknown)}`}
    </>
  );
}
